import { describe, expect, it } from "vitest";
import { type BilledRequest, Bills } from "../../ts/ledger/index.js";

const PRICES = { m: { input: 10, cacheRead: 1, cacheWrite: 12.5, output: 50 } };

/** A conversation of which each request adds 1,000 tokens; all before them is read from the cache. */
function request(changes: Partial<BilledRequest> & { input: number; cached: number }): BilledRequest {
  const { input, cached, ...rest } = changes;
  const billed = { inputTokens: input, cachedTokens: cached, cacheWriteTokens: input - cached, outputTokens: 0 };
  return {
    model: "m",
    host: "h",
    wire: "anthropic",
    session: "s",
    replaced: false,
    report: undefined,
    billed,
    ...rest,
  };
}
const reportOf = (before: number, after: number, cache: NonNullable<BilledRequest["report"]>["cache"] = {}) => ({
  tokens: { before, after },
  cache,
});

describe("the two bills of a request", () => {
  it("are the same where nothing was removed", () => {
    const two = new Bills(PRICES).of(request({ input: 5_000, cached: 4_000, report: reportOf(4_500, 4_500) }));
    expect(two?.actual).toEqual(two?.other);
    expect(two?.actual.cost).toBeCloseTo((4_000 * 1 + 1_000 * 12.5) / 1e6, 12);
  });

  it("differ at a move by what it saves and by what it makes the provider write again", () => {
    // 10,000 tokens were sent before; the move removes 3,000 of them, and 2,000 behind the first are written again.
    const two = new Bills(PRICES).of(
      request({
        input: 8_000,
        cached: 5_000,
        replaced: true,
        report: reportOf(11_000, 8_000, { moved: true, lostTokens: 2_000 }),
      }),
    );
    expect(two?.other.tokens).toMatchObject({ fresh: 0, cacheRead: 10_000, cacheWrite: 1_000 });
    expect((two?.actual.cost ?? 0) > (two?.other.cost ?? 0)).toBe(true);
  });

  it("differ after a move by what would be read from the cache", () => {
    const bills = new Bills(PRICES);
    bills.of(
      request({
        input: 8_000,
        cached: 5_000,
        replaced: true,
        report: reportOf(11_000, 8_000, { moved: true, lostTokens: 2_000 }),
      }),
    );
    const two = bills.of(request({ input: 9_000, cached: 8_000, replaced: true, report: reportOf(12_000, 9_000) }));
    expect(two?.other.tokens).toMatchObject({ cacheRead: 11_000, cacheWrite: 1_000 });
  });

  it.each([
    [
      "its run saw",
      [request({ input: 20_000, cached: 19_000, replaced: true, report: reportOf(24_000, 20_000) })],
      24_000,
    ],
    ["none was seen", [], 25_000],
  ])(
    "have the loss of a request that was refused and sent again as it came: of the one before %s",
    (_, before, read) => {
      const bills = new Bills(PRICES);
      for (const one of before) bills.of(one);
      const again = { replaced: true, recovered: true, report: reportOf(25_000, 20_000) };
      const two = bills.of(request({ input: 25_000, cached: 3_000, ...again }));
      expect(two?.other.tokens).toMatchObject({ cacheRead: read, cacheWrite: 25_000 - read });
      expect(two?.actual.tokens).toMatchObject({ cacheRead: 3_000, cacheWrite: 22_000 });
      // The next one finds what this one wrote, either way.
      const next = bills.of(
        request({ input: 26_000, cached: 25_000, replaced: true, report: reportOf(26_000, 26_000) }),
      );
      expect(next?.other).toEqual(next?.actual);
    },
  );

  it("have the loss of a cache that ends because removed results are sent again", () => {
    const bills = new Bills(PRICES);
    bills.of(request({ input: 20_000, cached: 19_000, replaced: true, report: reportOf(30_000, 20_000) }));
    const two = bills.of(request({ input: 31_000, cached: 3_000, replaced: true, report: reportOf(31_000, 31_000) }));
    expect(two?.other.tokens).toMatchObject({ cacheRead: 30_000, cacheWrite: 1_000 });
  });

  it("count what is removed at arrival as written, the first time", () => {
    const bills = new Bills(PRICES);
    bills.of(request({ input: 4_000, cached: 3_000, report: reportOf(4_000, 4_000) }));
    const two = bills.of(request({ input: 4_500, cached: 4_000, replaced: true, report: reportOf(5_000, 4_500) }));
    expect(two?.other.tokens).toMatchObject({ cacheRead: 4_000, cacheWrite: 1_000 });
  });

  it("find nothing in the cache either way once it has expired", () => {
    const two = new Bills(PRICES).of(
      request({ input: 8_000, cached: 0, replaced: true, report: reportOf(10_000, 8_000) }),
    );
    expect(two?.other.tokens).toMatchObject({ cacheRead: 0, cacheWrite: 10_000 });
  });

  describe("where the model asks for originals", () => {
    const sent = (input: number, cached: number, whole: number, output = 100, more: object = {}) => {
      const one = request({ input, cached, replaced: true, report: { ...reportOf(whole, input), ...more } });
      return { ...one, billed: { ...(one.billed as NonNullable<typeof one.billed>), outputTokens: output } };
    };
    const FETCH = { forOriginals: true } as const;

    it("have no request that only brings them the other way, and none of them later", () => {
      const bills = new Bills(PRICES);
      bills.of(sent(10_000, 9_000, 14_000, 100));
      const fetch = bills.of(sent(13_000, 10_000, 17_000, 400, FETCH));
      // The answer to the request before would have been this one.
      expect(fetch?.other.tokens).toMatchObject({ fresh: 0, cacheRead: 0, cacheWrite: 0, output: 300 });
      expect(fetch?.actual.tokens).toMatchObject({ cacheRead: 10_000, cacheWrite: 3_000, output: 400 });
      const next = bills.of(sent(14_000, 13_000, 18_000));
      // 14,000 and the 4,000 that are removed, without the 3,000.
      expect(next?.other.tokens).toMatchObject({ cacheRead: 14_000, cacheWrite: 1_000 });
    });

    it("have them again where the history was rewound to before them", () => {
      const bills = new Bills(PRICES);
      bills.of(sent(10_000, 9_000, 14_000));
      bills.of(sent(13_000, 10_000, 17_000, 100, FETCH));
      expect(bills.of(sent(10_500, 10_000, 14_500))?.other.tokens).toMatchObject({
        cacheRead: 14_000,
        cacheWrite: 500,
      });
    });

    it("are the same where nothing was sent otherwise, as where it is only observed", () => {
      const observed = { ...sent(13_000, 10_000, 13_000, 100, FETCH), replaced: false, skipped: "observe" };
      const two = new Bills(PRICES).of(observed);
      expect(two?.actual).toEqual(two?.other);
    });
  });

  it("are the other way round where a request was only observed", () => {
    const two = new Bills(PRICES).of(
      request({ input: 11_000, cached: 10_000, report: reportOf(11_000, 8_000, { moved: true, lostTokens: 2_000 }) }),
    );
    expect(two?.other.tokens).toMatchObject({ cacheRead: 5_000, cacheWrite: 3_000 });
  });

  it("count what a move removed as it was billed before, though the rest of a request is billed otherwise", () => {
    // Each step adds a result, 1,000 tokens by the estimate and 1,300 by the bill, and 400 of which the estimate knows nothing.
    const whole = (step: number) => 4_000 + step * 1_700;
    const bills = new Bills(PRICES);
    const others: number[] = [];
    for (let step = 1; step <= 40; step++) {
      const cleared = step < 20 ? 0 : 18;
      const sent = whole(step) - cleared * 1_300;
      const report = reportOf(2_000 + step * 1_000, 2_000 + (step - cleared) * 1_000, { moved: step === 20 });
      const two = bills.of(request({ input: sent, cached: sent - 1_700, replaced: true, report }));
      const { fresh = 0, cacheRead = 0, cacheWrite = 0 } = two?.other.tokens ?? {};
      others.push((fresh + cacheRead + cacheWrite) / whole(step));
    }
    expect(Math.max(...others)).toBeLessThan(1.01);
    expect(Math.min(...others)).toBeGreaterThan(0.99);
  });

  it("ignore a bill that no removal explains", () => {
    const bills = new Bills(PRICES);
    bills.of(request({ input: 90_000, cached: 89_000, replaced: true, report: reportOf(10_000, 10_000) }));
    const report = reportOf(11_000, 8_000, { moved: true });
    const two = bills.of(request({ input: 8_000, cached: 5_000, replaced: true, report }));
    expect(two?.other.tokens).toMatchObject({ cacheRead: 8_000, cacheWrite: 3_000 });
  });

  it("have amounts that can be priced, however the numbers round", () => {
    for (let input = 1_001; input < 3_001; input++) {
      const written = { cacheWriteTokens: input - 700, hourWriteTokens: input - 700 };
      const billed = { inputTokens: input, cachedTokens: 700, ...written, outputTokens: 0 };
      const bills = new Bills(PRICES);
      bills.of({ ...request({ input, cached: 700, report: reportOf(input, input) }), billed });
      const report = reportOf(input + 333, input - 7);
      const two = bills.of({ ...request({ input, cached: 700, replaced: true, report }), billed });
      const { fresh, cacheWrite = 0, hourWrite } = two?.other.tokens ?? {};
      expect([fresh, hourWrite]).toEqual([0, cacheWrite]);
    }
  });

  it("have no dollars for a model without a price, and a weight all the same", () => {
    const two = new Bills().of(
      request({ model: "nothing-known", input: 1_000, cached: 0, report: reportOf(1_000, 1_000) }),
    );
    expect(two?.actual.cost).toBeUndefined();
    expect(two?.actual.weight).toBeGreaterThan(0);
  });

  it("are missing where the provider sent none", () => {
    expect(new Bills().of({ ...request({ input: 1, cached: 0 }), billed: undefined })).toBeUndefined();
  });
});
