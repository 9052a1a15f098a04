// OpenAI's prompt cache, the same for both of its wires. Source: platform.openai.com, "Prompt caching"; "Pricing". Only
// these facts decide: live price lists feed reports.
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { CacheFacts } from "./cache-facts.js";

/** How long a request to OpenAI wants its cache to be kept: `in_memory` or `24h`; undefined where it does not say. */
export const retentionOf = ({ prompt_cache_retention: retention }: JsonRecord): string | undefined =>
  typeof retention === "string" ? retention : undefined;

/** All facts but a wire's own places for breakpoints. */
export const OPENAI_CACHE = {
  markerKey: "prompt_cache_breakpoint",
  byClient: false,
  countInFront: () => 0,
  isAutomatic: ({ prompt_cache_options: options }) => !(isRecord(options) && options.mode === "explicit"),
} as const satisfies Omit<CacheFacts, "breakpoints">;
