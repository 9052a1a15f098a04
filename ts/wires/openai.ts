// What both wires of OpenAI share. Source: platform.openai.com, "Prompt caching".

import type { JsonRecord } from "../text/json-value.js";
import { openAiAutomatic, readParts } from "./breakpoints.js";
import type { WireCache } from "./definition.js";
import { hasOpenAiBreakpoints, openAiPrices } from "./model-prices.js";

export const OPENAI_MODELS = /(?:^|\/)(?:gpt-\d|chatgpt-|codex-|o[134](?:-|$))/;

/** @param contentOf The list of a message that can have breakpoints. */
export function openAiCache(contentOf: (message: JsonRecord) => unknown): WireCache {
  return {
    markerKey: "prompt_cache_breakpoint",
    choosesLifetime: false,
    breakpointsOf: (message, index) => readParts(contentOf(message), "prompt_cache_breakpoint", index, 0),
    markedInFront: () => 0,
    automatic: openAiAutomatic,
    isCached: (model, { any, automatic }) => !hasOpenAiBreakpoints(model) || any || automatic !== undefined,
    anchorPlace: (model) => (hasOpenAiBreakpoints(model) ? "part" : "nowhere"),
    prices: openAiPrices,
  };
}
