// The parts that hosts and routers put around a model's own name. Checked in November 2026, each against the page in its
// row. The native backend has the same vendors (`crates/core/src/wire/model_name.rs`); a test compares the two.

/** Who serves models under names of their own, as far as prices are known. */
export interface Host {
  /** First parts of a path, as routers and libraries write them. */
  readonly prefixes: readonly string[];
  /** The provider's id in the price list. */
  readonly provider: string;
  /** Whether it takes the prices of a model's own vendor, where the list does not know better. @default false */
  readonly atVendorPrices?: true;
}

/** Sources: docs.litellm.ai, "Providers"; openrouter.ai/docs; vercel.com/docs, "AI Gateway"; each host's own pages. */
export const HOSTS: readonly Host[] = [
  { prefixes: ["openrouter"], provider: "openrouter", atVendorPrices: true },
  { prefixes: ["azure", "azure_ai", "azure-openai"], provider: "azure", atVendorPrices: true },
  { prefixes: ["bedrock", "amazon-bedrock", "aws", "sagemaker"], provider: "aws", atVendorPrices: true },
  {
    prefixes: ["vertex_ai", "vertex_ai_beta", "vertex", "google-vertex", "google-vertex-ai", "publishers", "projects"],
    provider: "google",
    atVendorPrices: true,
  },
  { prefixes: ["groq"], provider: "groq" },
  { prefixes: ["together", "together_ai", "togetherai"], provider: "together" },
  { prefixes: ["fireworks", "fireworks_ai", "accounts"], provider: "fireworks" },
  { prefixes: ["cerebras"], provider: "cerebras" },
  { prefixes: ["perplexity"], provider: "perplexity" },
  { prefixes: ["novita"], provider: "novita" },
  { prefixes: ["baseten"], provider: "baseten" },
  { prefixes: ["ovhcloud"], provider: "ovhcloud" },
];

/** Hosts without a known price: what they serve runs on the caller's machine, or is paid for otherwise. */
export const UNPRICED_HOSTS: readonly string[] = [
  ..."ollama ollama_chat lm_studio hosted_vllm vllm llamafile local huggingface github github_copilot github-copilot".split(
    " ",
  ),
  ..."deepinfra nvidia_nim sambanova replicate databricks hyperbolic workers-ai cloudflare nebius".split(" "),
];

export interface Family {
  /** The beginnings of its models' own names. */
  readonly names: readonly string[];
  /** The vendor's id in the price list. */
  readonly provider: string;
  /** The vendor's name in OpenRouter's model names. */
  readonly slug: string;
  /** Anybody may serve it, at any price. @default false */
  readonly isOpen?: true;
}

/** Sources: the vendors' model pages; openrouter.ai/models. The first row that fits decides. */
export const FAMILIES: readonly Family[] = [
  { names: ["claude"], provider: "anthropic", slug: "anthropic" },
  { names: ["gpt-oss"], provider: "openai", slug: "openai", isOpen: true },
  {
    names: ["gpt-", "chatgpt-", "codex-", "computer-use", "o1", "o3", "o4", "text-embedding-", "ft:gpt-"],
    provider: "openai",
    slug: "openai",
  },
  { names: ["gemini"], provider: "google", slug: "google" },
  { names: ["gemma"], provider: "google", slug: "google", isOpen: true },
  { names: ["grok"], provider: "x-ai", slug: "x-ai" },
  { names: ["deepseek"], provider: "deepseek", slug: "deepseek", isOpen: true },
  {
    names: ["mistral", "mixtral", "ministral", "codestral", "devstral", "magistral", "pixtral", "voxtral"],
    provider: "mistral",
    slug: "mistralai",
    isOpen: true,
  },
  { names: ["kimi", "moonshot"], provider: "moonshotai", slug: "moonshotai", isOpen: true },
  { names: ["glm"], provider: "zai", slug: "z-ai", isOpen: true },
  { names: ["minimax"], provider: "minimax", slug: "minimax", isOpen: true },
  { names: ["command"], provider: "cohere", slug: "cohere" },
  { names: ["nova"], provider: "aws", slug: "amazon" },
  { names: ["qwen", "qwq"], provider: "openrouter", slug: "qwen", isOpen: true },
  { names: ["llama"], provider: "openrouter", slug: "meta-llama", isOpen: true },
];

/**
 * Vendors before the dot of Bedrock's names: `anthropic.claude-…`, with a region in front `us.anthropic.claude-…`.
 * Source: docs.aws.amazon.com, "Supported foundation models"; "Inference profiles".
 */
export const DOTTED_VENDORS: ReadonlySet<string> = new Set(
  (
    "ai21 amazon anthropic cohere deepseek google luma meta minimax mistral moonshot moonshotai nvidia openai qwen " +
    "stability twelvelabs writer xai zai"
  ).split(" "),
);

/** What a variant of OpenRouter's names means for the price. Source: openrouter.ai/docs, "Model variants". */
export const VARIANTS: Readonly<Record<string, "same" | "free" | "other">> = {
  beta: "same",
  exacto: "same",
  extended: "same",
  thinking: "same",
  free: "free",
  floor: "other",
  nitro: "other",
  online: "other",
};

/** Claude Code's mark for the long context of a model. Source: docs.anthropic.com, "Claude Code: model configuration". */
export const LONG_CONTEXT = { suffix: "[1m]", contextTokens: 1_000_000 } as const;

/**
 * Context limits that the installed price list lacks, in tokens, by the beginning of the model's own name. Source:
 * ai.google.dev, "Gemini models": text models from 1.5 on, and the aliases of the newest. Those for images, speech and
 * live sessions have other limits.
 */
export const CONTEXT_LIMITS: readonly { readonly models: RegExp; readonly but: RegExp; readonly tokens: number }[] = [
  {
    models: /^gemini-(?:[2-9]|flash-|pro-latest)/,
    but: /image|tts|live|audio|speech|embedding|robotics|computer/,
    tokens: 1_048_576,
  },
];
