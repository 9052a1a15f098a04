import { describe, expect, it } from "vitest";
import { planBody, reduceBody, reduceBodyAsync, reduceBodyInto, reduceRequest } from "../../ts/index.js";
import { priceRequest, priceTokens } from "../../ts/pricing/index.js";
import { estimateRequest } from "../../ts/tokens/index.js";
import { generateWireBody } from "../support/generate-wire.js";
import { thrownBy } from "../support/thrown.js";
import { written } from "../support/written.js";

const REQUEST = { model: "gpt-4o", messages: [{ role: "user", content: "How much is this? ".repeat(50) }] };
const PRICES = { "gpt-4o": { input: 10, cacheRead: 1, cacheWrite: 12.5, output: 100 } };

describe("priceRequest", () => {
  it("prices a request in every accepted form", () => {
    const { totalTokens } = estimateRequest(REQUEST);
    const found = priceRequest(REQUEST, { prices: PRICES });
    expect(found).toMatchObject({
      tokens: { fresh: totalTokens, cacheRead: 0, cacheWrite: 0, output: 0 },
      method: "estimate",
      model: "gpt-4o",
      price: { cost: expect.closeTo((totalTokens * 10) / 1e6, 12), source: "override", matched: "gpt-4o" },
    });
    expect(priceRequest(Buffer.from(JSON.stringify(REQUEST)), { prices: PRICES })).toEqual(found);
    expect(priceRequest(estimateRequest(REQUEST), { prices: PRICES })).toEqual(found);
    expect(priceRequest({ totalTokens }, { model: "gpt-4o", prices: PRICES })).toEqual({ ...found, method: "given" });
    expect(priceRequest(REQUEST, { exact: true }).method).toBe("exact");
  });

  it("prices cached and fresh tokens, and the answer", () => {
    const { price, tokens } = priceRequest(
      { totalTokens: 1000 },
      { model: "gpt-4o", prices: PRICES, cached: { read: 600, write: 300 }, output: 50 },
    );
    expect(tokens).toEqual({ fresh: 100, cacheRead: 600, cacheWrite: 300, output: 50 });
    expect(price?.cost).toBeCloseTo((100 * 10 + 600 + 300 * 12.5 + 50 * 100) / 1e6, 12);
    expect(priceRequest({ totalTokens: 1000 }, { model: "gpt-4o", prices: PRICES, cached: 400 }).tokens).toMatchObject({
      fresh: 600,
      cacheRead: 400,
    });
  });

  it("uses the list without own prices", () => {
    const usage = { fresh: 1_000_000 };
    expect(priceRequest({ totalTokens: 1_000_000 }, { model: "claude-sonnet-4-5" }).price).toEqual(
      priceTokens({ model: "claude-sonnet-4-5", usage }),
    );
  });

  it("returns tokens alone without a price, and says why", () => {
    const unknown = priceRequest({ ...REQUEST, model: "gpt-4oh" });
    expect(unknown).toMatchObject({
      price: undefined,
      reason: "price_unknown",
      detail: expect.stringMatching(/nearest.*gpt-4o/),
    });
    expect(unknown.tokens.fresh).toBe(estimateRequest(REQUEST).totalTokens);
    const { model: _, ...nameless } = REQUEST;
    expect(priceRequest(nameless)).toMatchObject({ price: undefined, reason: "model_missing" });
    const error = thrownBy(() => priceRequest(REQUEST, { model: "gpt-4oh", required: true }));
    expect(error).toMatchObject({ code: "MODEL_UNKNOWN", message: expect.stringContaining("gpt-4o") });
  });

  it("refuses impossible options", () => {
    for (const options of [
      { cached: 1e9 },
      { cached: -1 },
      { cached: { read: 0.5 } },
      { output: Number.NaN },
      { exact: 1 },
      { required: "yes" },
      { modle: "gpt-4o" },
    ]) {
      const error = thrownBy(() => priceRequest(REQUEST, options as never));
      expect([options, error]).toMatchObject([options, { code: "OPTION_INVALID" }]);
    }
    expect(thrownBy(() => priceRequest({ totalTokens: -1 }))).toMatchObject({ code: "OPTION_INVALID" });
  });
});

describe("the cost in a report", () => {
  const body = generateWireBody("openai-chat", { seed: 4, targetBytes: 120_000 });
  const POLICY = { mask: { windowTurns: 2 }, cache: { strategy: "rent" as const } };
  const model = "gpt-4o";

  it("is present only if requested", () => {
    const { report } = reduceBody(body, POLICY, { model });
    expect([report.cost, report.savedCost, report.costUnknown]).toEqual([undefined, undefined, undefined]);
    expect("cost" in reduceBody(body, POLICY, { model, cost: false }).report).toBe(false);
  });

  it("is known by the default policy, too", () => {
    const { cache, cost } = reduceBody(body, {}, { cost: true }).report;
    expect({ strategy: cache.strategy, cost }).toMatchObject({ strategy: "auto", cost: { currency: "USD" } });
  });

  it("prices cached and fresh tokens, before and after", () => {
    const { report } = reduceBody(body, POLICY, { model, prices: PRICES });
    const { keptTokens = 0, lostTokens = 0, savedTokens = 0 } = report.cache;
    const { totalTokens, system, toolTokens } = estimateRequest(body, { model });
    const prefix = system.reduce((sum, { tokens }) => sum + tokens, toolTokens);
    const mix = (total: number, read: number) => (read * 1 + (total - read) * 12.5) / 1e6;
    expect(savedTokens).toBeGreaterThan(0);
    const before = mix(totalTokens, prefix + keptTokens + lostTokens + savedTokens);
    const after = mix(totalTokens - savedTokens, prefix + keptTokens);
    expect(report.cost).toMatchObject({ currency: "USD", source: "override", matched: model });
    expect(report.cost?.before).toBeCloseTo(before, 12);
    expect(report.cost?.after).toBeCloseTo(after, 12);
    expect(report.savedCost).toBeCloseTo(before - after, 12);
    expect(JSON.parse(JSON.stringify(report))).toMatchObject({ savedCost: report.savedCost });
  });

  it("has the price of an hour where a message asks for one", () => {
    const prices = { own: { input: 1, cacheRead: 0.1, cacheWrite: 1.25, hourWrite: 2, output: 5 } };
    const costFor = (cache_control: object) => {
      const content = [{ type: "text", text: "some words ".repeat(500), cache_control }];
      const request = { model: "own", max_tokens: 9, messages: [{ role: "user", content }] };
      const asked = { prices, wire: "anthropic" as const };
      const { cost } = reduceRequest(request, POLICY, asked).report;
      expect(reduceBody(Buffer.from(JSON.stringify(request)), POLICY, asked).report.cost).toEqual(cost);
      return cost;
    };
    const [short, long] = [costFor({ type: "ephemeral" }), costFor({ type: "ephemeral", ttl: "1h" })];
    expect(short?.before).toBeGreaterThan(0);
    expect((long?.before ?? 0) / (short?.before ?? 1)).toBeCloseTo(2 / 1.25, 6);
    expect(long?.tokens.before.hourWrite).toBe(long?.tokens.before.cacheWrite);
  });

  it("is the same by every entry point", async () => {
    const options = { model, prices: PRICES };
    const { cost } = reduceBody(body, POLICY, options).report;
    const into = reduceBodyInto(body, new Uint8Array(body.length), POLICY, options).report;
    const later = await reduceBodyAsync(body, POLICY, options);
    const object = reduceRequest(JSON.parse(body.toString()), POLICY, options).report;
    const observed = reduceBody(body, { ...POLICY, mode: "observe" }, options).report;
    for (const report of [into, later.report, object, observed, planBody(body, POLICY, options).report]) {
      expect(report.cost).toEqual(cost);
    }
  });

  it("shows a loss as a negative saving", () => {
    // When the boundary moves, everything after it is written again.
    const policy = written({ ...POLICY, cache: { strategy: "rent", prices: { read: 0.1, write: 1.25 } } });
    const request = JSON.parse(body.toString()) as { messages: unknown[] };
    const reports = request.messages.map((_, at) => {
      const part = { ...request, messages: request.messages.slice(0, at + 1) };
      return reduceRequest(part, policy, { model, prices: PRICES }).report;
    });
    const losses = reports.filter(({ savedCost = 0 }) => savedCost < 0);
    expect(losses.length).toBeGreaterThan(0);
    expect(losses.every(({ cache }) => (cache.lostTokens ?? 0) > 0)).toBe(true);
  });

  it("is missing with a reason", () => {
    const why = (...args: Parameters<typeof reduceBody>) => reduceBody(...args).report.costUnknown;
    expect(why(body, POLICY, { cost: true, model: "unlisted" })).toMatch(
      /no price is known for the model "unlisted"; options\.prices takes your own/,
    );
    expect(why(body, { cache: { strategy: "every-turn" } }, { cost: true, model })).toMatch(/every-turn/);
    expect(why(Buffer.from("{"), POLICY, { cost: true })).toMatch(/not read/);
    const { model: _, ...nameless } = JSON.parse(body.toString());
    expect(why(Buffer.from(JSON.stringify(nameless)), POLICY, { cost: true })).toMatch(/names no model/);
    expect(thrownBy(() => reduceBody(body, POLICY, { prices: 3 } as never))).toMatchObject({ code: "OPTION_INVALID" });
  });

  it("uses fresh prices if the provider caches nothing", () => {
    const anthropic = generateWireBody("anthropic", { seed: 4, targetBytes: 60_000 });
    const bare = Buffer.from(anthropic.toString().replaceAll(/,?"cache_control":\{[^}]*\}/g, ""));
    const { report, changed } = reduceBody(bare, POLICY, {
      prices: { "claude-m": { input: 1, output: 1 } },
      model: "claude-m",
    });
    expect([changed, report.cache.keptTokens]).toEqual([true, undefined]);
    const tokens = estimateRequest(bare, { model: "claude-m", allowUnknown: true }).totalTokens;
    expect(report.cost?.tokens.before).toEqual({ fresh: tokens });
    expect(report.savedCost).toBeGreaterThan(0);
  });
});
