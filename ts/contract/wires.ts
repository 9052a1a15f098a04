import type { Wire } from "./report.js";

/** Every wire, in the order of the codes that cross to the addon. */
export const WIRES: readonly Wire[] = ["openai-chat", "openai-responses", "anthropic", "gemini"];

/** The key of each wire's list of messages. */
export const CONVERSATION_KEYS = {
  "openai-chat": "messages",
  "openai-responses": "input",
  anthropic: "messages",
  gemini: "contents",
} as const satisfies Record<Wire, string>;
