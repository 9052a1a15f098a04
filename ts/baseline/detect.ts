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
  if (Array.isArray(request.messages)) return detectByMessages(request, request.messages);
  if (Array.isArray(request.contents)) return "gemini";
  return typeof request.input === "string" || Array.isArray(request.input) ? "openai-responses" : "none";
}

/** What the messages of a request show. */
interface Evidence {
  /** A role or key that only OpenAI Chat has. */
  chat: boolean;
  /** A block type that only Anthropic has. */
  blocks: boolean;
  /** A call or a result as an Anthropic block: reading the request as chat would miss it. */
  toolBlocks: boolean;
}

/** OpenAI Chat and Anthropic share the key `messages`; what stands in it tells them apart. */
function detectByMessages(request: JsonRecord, messages: readonly unknown[]): Shape {
  const seen = gatherEvidence(messages);
  if (seen.chat && seen.toolBlocks) return "mixed";
  if (seen.blocks) return "anthropic";
  const hasAnthropicKey = Object.hasOwn(request, "system") || Object.hasOwn(request, "anthropic_version");
  return hasAnthropicKey && !seen.chat ? "anthropic" : "openai-chat";
}

function gatherEvidence(messages: readonly unknown[]): Evidence {
  const seen: Evidence = { chat: false, blocks: false, toolBlocks: false };
  for (const message of messages) {
    if (!isRecord(message)) continue;
    seen.chat ||= OPENAI_ROLES.has(message.role) || Object.hasOwn(message, "tool_calls");
    if (!Array.isArray(message.content)) continue;
    for (const block of message.content) {
      if (!isRecord(block)) continue;
      seen.blocks ||= ANTHROPIC_BLOCKS.has(block.type);
      seen.toolBlocks ||= ANTHROPIC_TOOL_BLOCKS.has(block.type);
    }
  }
  return seen;
}
