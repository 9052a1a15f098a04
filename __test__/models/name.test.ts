import { describe, expect, it } from "vitest";
import { ownName, readModelName } from "../../ts/models/name.js";
import { contextLimitOf, priceTokens } from "../../ts/pricing/prices.js";
import { cacheRuleFor, isKnownModel } from "../../ts/simulate/cache-rule.js";
import { encodingForModel } from "../../ts/tokens/index.js";

describe("a model's own name", () => {
  it.each([
    ["gpt-4o-2024-11-20", "gpt-4o-2024-11-20"],
    ["GPT-4o", "gpt-4o"],
    ["openai/gpt-5-mini", "gpt-5-mini"],
    ["openai/gpt-5-mini:free", "gpt-5-mini"],
    ["openrouter/anthropic/claude-sonnet-4.5:thinking", "claude-sonnet-4-5"],
    ["anthropic/claude-3.5-haiku:beta", "claude-3-5-haiku"],
    ["azure/gpt-4o", "gpt-4o"],
    ["azure/eu/gpt-4o", "gpt-4o"],
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5-20250929"],
    ["apac.anthropic.claude-3-sonnet-20240229-v1:0:28k", "claude-3-sonnet-20240229"],
    ["us-gov.anthropic.claude-opus-4-6-v1", "claude-opus-4-6"],
    ["anthropic.claude-opus-5-5", "claude-opus-5-5"],
    ["bedrock/global.anthropic.claude-haiku-4-5-20251001-v1:0", "claude-haiku-4-5-20251001"],
    [
      "arn:aws:bedrock:eu-west-1:123:inference-profile/eu.anthropic.claude-sonnet-4-20250514-v1:0",
      "claude-sonnet-4-20250514",
    ],
    ["jp.amazon.nova-pro-v1:0", "nova-pro"],
    ["vertex_ai/claude-sonnet-4-5@20250929", "claude-sonnet-4-5-20250929"],
    ["claude-opus-4-6@default", "claude-opus-4-6"],
    ["claude-sonnet-4-5[1m]", "claude-sonnet-4-5"],
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["projects/p/locations/l/publishers/google/models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["ft:gpt-4o-mini-2024-07-18:acme::abc", "gpt-4o-mini-2024-07-18"],
    ["gpt-oss:120b", "gpt-oss:120b"],
    [" gpt-5 ", "gpt-5"],
    ["a.model.of.mine", "a.model.of.mine"],
    ["", ""],
    ["/", ""],
    [":free", ":free"],
    ["[1m]", ""],
  ])("of %s is %s", (given, own) => expect(ownName(given)).toBe(own));

  it("is read in linear time, however long the name", () => {
    for (const part of ["a/", "us.", "-v1:0", ":free", "[1m]", "@", " "]) {
      const started = performance.now();
      readModelName(part.repeat(200_000));
      expect(performance.now() - started).toBeLessThan(500);
    }
  });
});

const million = { fresh: 100_000 };
const cost = (model: string) => priceTokens({ model, usage: million });

describe("names of hosts and routers", () => {
  it.each([
    ["anthropic/claude-sonnet-4.5", "claude-sonnet-4-5"],
    ["openrouter/anthropic/claude-sonnet-4.5:thinking", "claude-sonnet-4-5"],
    ["openai/gpt-5-mini", "gpt-5-mini"],
    ["google/gemini-3-pro-preview", "gemini-3-pro-preview"],
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["gemini/gemini-2.5-flash", "gemini-2.5-flash"],
    ["vertex_ai/claude-sonnet-4-5@20250929", "claude-sonnet-4-5"],
    ["global.anthropic.claude-sonnet-4-5-20250929-v1:0", "claude-sonnet-4-5"],
    ["azure/gpt-4o", "gpt-4o"],
    ["xai/grok-4.5", "grok-4.5"],
    ["deepseek/deepseek-v4-pro", "deepseek-v4-pro"],
    ["moonshotai/kimi-k2-thinking", "kimi-k2-thinking"],
    ["gpt-5.4-2026-01-01", "gpt-5.4"],
    ["claude-sonnet-4-5[1m]", "claude-sonnet-4-5"],
    ["a-proxy-of-ours/claude-sonnet-4-5", "claude-sonnet-4-5"],
  ])("%s has the price of %s, its context limit and its encoding", (given, plain) => {
    expect(cost(given)?.cost).toBe(cost(plain)?.cost);
    expect(cost(given)?.cost).toBeGreaterThan(0);
    if (!given.endsWith("[1m]")) expect(contextLimitOf(given)).toBe(contextLimitOf(plain));
    expect(contextLimitOf(given)).toBeGreaterThan(100_000);
    expect(encodingForModel(given)).toEqual(encodingForModel(plain));
  });

  it.each(["us", "eu", "jp", "au", "apac", "us-gov"])(
    "a region of Bedrock has the price of the region: %s",
    (region) => {
      const given = `${region}.anthropic.claude-sonnet-4-5-20250929-v1:0`;
      expect(cost(given)).toMatchObject({
        cost: expect.closeTo(0.33, 10),
        matched: expect.stringMatching(/^regional.*@aws$/),
      });
      expect(contextLimitOf(given)).toBe(200_000);
    },
  );

  it.each([
    ["ollama/qwen3-coder:30b", undefined],
    ["gpt-oss:120b", undefined],
    ["github_copilot/gpt-4o", undefined],
    ["a-proxy-of-ours/kimi-k2", undefined],
    ["openai/gpt-5-mini:nitro", undefined],
    ["ft:gpt-4.1-mini-2025-04-14:acme::abc", undefined],
    ["glm-4.6", undefined],
    ["", undefined],
    ["anthropic/", undefined],
    ["openai/gpt-5-mini:free", 0],
    ["openai/gpt-oss-120b:free", 0],
  ])("%s has no price that is another model's or another host's", (given, expected) => {
    expect(cost(given)?.cost).toBe(expected);
  });

  it("a fine-tuned model has its own price, and context limit and encoding of its base", () => {
    const tuned = "ft:gpt-4o-mini-2024-07-18:acme::abc";
    expect(cost(tuned)?.matched).toBe("ft:gpt-4o-mini@openai");
    expect([contextLimitOf(tuned), encodingForModel(tuned).encoding]).toEqual([128_000, "o200k_base"]);
    expect(encodingForModel("ft:gpt-3.5-turbo-0125:acme::abc").encoding).toBe("cl100k_base");
  });

  it("a name that says its context limit has that", () => {
    expect(contextLimitOf("claude-sonnet-4-5[1m]")).toBe(1_000_000);
    expect(contextLimitOf("claude-sonnet-4-5")).toBe(200_000);
  });

  it("own prices are found under the whole name, else under the model's own", () => {
    const usage = { fresh: 1e6 };
    const own = {
      "claude-sonnet-4-5": { input: 1, output: 1 },
      "anthropic/claude-sonnet-4.5": { input: 2, output: 2 },
    };
    expect(priceTokens({ model: "anthropic/claude-sonnet-4.5", usage }, own)?.cost).toBe(2);
    expect(priceTokens({ model: "openrouter/anthropic/claude-sonnet-4.5", usage }, own)?.cost).toBe(1);
  });

  it("the prompt cache is that of the model", () => {
    for (const given of ["openai/gpt-5.6-sol", "us.openai.gpt-5.6-sol-v1:0", "azure/GPT-5.6", "ft:gpt-5.6:acme::abc"]) {
      expect(cacheRuleFor("openai-chat", given)).toEqual(cacheRuleFor("openai-chat", "gpt-5.6"));
      expect(isKnownModel("openai-chat", given)).toBe(true);
    }
    expect(cacheRuleFor("anthropic", "anthropic/claude-opus-4.5")).toEqual(
      cacheRuleFor("anthropic", "claude-opus-4-5"),
    );
    expect(cacheRuleFor("gemini", "projects/p/models/gemini-2.0-flash").read).toBe(2500);
    expect(isKnownModel("openai-chat", "a-gpt-5-of-ours")).toBe(false);
  });
});
