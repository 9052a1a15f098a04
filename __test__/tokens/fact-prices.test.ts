// Models that the installed list of prices lacks, or takes for their predecessors, have the dollars of the table of models.
import { describe, expect, it } from "vitest";
import { canonical } from "../../ts/models/find-name.js";
import { MODEL_TABLE } from "../../ts/models/rows.js";
import { loadList } from "../../ts/pricing/listed.js";
import { priceTokens } from "../../ts/pricing/prices.js";

const MILLION = 1e6;
const usage = { fresh: MILLION, cacheRead: MILLION, cacheWrite: 2 * MILLION, hourWrite: MILLION, output: MILLION };
const small = (usage: object) => Object.fromEntries(Object.entries(usage).map(([key, tokens]) => [key, tokens / 100]));

describe("a price by the table of models", () => {
  it.each([
    ["claude-sonnet-5-5", "2026-10-07T12:00:00Z", 2 * (1 + 0.05 + 1.25 + 2) + 10],
    ["claude-sonnet-5-5", "2026-10-06T12:00:00Z", 2 * (1 + 0.1 + 1.25 + 2) + 10],
    ["anthropic/claude-sonnet-5.5", "2026-11-28T00:00:00Z", 2 * (1 + 0.05 + 1.25 + 2) + 10],
    ["claude-sonnet-5-5-20260928", "2026-11-28T00:00:00Z", 2 * (1 + 0.05 + 1.25 + 2) + 10],
    ["claude-haiku-5-5", "2026-11-28T00:00:00Z", 0.1 * (1 + 0.1 + 1.25 + 2) + 0.5],
    ["claude-mythos-5-1", "2026-11-28T00:00:00Z", 10 * (1 + 0.025 + 1.25 + 2) + 50],
    ["grok-4.7", "2026-11-28T00:00:00Z", 2 * (1 + 0.25 + 2) + 6],
  ])("%s on %s", (model, at, dollars) => {
    const price = priceTokens({ model, usage: small(usage), at: new Date(at) });
    expect(price).toMatchObject({ source: "facts", currency: "USD" });
    expect(price?.cost).toBeCloseTo(dollars / 100, 10);
  });

  it("has the step of a long prompt", () => {
    const of = (fresh: number) => priceTokens({ model: "claude-haiku-5-5", usage: { fresh, output: 1000 } })?.cost;
    expect(of(100_000)).toBeCloseTo((0.1 * 100_000 + 0.5 * 1000) / MILLION, 12);
    expect(of(100_001)).toBeCloseTo((5 * (0.1 * 100_001 + 0.5 * 1000)) / MILLION, 12);
  });

  it("is that of exactly this model at its vendor", () => {
    const sources = ["claude-sonnet-5", "claude-opus-5-5", "claude-haiku-5-5-mini", "grok-4.6"].map(
      (model) => priceTokens({ model, usage })?.source,
    );
    expect(sources).not.toContain("facts");
    expect(priceTokens({ model: "claude-sonnet-5-5", provider: "aws", usage })?.source).not.toBe("facts");
    expect(priceTokens({ model: "claude-sonnet-5-5", provider: "anthropic", usage })?.source).toBe("facts");
  });

  it("comes behind the caller's own", () => {
    const prices = { "claude-sonnet-5-5": { input: 1, output: 1 } };
    expect(priceTokens({ model: "claude-sonnet-5-5", usage }, prices)?.source).toBe("override");
  });

  it("is in the table only where the list has no entry of the model's own", () => {
    const listed = new Set(
      ["anthropic", "openai", "google", "x-ai"].flatMap(
        (providerId) =>
          loadList()
            .findProvider({ providerId })
            ?.models.map(({ id }) => canonical(id)) ?? [],
      ),
    );
    const ours = MODEL_TABLE.models.flatMap(({ dollars }) => dollars?.models ?? []);
    expect(ours.length).toBeGreaterThan(4);
    expect(ours.filter((model) => listed.has(model))).toEqual([]);
  });
});
