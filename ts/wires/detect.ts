import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";

/** What a request looks like: a wire, Bedrock's Converse API, a mix of wires, or no conversation at all. */
export type Shape = Wire | "bedrock-converse" | "mixed" | "none";

/** Blocks that only Anthropic messages have. */
const ANTHROPIC_BLOCKS: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "server_tool_use",
  "mcp_tool_use",
  "document",
]);
const ANTHROPIC_TOOL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_result"]);
const OPENAI_ROLES: ReadonlySet<unknown> = new Set(["tool", "system", "developer", "function"]);
const OPENAI_BLOCKS: ReadonlySet<unknown> = new Set(["image_url", "input_audio", "file", "refusal"]);

/**
 * Recognises a request by its shape alone. Linear in the number of messages and blocks.
 *
 * @param before What messages show that stand before those of the request.
 */
export function detectShape(request: unknown, before?: Evidence): Shape {
  if (!isRecord(request)) return "none";
  const { messages, contents, input } = request;
  const filled = [messages, contents, input].filter((list) => Array.isArray(list) && list.length > 0);
  if (filled.length > 1) return "mixed";
  if (Array.isArray(messages)) return detectByMessages(request, gatherEvidence(messages, before));
  if (Array.isArray(contents)) return "gemini";
  return typeof input === "string" || Array.isArray(input) ? "openai-responses" : "none";
}

/** What the messages of a request show. */
export interface Evidence {
  /** A role, key or block type that only OpenAI Chat has. */
  chat: boolean;
  /** A block type that only Anthropic has. */
  blocks: boolean;
  /** A call or a result as an Anthropic block: reading the request as chat would miss it. */
  toolBlocks: boolean;
  /** A call or a result as Bedrock's Converse API has them. */
  converse: boolean;
}

const NO_EVIDENCE: Evidence = { chat: false, blocks: false, toolBlocks: false, converse: false };

/** OpenAI Chat and Anthropic share the key `messages`; what stands in it tells them apart. */
function detectByMessages(request: JsonRecord, seen: Evidence): Shape {
  if (seen.converse) return "bedrock-converse";
  if (seen.chat) return seen.toolBlocks ? "mixed" : "openai-chat";
  const hasAnthropicKey = Object.hasOwn(request, "system") || Object.hasOwn(request, "anthropic_version");
  return seen.blocks || hasAnthropicKey ? "anthropic" : "openai-chat";
}

/** What messages show, and those before them. */
export function gatherEvidence(messages: readonly unknown[], before: Evidence = NO_EVIDENCE): Evidence {
  const seen = { ...before };
  for (const message of messages) {
    if (!isRecord(message)) continue;
    seen.chat ||= OPENAI_ROLES.has(message.role) || Object.hasOwn(message, "tool_calls");
    if (!Array.isArray(message.content)) continue;
    for (const block of message.content) {
      if (!isRecord(block)) continue;
      seen.chat ||= OPENAI_BLOCKS.has(block.type);
      seen.blocks ||= isAnthropicBlock(block);
      seen.toolBlocks ||= ANTHROPIC_TOOL_BLOCKS.has(block.type);
      seen.converse ||= isConverseBlock(block);
    }
  }
  return seen;
}

function isAnthropicBlock(block: JsonRecord): boolean {
  const { type } = block;
  if (typeof type !== "string") return false;
  if (type === "image") return Object.hasOwn(block, "source");
  return ANTHROPIC_BLOCKS.has(type) || type.endsWith("_tool_result");
}

function isConverseBlock(block: JsonRecord): boolean {
  return !Object.hasOwn(block, "type") && (Object.hasOwn(block, "toolUse") || Object.hasOwn(block, "toolResult"));
}
