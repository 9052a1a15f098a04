import { describe, expect, it } from "vitest";
import { parseUsage, usageProblem } from "../../ts/tokens/index.js";

/** Input of 1,000 and output of 50, as every sender below reports them. */
const read = (cachedTokens: number, cacheWriteTokens = 0, more: object = {}) => ({
  inputTokens: 1000,
  cachedTokens,
  cacheWriteTokens,
  outputTokens: 50,
  ...more,
});

const chat = { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050 };
const apart = { input_tokens: 100, output_tokens: 50 };

describe("a bill of", () => {
  it.each([
    ["DeepSeek", { ...chat, prompt_cache_hit_tokens: 640, prompt_cache_miss_tokens: 360 }, read(640)],
    [
      "DeepSeek, in both forms",
      { ...chat, prompt_tokens_details: { cached_tokens: 640 }, prompt_cache_hit_tokens: 640 },
      read(640),
    ],
    ["Kimi", { ...chat, cached_tokens: 512 }, read(512)],
    ["Mistral", { ...chat, num_cached_tokens: 400 }, read(400)],
    ["Mistral, in its later form", { ...chat, prompt_token_details: { cached_tokens: 400 } }, read(400)],
    ["LiteLLM", { ...chat, prompt_tokens_details: { cached_tokens: 700, cache_creation_tokens: 200 } }, read(700, 200)],
    [
      "LiteLLM, with Anthropic's names at 0 in the details",
      {
        ...chat,
        prompt_tokens_details: { cached_tokens: 0 },
        cache_read_input_tokens: 700,
        cache_creation_input_tokens: 200,
      },
      read(700, 200),
    ],
    [
      "LiteLLM, with writes for an hour",
      {
        ...chat,
        prompt_tokens_details: {
          cached_tokens: 700,
          cache_creation_tokens: 200,
          cache_creation_token_details: { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 150 },
        },
      },
      read(700, 200, { hourWriteTokens: 150 }),
    ],
    [
      "OpenRouter",
      { ...chat, prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 }, cost: 0.0125 },
      read(700, 200, { cost: 0.0125 }),
    ],
    [
      "OpenRouter, through a key of one's own: its cost is a fee alone",
      { ...chat, is_byok: true, cost: 0.0001, cost_details: { upstream_inference_cost: 0.01 } },
      read(0),
    ],
    ["Qwen", { ...chat, prompt_tokens_details: { cached_tokens: 0, cache_creation_input_tokens: 300 } }, read(0, 300)],
    [
      "Qwen, with what was written by lifetime",
      {
        ...chat,
        prompt_tokens_details: {
          cached_tokens: 0,
          cache_type: "ephemeral",
          cache_creation: { ephemeral_5m_input_tokens: 300 },
          cache_creation_input_tokens: 300,
        },
      },
      read(0, 300),
    ],
    ["the AI SDK 4", { promptTokens: 1000, completionTokens: 50, totalTokens: 1050 }, read(0)],
    ["the AI SDK 5", { inputTokens: 1000, outputTokens: 50, totalTokens: 1050, cachedInputTokens: 800 }, read(800)],
    [
      "the AI SDK 6",
      {
        inputTokens: 1000,
        inputTokenDetails: { noCacheTokens: 100, cacheReadTokens: 700, cacheWriteTokens: 200 },
        outputTokens: 50,
        outputTokenDetails: { textTokens: 40, reasoningTokens: 10 },
        totalTokens: 1050,
        cachedInputTokens: 700,
        raw: { input_tokens: 100, cache_read_input_tokens: 700 },
      },
      read(700, 200),
    ],
    [
      "a model of the AI SDK",
      {
        inputTokens: { total: 1000, noCache: 100, cacheRead: 700, cacheWrite: 200 },
        outputTokens: { total: 50, text: 40, reasoning: 10 },
      },
      read(700, 200),
    ],
    [
      "a model of the AI SDK that gives parts alone",
      {
        inputTokens: { total: undefined, noCache: 100, cacheRead: 700, cacheWrite: 200 },
        outputTokens: { total: 50 },
      },
      read(700, 200),
    ],
    [
      "LangChain",
      {
        input_tokens: 1000,
        output_tokens: 50,
        total_tokens: 1050,
        input_token_details: { cache_read: 700, cache_creation: 200 },
      },
      read(700, 200),
    ],
    [
      "LangChain, with what was written by lifetime",
      {
        input_tokens: 1000,
        output_tokens: 50,
        total_tokens: 1050,
        input_token_details: {
          cache_read: 700,
          cache_creation: 0,
          ephemeral_5m_input_tokens: 80,
          ephemeral_1h_input_tokens: 120,
        },
      },
      read(700, 200, { hourWriteTokens: 120 }),
    ],
    [
      "Bedrock Converse, with what was written by lifetime",
      {
        inputTokens: 100,
        outputTokens: 50,
        totalTokens: 1050,
        cacheReadInputTokens: 700,
        cacheWriteInputTokens: 200,
        cacheDetails: [
          { ttl: "1h", inputTokens: 100 },
          { ttl: "5m", inputTokens: 80 },
          { ttl: "1h", inputTokens: 20 },
        ],
      },
      read(700, 200, { hourWriteTokens: 120 }),
    ],
    [
      "Bedrock Converse",
      { inputTokens: 100, outputTokens: 50, totalTokens: 1050, cacheReadInputTokens: 700, cacheWriteInputTokens: 200 },
      read(700, 200),
    ],
    [
      "Anthropic, for five minutes",
      {
        ...apart,
        cache_read_input_tokens: 700,
        cache_creation_input_tokens: 200,
        cache_creation: { ephemeral_5m_input_tokens: 200, ephemeral_1h_input_tokens: 0 },
      },
      read(700, 200),
    ],
    [
      "Anthropic, for an hour",
      {
        ...apart,
        cache_read_input_tokens: 700,
        cache_creation_input_tokens: 200,
        cache_creation: { ephemeral_5m_input_tokens: 80, ephemeral_1h_input_tokens: 120 },
      },
      read(700, 200, { hourWriteTokens: 120 }),
    ],
    [
      "Anthropic, with the parts of what was written alone",
      {
        ...apart,
        cache_read_input_tokens: 700,
        cache_creation: { ephemeral_5m_input_tokens: 80, ephemeral_1h_input_tokens: 120 },
      },
      read(700, 200, { hourWriteTokens: 120 }),
    ],
    [
      "Anthropic's Java client",
      { inputTokens: 100, outputTokens: 50, cacheReadInputTokens: 700, cacheCreationInputTokens: 200 },
      read(700, 200),
    ],
    ["Codex's logs", { input_tokens: 1000, cached_input_tokens: 800, output_tokens: 50 }, read(800)],
    [
      "Codex's logs from 0.171 on",
      {
        ...{ input_tokens: 1000, cached_input_tokens: 700, cache_write_input_tokens: 200, output_tokens: 50 },
        ...{ reasoning_output_tokens: 0, total_tokens: 1050 },
      },
      read(700, 200),
    ],
    [
      "OpenAI Responses from GPT-5.6 on",
      {
        input_tokens: 1000,
        input_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 },
        output_tokens: 50,
      },
      read(700, 200),
    ],
    [
      "xAI, which counts reasoning apart",
      { ...chat, completion_tokens: 20, completion_tokens_details: { reasoning_tokens: 30 } },
      read(0),
    ],
    ["Gemini over OpenAI Chat, which names no reasoning", { ...chat, completion_tokens: 20 }, read(0)],
    [
      "a proxy whose input leaves out the cache, as its total shows",
      { ...chat, prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 700, cache_write_tokens: 200 } },
      read(700, 200),
    ],
    [
      "Gemini in snake_case",
      {
        prompt_token_count: 700,
        tool_use_prompt_token_count: 300,
        cached_content_token_count: 600,
        candidates_token_count: 40,
        thoughts_token_count: 10,
      },
      read(600),
    ],
    ["Gemini Live", { promptTokenCount: 1000, responseTokenCount: 50 }, read(0)],
    ["Ollama", { model: "qwen3", done: true, prompt_eval_count: 1000, eval_count: 50 }, read(0)],
    ["Cohere", { tokens: { input_tokens: 1000, output_tokens: 50 }, cached_tokens: 128 }, read(128)],
  ])("%s is read", (_, given, expected) => {
    expect(parseUsage(given)).toEqual(expected);
    expect(usageProblem(given)).toBeUndefined();
  });

  it.each([
    ["usage", (usage: object) => ({ usage })],
    ["usageMetadata", (usageMetadata: object) => ({ usageMetadata })],
    ["usage_metadata", (usage_metadata: object) => ({ usage_metadata })],
    ["metadata.usage", (usage: object) => ({ metadata: { usage } })],
    ["x_groq.usage", (usage: object) => ({ x_groq: { usage } })],
    ["response.usageMetadata", (usageMetadata: object) => ({ response: { usageMetadata } })],
    ["message.usage", (usage: object) => ({ type: "message_start", message: { usage } })],
  ])("any sender is found under %s", (_, wrap) => {
    expect(parseUsage(wrap({ ...chat, cached_tokens: 512 }))).toEqual(read(512));
  });

  it("adds what Anthropic's compaction took, which the main numbers leave out", () => {
    const compaction = { type: "compaction", input_tokens: 900, output_tokens: 30, cache_read_input_tokens: null };
    const message = { type: "message", input_tokens: 60, output_tokens: 20 };
    const usage = {
      input_tokens: 60,
      cache_read_input_tokens: 40,
      output_tokens: 20,
      iterations: [compaction, message],
    };
    expect(parseUsage(usage)).toEqual(read(40));
  });
});

describe("with the wire of the request", () => {
  it.each(["openai-chat", "openai-responses", "anthropic", "gemini"] as const)(
    "the names of a library are read on %s",
    (wire) => {
      expect(parseUsage({ inputTokens: 1000, outputTokens: 50, cachedInputTokens: 800 }, wire)).toEqual(read(800));
      const bedrock = { inputTokens: 300, outputTokens: 50, cacheReadInputTokens: 700 };
      expect(parseUsage(bedrock, wire)).toEqual(read(700));
    },
  );

  it("Anthropic's names beside those of Responses are part of the input there, as LiteLLM sends them", () => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 50,
      cache_read_input_tokens: 700,
      cache_creation_input_tokens: 200,
    };
    expect(parseUsage({ ...usage, input_tokens_details: { cached_tokens: 700 } }, "openai-responses")).toEqual(
      read(700, 200),
    );
  });

  it("the names of another wire are not", () => {
    expect(parseUsage({ input_tokens: 1000, output_tokens: 50 }, "gemini")).toBeUndefined();
    expect(parseUsage(chat, "anthropic")).toBeUndefined();
    expect(usageProblem(chat, "anthropic")).toMatch(/^no number of input tokens .*prompt_tokens/);
  });
});

describe("a bill that is not understood", () => {
  it.each([
    ["nothing", undefined, /^no usage/],
    ["an empty one", {}, /^no usage/],
    ["a number", 42, /^no usage/],
    ["unknown names", { tokens_in: 1000, tokens_out: 50 }, /^no number of input tokens .*tokens_in, tokens_out/],
    ["output alone", { completion_tokens: 50 }, /^no number of input tokens/],
    ["an unknown name of cached tokens", { ...chat, cache_hits: 640 }, /^unknown .*cache_hits/],
    ["an unknown name inside", { ...chat, prompt_tokens_details: { from_cache_tokens: 9 } }, /from_cache_tokens/],
    ["an unknown name beside Anthropic's", { ...apart, cache_read_input_tokens: 9, kv_cached: 5 }, /kv_cached/],
    ["a negative number", { ...chat, cached_tokens: -1 }, /cached_tokens/],
    ["a text", { ...chat, cached_tokens: "512" }, /cached_tokens/],
    ["more cached than there is", { ...chat, cached_tokens: 1001 }, /^1001 cached .* of 1000/],
    [
      "more for an hour than written",
      {
        ...apart,
        cache_creation_input_tokens: 1,
        cache_creation: { ephemeral_1h_input_tokens: 5, ephemeral_5m_input_tokens: -4 },
      },
      /ephemeral_5m_input_tokens/,
    ],
  ])("%s gives no number, and the reason", (_, given, reason) => {
    expect(parseUsage(given)).toBeUndefined();
    expect(usageProblem(given)).toMatch(reason);
  });

  it("names keys alone, cut short, and never values", () => {
    const usage = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`key_${at}_${"x".repeat(100)}`, "secret"]),
    );
    const reason = usageProblem(usage) ?? "";
    expect(reason.length).toBeLessThan(600);
    expect(reason).not.toContain("secret");
  });

  it("is not what does not count: nulls, zeros, what the cache missed, or discounts", () => {
    const usage = { ...chat, cache_hits: 0, cache_write: null, prompt_cache_miss_tokens: 1000, cache_discount: -0.2 };
    expect(parseUsage(usage)).toEqual(read(0));
  });
});
