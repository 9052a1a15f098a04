import type { Wire } from "../contract/report.js";
import { BEDROCK_CONVERSE_DETAIL, MIXED_WIRES_DETAIL } from "../contract/report-basis.js";
import { unknownWire } from "../contract/wires.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { WIRES } from "./index.js";

/** What a request looks like: a wire, Bedrock's Converse API, a mix of wires, or no conversation at all. */
export type Shape = Wire | "bedrock-converse" | "mixed" | "none";

/** Blocks of Anthropic messages; some hosts of OpenAI Chat have thinking and documents, too. */
const ANTHROPIC_BLOCKS: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "document",
]);
/** Blocks that no host of another wire has. Source: Messages API reference, and its pages on compaction and tool search. */
const ANTHROPIC_OWN_BLOCKS: ReadonlySet<string> = new Set([
  "server_tool_use",
  "mcp_tool_use",
  "compaction",
  "tool_reference",
  "tool_addition",
  "tool_removal",
]);
/** Members of a request that only Anthropic has beside `messages`. */
const ANTHROPIC_KEYS = ["system", "anthropic_version", "context_management", "thread"] as const;
const ANTHROPIC_TOOL_BLOCKS: ReadonlySet<unknown> = new Set(["tool_use", "tool_result"]);
const OPENAI_ROLES: ReadonlySet<unknown> = new Set(["tool", "developer", "function"]);
const OPENAI_BLOCKS: ReadonlySet<unknown> = new Set(["image_url", "input_audio", "file", "refusal"]);

/**
 * Recognises a request by its shape alone. Linear in the number of messages and blocks.
 */
export function detectShape(request: unknown): Shape {
  if (!isRecord(request)) return "none";
  const filled = new Set(WIRES.all.map(({ listKey }) => listKey).filter((key) => hasElements(request[key])));
  if (filled.size > 1) return "mixed";
  // Two wires share the key `messages`: what is in the list decides between them.
  if (Array.isArray(request.messages)) return detectByMessages(request, gatherEvidence(request.messages));
  // A list counts before what may be a text.
  const byList = WIRES.all.find(({ listKey, listMayBeText }) => !listMayBeText && Array.isArray(request[listKey]));
  const found =
    byList ?? WIRES.all.find(({ listKey, listMayBeText }) => listMayBeText && isConversation(request[listKey]));
  return found?.key ?? "none";
}

const hasElements = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
const isConversation = (list: unknown): boolean => typeof list === "string" || Array.isArray(list);

/** What the messages of a request show. */
interface Evidence {
  /** Whether there was a message. */
  begun: boolean;
  /** A role, key or block type that only OpenAI Chat has. */
  chat: boolean;
  /** The first message is a system message, as in chats. Later ones are in Anthropic's conversations, too. */
  systemFirst: boolean;
  /** A block type that Anthropic has, and hardly another wire. */
  blocks: boolean;
  /** A block type or key of a message that no other wire has. */
  own: boolean;
  /** A call or a result as an Anthropic block: reading the request as chat would miss it. */
  toolBlocks: boolean;
  /** A call or a result as Bedrock's Converse API has them. */
  converse: boolean;
}

const NO_EVIDENCE: Evidence = {
  begun: false,
  chat: false,
  systemFirst: false,
  blocks: false,
  own: false,
  toolBlocks: false,
  converse: false,
};

/** OpenAI Chat and Anthropic share the key `messages`; its messages show which one it is. */
function detectByMessages(request: JsonRecord, seen: Evidence): Shape {
  if (seen.converse) return "bedrock-converse";
  const asChat = seen.toolBlocks ? "mixed" : "openai-chat";
  if (seen.chat) return asChat;
  if (seen.own || ANTHROPIC_KEYS.some((key) => Object.hasOwn(request, key))) return "anthropic";
  if (seen.systemFirst) return asChat;
  return seen.blocks ? "anthropic" : "openai-chat";
}

function gatherEvidence(messages: readonly unknown[]): Evidence {
  const seen = { ...NO_EVIDENCE };
  for (const message of messages) {
    const isFirst = !seen.begun;
    seen.begun = true;
    if (!isRecord(message)) continue;
    seen.systemFirst ||= isFirst && message.role === "system";
    seen.own ||= Object.hasOwn(message, "clear_at");
    seen.chat ||= OPENAI_ROLES.has(message.role) || Object.hasOwn(message, "tool_calls");
    if (!Array.isArray(message.content)) continue;
    for (const block of message.content) {
      if (!isRecord(block)) continue;
      seen.chat ||= OPENAI_BLOCKS.has(block.type);
      seen.blocks ||= isAnthropicBlock(block);
      seen.own ||= isOwnBlock(block);
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
  return ANTHROPIC_BLOCKS.has(type);
}

const isOwnBlock = ({ type }: JsonRecord): boolean =>
  typeof type === "string" && (ANTHROPIC_OWN_BLOCKS.has(type) || type.endsWith("_tool_result"));

function isConverseBlock(block: JsonRecord): boolean {
  return !Object.hasOwn(block, "type") && (Object.hasOwn(block, "toolUse") || Object.hasOwn(block, "toolResult"));
}

/** For people: why no request of such a shape is read. A shape that is not known is a wrong name in `options.wire`. */
export function unsupportedDetail(shape: Shape): string {
  if (shape === "mixed") return MIXED_WIRES_DETAIL;
  return shape === "bedrock-converse" ? BEDROCK_CONVERSE_DETAIL : `options.${unknownWire(shape).message}`;
}
