import { TamisError } from "../../base/errors.js";
import type { Wire } from "../../contract/report.js";
import { isWireName, unknownWire } from "../../contract/wires.js";
import { isRecord, isTooDeep, type JsonRecord } from "../../text/json-value.js";
import type { MessageRole, WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import { type ToolResult, textsOf } from "../../wires/transcript.js";
import { detectObjectWire } from "../../wires/wire-of.js";
import type { ConversationContext } from "../providers/base/context.js";
import type { Block, ReadBlock } from "./block.js";
import { areChatMessages, type CHAT_MESSAGES, chatMessages } from "./readers/chat-messages.js";
import { CONVERSATION_READERS } from "./readers/index.js";
import type { ConversationReader } from "./readers/reader.js";

/** A conversation as providers see it: messages of any wire as blocks. */
export interface Conversation {
  readonly context: ConversationContext;
  /** The wire, or the definition that `ChatMessage`s have. */
  readonly wire: WireDefinition;
  readonly reader: ConversationReader;
  readonly messages: readonly JsonRecord[];
  /** The author of each message. */
  readonly roles: readonly MessageRole[];
  /** All blocks, in document order. */
  readonly blocks: readonly Block[];
}

/**
 * Reads a conversation. Linear in its messages.
 *
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read, saying which and why.
 */
export function openConversation(context: ConversationContext): Conversation {
  const { messages } = context;
  if (!Array.isArray(messages)) throw invalid("messages", "expected a list of messages");
  messages.forEach((message, index) => {
    if (!isRecord(message)) throw invalid(`messages[${index}]`, "expected an object");
  });
  for (const part of ["messages", "system", "tools"] as const)
    if (isTooDeep(context[part])) throw invalid(part, "expected at most 1,000 levels of lists and objects");
  const wire = wireOf(context);
  return readMessages(context, wire, messages as readonly JsonRecord[]);
}

/** The same conversation with other messages, read as before. */
export const reopen = ({ context, wire }: Conversation, messages: readonly JsonRecord[]): Conversation =>
  readMessages({ ...context, messages }, wire, messages);

function readMessages(
  context: ConversationContext,
  wire: WireDefinition,
  messages: readonly JsonRecord[],
): Conversation {
  const reader = CONVERSATION_READERS.of(wire.key);
  const roles = messages.map((message) => wire.roleOf(message));
  return { context, wire, reader, messages, roles, blocks: readBlocks(wire, reader, messages, roles) };
}

/** The name of a conversation's wire, as reports have it. */
export const wireName = ({ wire }: Conversation): Wire | typeof CHAT_MESSAGES => wire.key;

function wireOf({ wire, messages, system, tools }: ConversationContext): WireDefinition {
  if (wire !== undefined) {
    if (!isWireName(wire)) throw unknownWire(wire);
    return WIRES.of(wire);
  }
  if (areChatMessages(messages)) return chatMessages;
  const rest = { ...(system === undefined ? {} : { system }), ...(tools === undefined ? {} : { tools }) };
  const found = WIRES.all.find(({ listKey }) => looksLike(listKey, messages));
  const detected = detectObjectWire({ ...rest, [found?.listKey ?? "messages"]: messages });
  if (detected !== undefined) return WIRES.of(detected);
  throw invalid("messages", "expected messages of one wire; context.wire names the wire where it is not clear");
}

/** Members and types that only lists under this key have. */
const SIGNS: ReadonlyMap<string, (message: JsonRecord) => boolean> = new Map([
  ["contents", ({ parts }) => Array.isArray(parts)],
  ["input", ({ type }) => typeof type === "string"],
]);

const looksLike = (listKey: string, messages: readonly unknown[]): boolean =>
  messages.some((message) => isRecord(message) && SIGNS.get(listKey)?.(message) === true);

function readBlocks(
  wire: WireDefinition,
  reader: ConversationReader,
  messages: readonly JsonRecord[],
  roles: readonly MessageRole[],
): Block[] {
  // In document order.
  const { results } = wire.read(messages);
  let next = 0;
  const blocks: Block[] = [];
  messages.forEach((message, messageIndex) => {
    const author = roles[messageIndex] ?? "other";
    const first = blocks.length;
    for (const block of reader.blocksOf(message)) blocks.push(completed(block, messageIndex, author));
    const firstResult = blocks.length;
    for (let own = results[next]; own?.messageIndex === messageIndex; own = results[++next])
      blocks.push(blockOf(own, author, wire));
    if (first < firstResult && firstResult < blocks.length)
      blocks.push(...blocks.splice(first).sort((a, b) => a.blockIndex - b.blockIndex));
  });
  return blocks;
}

/** All blocks have the same members in the same order, which an engine reads faster. */
function completed(
  { blockIndex, kind, text, callId, toolName, args, place, element }: ReadBlock,
  messageIndex: number,
  author: MessageRole,
  result?: ToolResult,
): Block {
  return {
    messageIndex,
    blockIndex,
    author,
    kind,
    text,
    callId,
    toolName,
    args,
    error: result?.errorMarker ?? "unknown",
    result,
    place,
    element,
  };
}

function blockOf(result: ToolResult, author: MessageRole, { blocks: { holdResults, key } }: WireDefinition): Block {
  const { messageIndex, blockIndex, callId, toolName, args, content } = result;
  const text = content.kind === "text" ? content.text : textsOf(content).join("\n");
  const element = holdResults ? [key, blockIndex] : [];
  return completed({ blockIndex, kind: "result", text, callId, toolName, args, element }, messageIndex, author, result);
}

function invalid(path: string, message: string): TamisError {
  const place = `context.${path}`;
  return new TamisError("OPTION_INVALID", `${place}: ${message}`, { issues: [{ path: place, message }] });
}
