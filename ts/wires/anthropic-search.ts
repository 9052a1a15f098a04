// Anthropic's search among deferred definitions of tools. Source: docs.anthropic.com, "Tool search tool".

import type { SearchForm } from "./define-wire.js";

/** The search by words: a pattern that the model writes can be wrong, words cannot. */
export const SEARCH: SearchForm = {
  vendor: "anthropic",
  untyped: true,
  kinds: ["custom"],
  kindStart: "tool_search_tool",
  // The provider refuses examples of a deferred tool.
  never: ["input_examples"],
  name: "tool_search_tool_bm25",
  tool: { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
  headers: { "anthropic-beta": "advanced-tool-use-2025-11-20" },
};
