import type { Wire } from "../report.js";
import { isRecord, type JsonRecord } from "./value.js";

/** What a request looks like: a wire, a mix of wires, or no conversation at all. */
export type Shape = Wire | "mixed" | "none";

/** Blocks that only Anthropic messages have. */
const ANTHROPIC_BLOCKS: ReadonlySet<unknown> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
]);
const ANTHROPIC_TOOL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_result"]);
const OPENAI_ROLES: ReadonlySet<unknown> = new Set(["tool", "system", "developer", "function"]);

/** Recognises a request by its shape alone. Linear in the number of messages and blocks. */
export function detectShape(request: unknown): Shape {
  if (!isRecord(request)) return "none";
  if (Array.isArray(request.contents)) return "gemini";
  const messages = request.messages;
  if (Array.isArray(messages)) return detectByMessages(request, messages);
  const input = request.input;
  const hasInput = typeof input === "string" || Array.isArray(input);
  return hasInput && !Object.hasOwn(request, "messages") ? "openai-responses" : "none";
}

/** OpenAI Chat and Anthropic share the key `messages`; what stands in it tells them apart. */
function detectByMessages(request: JsonRecord, messages: readonly unknown[]): Shape {
  let openai = false;
  let anthropic = Object.hasOwn(request, "system") || Object.hasOwn(request, "anthropic_version");
  let anthropicTools = false;
  for (const message of messages) {
    if (!isRecord(message)) continue;
    openai ||= OPENAI_ROLES.has(message.role) || Object.hasOwn(message, "tool_calls");
    const content = message.content;
    if (!Array.isArray(content)) continue;
    for (const block of content) {
      if (!isRecord(block)) continue;
      anthropic ||= ANTHROPIC_BLOCKS.has(block.type);
      anthropicTools ||= ANTHROPIC_TOOL_BLOCKS.has(block.type);
    }
  }
  if (openai && anthropicTools) return "mixed";
  return anthropic ? "anthropic" : "openai-chat";
}
