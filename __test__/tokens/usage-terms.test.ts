// What a usage says beside its tokens, and what that costs.
import { describe, expect, it } from "vitest";
import { priceTokens } from "../../ts/pricing/index.js";
import { parseUsage, splitBill } from "../../ts/tokens/usage.js";

const PLAIN = {
  input_tokens: 10,
  cache_creation_input_tokens: 2_000,
  cache_read_input_tokens: 30_000,
  output_tokens: 500,
};

/** The price of an answer's usage, through the two functions that everybody calls. */
function priceOf(model: string, usage: object | object[]) {
  const billed = parseUsage(usage);
  if (billed === undefined) throw new Error("not understood");
  return priceTokens({ model, usage: splitBill(billed) });
}
const costOf = (model: string, usage: object | object[]) => priceOf(model, usage)?.cost ?? Number.NaN;
const timesOf = (model: string, more: object) => costOf(model, { ...PLAIN, ...more }) / costOf(model, PLAIN);

describe("a usage's price", () => {
  it.each([
    ["claude-opus-4-6", { speed: "fast" }, 6],
    ["claude-opus-4-6-20260205", { speed: "fast" }, 6],
    ["claude-opus-5-5", { speed: "fast" }, 2],
    ["us.anthropic.claude-opus-4-8", { speed: "fast" }, 2],
    ["claude-opus-5-5", { speed: "standard", service_tier: "standard", inference_geo: "not_available" }, 1],
    ["claude-sonnet-4-6", { service_tier: "batch" }, 0.5],
    ["claude-sonnet-4-6", { inference_geo: "us" }, 1.1],
    ["claude-opus-5-5", { speed: "fast", inference_geo: "us" }, 2.2],
  ])("of %s with %j is %d times the standard one", (model, more, times) => {
    expect(timesOf(model, more)).toBeCloseTo(times, 9);
  });

  it("has ten dollars for a thousand searches, and nothing for pages that were fetched", () => {
    const usage = { ...PLAIN, server_tool_use: { web_search_requests: 3, web_fetch_requests: 7 } };
    const price = priceOf("claude-sonnet-4-6", usage);
    expect((price?.cost ?? 0) - costOf("claude-sonnet-4-6", PLAIN)).toBeCloseTo(0.03, 9);
    expect(price).toMatchObject({ otherCost: 0.03 });
    expect(price?.lacks).toBeUndefined();
  });

  it("has an advisor at its own prices, and a compaction at the request's", () => {
    const turn = { type: "message", ...PLAIN };
    const advisor = { type: "advisor_message", model: "claude-opus-4-7", input_tokens: 20_000, output_tokens: 900 };
    const advised = costOf("claude-sonnet-4-6", { ...PLAIN, iterations: [turn, advisor] });
    expect(advised - costOf("claude-sonnet-4-6", PLAIN)).toBeCloseTo((20_000 * 5 + 900 * 25) / 1e6, 9);
    const compaction = { type: "compaction", input_tokens: 100_000, output_tokens: 2_000 };
    const compacted = costOf("claude-sonnet-4-6", { ...PLAIN, iterations: [compaction, turn] });
    expect(compacted - costOf("claude-sonnet-4-6", PLAIN)).toBeCloseTo((100_000 * 3 + 2_000 * 15) / 1e6, 9);
  });

  it("counts every turn of the request's model where an advisor was asked in between", () => {
    const first = { type: "message", input_tokens: 400, output_tokens: 100 };
    const advisor = { type: "advisor_message", model: "claude-opus-4-7", input_tokens: 800, output_tokens: 50 };
    const second = { type: "message", input_tokens: 600, output_tokens: 300 };
    const billed = parseUsage(
      { input_tokens: 400, output_tokens: 400, iterations: [first, advisor, second] },
      "anthropic",
    );
    expect(billed).toMatchObject({ inputTokens: 1_000, outputTokens: 400 });
  });

  it("reads the events of a stream, and the tier beside the usage", () => {
    const events = [
      { type: "message_start", message: { usage: { ...PLAIN, speed: "fast", output_tokens: 1 } } },
      { type: "message_delta", usage: { output_tokens: 500, server_tool_use: { web_search_requests: 1 } } },
    ];
    expect(costOf("claude-opus-5-5", events)).toBeCloseTo(2 * costOf("claude-opus-5-5", PLAIN) + 0.01, 9);
    const usage = { input_tokens: 5_000, output_tokens: 100, input_tokens_details: { cached_tokens: 0 } };
    const flex = { type: "response.completed", response: { service_tier: "flex", usage } };
    expect(costOf("gpt-5.5", flex) / costOf("gpt-5.5", { usage })).toBeCloseTo(0.5, 9);
  });

  it("says what it lacks rather than taking it for standard in silence", () => {
    const odd = { ...PLAIN, speed: "warp", service_tier: "priority", inference_geo: "mars" };
    expect(priceOf("claude-opus-5-5", odd)?.lacks).toEqual([
      "speed warp",
      "service tier priority",
      "inference in mars",
    ]);
    expect(priceOf("claude-haiku-4-5", { ...PLAIN, speed: "fast" })?.lacks).toEqual(["speed fast"]);
    const more = {
      ...PLAIN,
      server_tool_use: { code_execution_requests: 2 },
      iterations: [
        { type: "advisor_message", model: "house-advisor", input_tokens: 9, output_tokens: 1 },
        { type: "dream", input_tokens: 5, output_tokens: 5 },
      ],
    };
    expect(priceOf("claude-opus-5-5", more)?.lacks).toEqual([
      "iteration dream",
      "code_execution_requests",
      "model house-advisor",
    ]);
  });

  it("is that of the caller's own prices, times the same", () => {
    const own = { m: { input: 10, output: 50 } };
    const usage = splitBill(
      parseUsage({ ...PLAIN, service_tier: "batch" }) ?? {
        inputTokens: 0,
        cachedTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
      },
    );
    expect(priceTokens({ model: "m", usage }, own)?.cost).toBeCloseTo((32_010 * 10 + 500 * 50) / 2e6, 9);
  });
});
