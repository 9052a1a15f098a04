// OpenAI's prompt cache, the same for both of its wires. Source: platform.openai.com, "Prompt caching"; "Pricing". Only
// these facts decide: live price lists feed reports.
import { ownName } from "../models/name.js";
import { isRecord } from "../text/json-value.js";
import type { CacheBehaviour, CacheFacts, CachePrices } from "./cache-facts.js";
import { versionOf } from "./model-version.js";

/** All facts but a wire's own places for breakpoints. */
export const OPENAI_CACHE = {
  markerKey: "prompt_cache_breakpoint",
  byClient: false,
  models: /^(?:gpt-\d|chatgpt-|codex-|o[134](?:-|$))/,
  needsBreakpoint: hasBreakpoints,
  anchorPlace: (model) => (hasBreakpoints(model) ? "part" : "nowhere"),
  marker: () => ({ mode: "explicit" }),
  countInFront: () => 0,
  automatic: ({ prompt_cache_options: options }) =>
    isRecord(options) && options.mode === "explicit" ? undefined : { hourly: false },
  prices,
  behaviour,
} as const satisfies Omit<CacheFacts, "breakpoints">;

/** Whether a model finds cached text at breakpoints only, and takes a fee for writing. */
function hasBreakpoints(model: string): boolean {
  const [major, minor] = versionOf(model, "gpt-") ?? [0, 0];
  return major > 5 || (major === 5 && minor >= 6);
}

function prices(model: string): CachePrices {
  if (hasBreakpoints(model)) return { read: 1000, write: 12_500 };
  const version = versionOf(model, "gpt-");
  if (version?.[0] === 5) return { read: 1000, write: 10_000 };
  const isQuarter = version === undefined ? /^(?:o3|o4-mini)/.test(ownName(model)) : version.join(".") === "4.1";
  return { read: isQuarter ? 2500 : 5000, write: 10_000 };
}

function behaviour(model: string): CacheBehaviour {
  const common = { minimumTokens: 1024, forgetsReasoning: true };
  if (hasBreakpoints(model)) return { ...common, name: "openai, breakpoints", finding: "exact" };
  const isLater = versionOf(model, "gpt-")?.join(".") === "5.5";
  return { ...common, name: "openai", ...(isLater ? GPT_5_5 : EARLIER) };
}

const MINUTES = 60_000;

/** OpenAI, "Prompt caching": steps of 128 tokens; entries expire after 5 to 10 minutes without use. */
const EARLIER = { stepTokens: 128, lifeMs: 10 * MINUTES };
/**
 * Undocumented, but true for all 163 requests of the logs that check the models: the found length is 384, 896, 1,408 …
 * tokens. The documentation says that entries live for up to 24 hours; in the logs they were found after 13 minutes,
 * and not after 4 hours.
 */
const GPT_5_5 = { stepTokens: 512, stepOffset: 128, lifeMs: 60 * MINUTES };
