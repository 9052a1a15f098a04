// The names of a bill's numbers, by sender. The wire shows the API, not who answers: one vendor's shape comes over
// several wires, and libraries have shapes of their own. Names are in snake_case here; `camelCase` is read as the same
// name. Checked in November 2026, each against the page or the types in its row.
import type { Wire } from "../contract/report.js";

/** Alternatives for one number. Each is the sum of the numbers at its paths. */
export type Names = readonly (readonly string[])[];

export interface UsageShape {
  /** Who sends it, and where that is documented. */
  readonly source: string;
  /** Wires whose providers send it. @default any: a library's shape */
  readonly wires?: readonly Wire[];
  /** One of these must be there. @default the first name of `input` */
  readonly signs?: readonly string[];
  readonly input: Names;
  /** Whether `input` leaves out what was read from the cache and written to it. @default false */
  readonly isApart?: boolean;
  readonly cached: Names;
  readonly written: Names;
  /** Of the written tokens, those kept for an hour. */
  readonly forHour?: Names;
  readonly output: Names;
  /** The sum of input and output; what it has beyond them is output, or the cache that the input leaves out. */
  readonly total?: string;
}

/** What Anthropic wrote for an hour, and by lifetime. */
export const ANTHROPIC_HOUR = "cache_creation.ephemeral_1h_input_tokens";
export const ANTHROPIC_PARTS = ["cache_creation.ephemeral_5m_input_tokens", ANTHROPIC_HOUR];
const LITELLM_HOUR = "prompt_tokens_details.cache_creation_token_details.ephemeral_1h_input_tokens";
/** The same in the details of Qwen's hosts. */
const QWEN_HOUR = "prompt_tokens_details.cache_creation.ephemeral_1h_input_tokens";
const QWEN_PARTS = ["prompt_tokens_details.cache_creation.ephemeral_5m_input_tokens", QWEN_HOUR];
/** LangChain leaves `cache_creation` at 0 where it gives the lifetimes. */
const LANGCHAIN_HOUR = "input_token_details.ephemeral_1h_input_tokens";
const LANGCHAIN_PARTS = ["input_token_details.ephemeral_5m_input_tokens", LANGCHAIN_HOUR];

/** A list of what was written, by lifetime; it is read as an object of sums. */
export const WRITTEN_LIST = "cache_details";
const BEDROCK_HOUR = `${WRITTEN_LIST}.1h`;

/** The first shape whose sign is there is the usage's. */
export const USAGE_SHAPES: readonly UsageShape[] = [
  {
    source:
      "OpenAI Chat (openai-node, CompletionUsage) and who speaks it: DeepSeek (prompt_cache_hit_tokens, api-docs.deepseek.com), " +
      "Kimi (cached_tokens, platform.moonshot.ai), Mistral (num_cached_tokens, docs.mistral.ai), xAI (docs.x.ai), Qwen " +
      "(cache_creation, alibabacloud.com, Context cache), LiteLLM (cache_creation_…, docs.litellm.ai), OpenRouter (cache_write_tokens, openrouter.ai/docs)",
    wires: ["openai-chat"],
    input: [["prompt_tokens"]],
    cached: [
      ["prompt_tokens_details.cached_tokens"],
      ["prompt_token_details.cached_tokens"],
      ["prompt_cache_hit_tokens"],
      ["cached_tokens"],
      ["num_cached_tokens"],
      ["cache_read_input_tokens"],
      ["cached_prompt_text_tokens"],
    ],
    written: [
      ["prompt_tokens_details.cache_write_tokens"],
      ["prompt_tokens_details.cache_creation_tokens"],
      ["prompt_tokens_details.cache_creation_input_tokens"],
      ["cache_creation_input_tokens"],
      ANTHROPIC_PARTS,
      QWEN_PARTS,
    ],
    forHour: [[LITELLM_HOUR], [ANTHROPIC_HOUR], [QWEN_HOUR]],
    output: [["completion_tokens"]],
    total: "total_tokens",
  },
  {
    source: "Gemini (ai.google.dev, UsageMetadata; js-genai)",
    wires: ["gemini"],
    input: [["prompt_token_count", "tool_use_prompt_token_count"]],
    cached: [["cached_content_token_count"]],
    written: [],
    output: [
      ["candidates_token_count", "thoughts_token_count"],
      ["response_token_count", "thoughts_token_count"],
    ],
  },
  {
    source: "Models of the AI SDK (@ai-sdk/provider, LanguageModelV3Usage)",
    signs: ["input_tokens.total", "input_tokens.no_cache"],
    input: [["input_tokens.total"], ["input_tokens.no_cache", "input_tokens.cache_read", "input_tokens.cache_write"]],
    cached: [["input_tokens.cache_read"]],
    written: [["input_tokens.cache_write"]],
    output: [["output_tokens.total"]],
  },
  {
    source: "LangChain (@langchain/core, UsageMetadata) and OpenAI's Realtime API",
    signs: ["input_token_details"],
    input: [["input_tokens"]],
    cached: [
      ["input_token_details.cache_read"],
      ["input_token_details.cache_read_tokens"],
      ["input_token_details.cached_tokens"],
      ["cached_input_tokens"],
    ],
    written: [["input_token_details.cache_creation"], ["input_token_details.cache_write_tokens"], LANGCHAIN_PARTS],
    forHour: [[LANGCHAIN_HOUR]],
    output: [["output_tokens"]],
  },
  {
    source: "Codex's logs (codex-rs, TokenUsage; written ones from 0.171 on), and the AI SDK (cachedInputTokens)",
    signs: ["cached_input_tokens"],
    input: [["input_tokens"]],
    cached: [["cached_input_tokens"]],
    written: [["cache_write_input_tokens"]],
    output: [["output_tokens"]],
  },
  {
    source:
      "Anthropic (docs.anthropic.com, Usage), and Bedrock Converse (docs.aws.amazon.com, TokenUsage: cacheReadInputTokens, " +
      "CacheDetail)",
    wires: ["anthropic"],
    signs: ["cache_read_input_tokens", "cache_creation_input_tokens", "cache_write_input_tokens", "cache_creation"],
    input: [["input_tokens"]],
    isApart: true,
    cached: [["cache_read_input_tokens"]],
    written: [["cache_creation_input_tokens"], ["cache_write_input_tokens"], ANTHROPIC_PARTS],
    forHour: [[ANTHROPIC_HOUR], [BEDROCK_HOUR]],
    output: [["output_tokens"]],
  },
  {
    source: "OpenAI Responses (openai-node, ResponseUsage), and Anthropic's wire without a cache",
    wires: ["openai-responses", "anthropic"],
    input: [["input_tokens"]],
    cached: [["input_tokens_details.cached_tokens"], ["cached_tokens"], ["cache_read_input_tokens"]],
    written: [
      ["input_tokens_details.cache_write_tokens"],
      ["input_tokens_details.cache_creation_tokens"],
      ["cache_creation_input_tokens"],
    ],
    output: [["output_tokens"]],
  },
  {
    source: "Cohere (docs.cohere.com, Usage)",
    signs: ["tokens.input_tokens"],
    input: [["tokens.input_tokens"]],
    cached: [["cached_tokens"]],
    written: [],
    output: [["tokens.output_tokens"]],
  },
  {
    source: "Ollama (docs.ollama.com, Generate a chat message); a local cache has no price",
    input: [["prompt_eval_count"]],
    cached: [],
    written: [],
    output: [["eval_count"]],
  },
];

/** Keys under which a response or an event has its usage, directly or one level down. */
export const USAGE_KEYS = ["usage", "usage_metadata"];
export const USAGE_HOLDERS = ["message", "response", "metadata", "x_groq"];

/** Numbers about a cache that change nothing: what it missed, and money. */
export const HARMLESS = /miss|no_?cache|uncached|non_?cached|discount|cost|price|details/;

/** The dollars that OpenRouter and Perplexity took; with a key of one's own they are a fee alone, so they do not count. */
export const COSTS = ["cost", "cost.total_cost"];
export const IS_FEE = "is_byok";
