import { describe, expect, it } from "vitest";
import { type CondensationResult, condense, renderFeedback, savedDollars } from "../../ts/condensation/index.js";
import { priceTokens } from "../../ts/pricing/index.js";
import { longConversation } from "./long.js";

const prices = { m: { input: 10, output: 30, cacheRead: 1 } };

/** A result with the numbers of the requirements' example. */
async function example(): Promise<CondensationResult> {
  const { messages } = longConversation("openai-chat", 6);
  const result = await condense({ messages });
  const phase = { ofType: undefined as never, durationMs: 1 };
  return {
    ...result,
    provider: "smart",
    metrics: {
      ...result.metrics,
      originalTokens: 8500,
      postLosslessTokens: 5200,
      finalTokens: 2800,
      modelCalls: 0,
      costUsd: 0,
      durationMs: 3210,
    },
    report: {
      ...result.report,
      notes: [],
      phases: [
        { ...phase, name: "lossless", kind: "lossless", tokensBefore: 8500, tokensAfter: 5200 },
        { ...phase, name: "tool_results", kind: "lossy", tokensBefore: 5200, tokensAfter: 3000 },
        { ...phase, name: "tool_calls", kind: "lossy", tokensBefore: 3000, tokensAfter: 2800 },
      ],
      preserved: { userMessages: 12, decisions: 3, pinned: 0 },
    },
  };
}

describe("the share of the cache", () => {
  it.each([2, -0.1, Number.NaN, "half"])("is refused by name where it is none: %s", (cachedShare) => {
    const metrics = { originalTokens: 2, finalTokens: 1, modelCalls: 0 };
    expect(() => savedDollars({ metrics } as never, { model: "claude-sonnet-4-5", cachedShare } as never)).toThrow(
      /cachedShare: expected a number from 0 to 1/,
    );
  });
});

describe("the feedback text", () => {
  it("is that of the requirements, word for word", async () => {
    const model = { model: "m", prices: { m: { ...prices.m, input: 14 } } };
    expect(renderFeedback(await example(), model)).toBe(
      [
        "Context condensed using Smart strategy:",
        " - Lossless phase: 8,500 → 5,200 tokens (-39%)",
        " - Lossy phase: 5,200 → 2,800 tokens (-46%)",
        " - Total reduction: 67% (saved $0.08)",
        " - Preserved: 12 user messages, 3 decisions",
        " - Time: 3.2 seconds",
      ].join("\n"),
    );
  });

  it("has no bracket without a price, and no line for a phase that did not run", async () => {
    const result = await example();
    const report = { ...result.report, phases: result.report.phases.slice(1) };
    const text = renderFeedback({ ...result, report }, { model: "a model without a price" });
    expect(text).not.toContain("Lossless phase");
    expect(text).toContain(" - Total reduction: 67%\n");
  });

  it("says what it costs more where the condensing calls cost more than they save", async () => {
    const result = await example();
    const metrics = { ...result.metrics, modelCalls: 1, costUsd: 0.077 };
    expect(renderFeedback({ ...result, metrics }, { model: "m", prices })).toContain("67% (cost $0.02 more)");
  });

  it("counts what the cache serves without it, and what it makes the provider write anew", async () => {
    const result = await example();
    expect(savedDollars(result, { model: "m", prices })).toBeCloseTo(0.057, 6);
    expect(savedDollars(result, { model: "m", prices, cachedShare: 1 })).toBeCloseTo(0.0085 - 0.028, 6);
    const kept = { ...result, metrics: { ...result.metrics, unchangedTokens: 1800 } };
    expect(savedDollars(kept, { model: "m", prices, cachedShare: 1 })).toBeCloseTo(0.0085 - 0.0018 - 0.01, 6);
    const unknown = { ...result.metrics, modelCalls: 1 };
    delete unknown.costUsd;
    expect(savedDollars({ metrics: unknown }, { model: "m", prices })).toBeUndefined();
  });

  it.each([
    ["a client that marks its prompt for the cache", { type: "ephemeral" }, -1],
    ["a client without a cache", undefined, 1],
  ])("is the next request's bill without it less that with it, for %s", async (_, cache_control, sign) => {
    const { messages } = longConversation("anthropic", 12);
    const system = [{ type: "text", text: "Be short.", ...(cache_control === undefined ? {} : { cache_control }) }];
    const model = "claude-sonnet-4-5";
    const result = await condense({ messages, wire: "anthropic", system, model }, { provider: "smart" });
    const { originalTokens, finalTokens, cachedTokens = 0, unchangedTokens = 0 } = result.metrics;
    const cost = (usage: object) => priceTokens({ model, usage })?.inputCost ?? Number.NaN;
    const found = Math.min(cachedTokens, unchangedTokens);
    const rest = finalTokens - found;
    const next = cache_control === undefined ? { fresh: finalTokens } : { cacheRead: found, cacheWrite: rest };
    const newest = originalTokens - cachedTokens;
    const without =
      cache_control === undefined ? { fresh: originalTokens } : { cacheRead: cachedTokens, cacheWrite: newest };
    expect(cachedTokens > originalTokens / 2).toBe(cache_control !== undefined);
    expect(savedDollars(result, { model })).toBeCloseTo(cost(without) - cost(next), 6);
    expect(Math.sign(savedDollars(result, { model }) ?? 0)).toBe(sign);
    const cheaper = sign > 0 ? /\(saved \$/ : /\(cost \$\d+\.\d{2,4} more\)|\(saved \$0\.00\)/;
    expect(renderFeedback(result, { model })).toMatch(cheaper);
  });

  it("counts one of a thing as one, and says what else happened", async () => {
    const result = await example();
    const report = {
      ...result.report,
      preserved: { userMessages: 1, decisions: 1, pinned: 0 },
      notes: [{ code: "provider_failed" as const, message: "mine failed: boom; native took its place" }],
    };
    const text = renderFeedback({ ...result, report });
    expect(text).toContain(" - Preserved: 1 user message, 1 decision\n");
    expect(text).toMatch(/\n - Note: mine failed: boom; native took its place$/);
  });

  it("says why nothing was condensed", async () => {
    const result = await condense({ messages: longConversation("openai-chat", 1).messages.slice(0, 3) });
    expect(renderFeedback(result)).toMatch(
      /^Context not condensed \(condense_not_enough_messages\): there are 4 or fewer messages/,
    );
  });
});
