import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadList } from "../../ts/pricing/listed.js";
import { listedModels, priceTokens } from "../../ts/pricing/prices.js";

const TENTHS = 10;
const tokens = fc.integer({ min: 0, max: 2_000_000 });
const usage = fc
  .record({
    fresh: tokens,
    cacheRead: tokens,
    cacheWrite: tokens,
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    output: tokens,
  })
  .map(({ share, ...rest }) => ({ ...rest, hourWrite: Math.floor(rest.cacheWrite * share) }));

describe("prices by rates", () => {
  it("are those of the list, for every model and any number of tokens", () => {
    const models = listedModels();
    const at = new Date();
    fc.assert(
      fc.property(usage, fc.nat(TENTHS - 1), (one, tenth) => {
        for (const model of models.filter((_, index) => index % TENTHS === tenth)) {
          const [byRates, byList] = [priceTokens({ model, usage: one }), priceTokens({ model, usage: one, at })];
          expect(byRates?.matched, model).toBe(byList?.matched);
          for (const key of ["cost", "inputCost", "outputCost"] as const)
            expect(Math.abs((byRates?.[key] ?? 0) - (byList?.[key] ?? 0)), `${model} ${key}`).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("ask the list seldom", () => {
    const list = loadList();
    const model = "gpt-4o-mini";
    priceTokens({ model, usage: { fresh: 1 } });
    const startedAt = performance.now();
    for (let count = 0; count < 20_000; count++) priceTokens({ model, usage: { fresh: count, output: 10 } });
    const byRatesMs = performance.now() - startedAt;
    const askedAt = performance.now();
    for (let count = 0; count < 2_000; count++) list.calcPrice({ input_tokens: count, output_tokens: 10 }, model);
    expect(byRatesMs).toBeLessThan(10 * (performance.now() - askedAt));
  });
});
