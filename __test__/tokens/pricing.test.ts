import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type ModelPrices, priceTokens, readPriceFile } from "../../ts/pricing/index.js";
import { temporaryFolder } from "../support/folder.js";
import { thrownBy } from "../support/thrown.js";

const usage = { fresh: 300_000, cacheRead: 500_000, cacheWrite: 200_000, output: 100_000 };

describe("priceTokens", () => {
  it("prefers own prices to the list", () => {
    const prices = { "my-model": { input: 2, cacheRead: 0.2, cacheWrite: 2.5, output: 10 } };
    const price = priceTokens({ model: "my-model", usage }, prices);
    expect(price).toMatchObject({ source: "override", matched: "my-model", currency: "USD" });
    expect(price?.inputCost).toBeCloseTo(0.6 + 0.1 + 0.5, 12);
    expect(price?.outputCost).toBeCloseTo(1, 12);
    expect(price?.cost).toBeCloseTo(2.2, 12);
  });

  it("prices missing entries like fresh input, and prefers a provider's own entry", () => {
    const prices = { m: { input: 1, output: 0 }, "m@azure": { input: 3, output: 0 } };
    expect(priceTokens({ model: "m", usage }, prices)?.cost).toBeCloseTo(1, 12);
    expect(priceTokens({ model: "m", provider: "azure", usage }, prices)?.cost).toBeCloseTo(3, 12);
    expect(priceTokens({ model: "m", provider: "openai", usage }, prices)?.cost).toBeCloseTo(1, 12);
  });

  it("finds the cached prices of the list", () => {
    const at = new Date("2025-12-01");
    const gpt = priceTokens({ model: "gpt-4o", provider: "openai", usage: { cacheRead: 1e6 }, at });
    const fresh = priceTokens({ model: "gpt-4o", provider: "openai", usage: { fresh: 1e6 }, at });
    expect(gpt).toMatchObject({ source: "genai-prices", matched: "gpt-4o@openai" });
    expect((gpt?.cost ?? 0) / (fresh?.cost ?? 1)).toBeCloseTo(0.5, 6);
    const claude = (tokens: object) => priceTokens({ model: "claude-sonnet-4-5", usage: tokens, at })?.cost ?? 0;
    expect(claude({ cacheRead: 1000 }) / claude({ fresh: 1000 })).toBeCloseTo(0.1, 6);
    expect(claude({ cacheWrite: 1000 }) / claude({ fresh: 1000 })).toBeCloseTo(1.25, 6);
  });

  it.each([
    ["an unknown model", { model: "nothing-like-it" }],
    ["an unknown provider", { model: "gpt-4o", provider: "nobody" }],
    ["a name of the prototype", { model: "constructor" }],
  ])("gives no cost for %s", (_, request) => expect(priceTokens({ ...request, usage })).toBeUndefined());

  it("makes no network request", () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    priceTokens({ model: "gpt-4o", usage });
    priceTokens({ model: "nothing-like-it", usage });
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it("costs nothing without tokens", () => {
    expect(priceTokens({ model: "gpt-4o", usage: {} })?.cost).toBe(0);
  });

  it.each([[{ fresh: -1 }], [{ output: Number.NaN }], [{ cacheRead: "1" }]])("refuses %j tokens", (bad) => {
    const request = { model: "gpt-4o", usage: bad as { fresh: number } };
    expect(thrownBy(() => priceTokens(request))).toMatchObject({ code: "OPTION_INVALID" });
  });

  it.each([[null], [{}], [{ input: -1, output: 0 }], [{ input: 1, output: "2" }]])("refuses the prices %j", (bad) => {
    const prices = { m: bad as unknown as ModelPrices };
    expect(thrownBy(() => priceTokens({ model: "m", usage }, prices))).toMatchObject({ code: "OPTION_INVALID" });
  });
});

describe("readPriceFile", () => {
  const folder = temporaryFolder();
  const file = (text: string) => {
    const path = join(folder, "prices.json");
    writeFileSync(path, text);
    return path;
  };

  it("reads overrides", () => {
    const prices = readPriceFile(file('{"m": {"input": 1, "output": 2}}'));
    expect(priceTokens({ model: "m", usage: { fresh: 1e6, output: 1e6 } }, prices)?.cost).toBe(3);
  });

  it.each(["", "[]", "null", '{"m": {"input": 1}}', '{"m": 3}'])("refuses %j and names the file", (text) => {
    expect(thrownBy(() => readPriceFile(file(text)))).toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringContaining("prices.json"),
    });
  });

  it("refuses a missing file", () => {
    expect(thrownBy(() => readPriceFile(join(folder, "none.json")))).toMatchObject({ code: "OPTION_INVALID" });
    rmSync(folder, { recursive: true });
  });
});
