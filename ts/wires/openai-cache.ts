// OpenAI's prompt cache, the same for both of its wires. Source: platform.openai.com, "Prompt caching"; "Pricing". Only
// these facts decide: live price lists feed reports.
import { ownName } from "../models/name.js";
import { isRecord } from "../text/json-value.js";
import type { CacheFacts, CachePrices } from "./cache-facts.js";
import { versionOf } from "./model-version.js";

/** All facts but a wire's own places for breakpoints. */
export const OPENAI_CACHE = {
  markerKey: "prompt_cache_breakpoint",
  byClient: false,
  needsBreakpoint: hasBreakpoints,
  anchorPlace: (model) => (hasBreakpoints(model) ? "part" : "nowhere"),
  marker: () => ({ mode: "explicit" }),
  countInFront: () => 0,
  automatic: ({ prompt_cache_options: options }) =>
    isRecord(options) && options.mode === "explicit" ? undefined : { hourly: false },
  prices,
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
