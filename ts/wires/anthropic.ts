// Anthropic Messages, and the same bodies for Bedrock's InvokeModel and for Vertex. Source: docs.anthropic.com, API
// reference, "Messages"; "Tool use".

import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";
import { type Breakpoint, breakpointOf, type CacheFacts, partBreakpoints } from "./cache-facts.js";
import { defineWire, type MessageRole } from "./define-wire.js";
import { answerTo, callArguments, type KnownCall } from "./known-calls.js";
import { isByProgram } from "./live.js";
import type { ProviderFacts } from "./provider-facts.js";
import { type PartRules, readContent } from "./read-content.js";
import type { ToolResult, Transcript } from "./transcript.js";

/** The header of a request that says what becomes of thinking that is bound to something else. Source: docs.anthropic.com. */
export const DROP_HEADERS: Readonly<Record<string, string>> = {
  "anthropic-beta": "thinking-binding-controls-2026-08-01",
};

const ofText = (text: string) => ({ type: "text", text });

const MARKER = "cache_control";

/** Source: docs.anthropic.com, "Prompt caching". Only these facts decide: live price lists feed reports. */
const CACHE: CacheFacts = {
  markerKey: MARKER,
  byClient: true,
  isFree,
  breakpoints,
  countInFront: ({ system, tools }) => countMarked(system) + countMarked(tools),
  isAutomatic: ({ [MARKER]: marker }) => marker !== undefined && marker !== null,
};

/** The path on Vertex AI is `rawPredict`'s. */
const PROVIDER: ProviderFacts = {
  name: "anthropic",
  telemetryName: "anthropic",
  endpoints: [
    { kind: "generate", end: /\/messages$/, own: /^\/v1\/messages$/ },
    { kind: "count", end: /\/messages\/count_tokens$/, own: /^\/v1\/messages\/count_tokens$/ },
    { kind: "generate", end: /\/publishers\/anthropic\/models\/([^/:]+):(?:raw|streamRaw)Predict$/ },
  ],
  images: "anthropic",
  errors: "anthropic",
  streamError: "event",
};

/** A result is a block of the type `tool_result` in a message of the role `user`. */
export const anthropic = defineWire({
  key: "anthropic",
  listKey: "messages",
  blocks: { key: "content", holdResults: true, isResult, ofText },
  cache: CACHE,
  searchHeaders: { "anthropic-beta": "advanced-tool-use-2025-11-20" },
  provider: PROVIDER,
  alternates: true,
  mediumTokens: 1568,
  read,
  roleOf,
  makesCalls: ({ content }) => hasBlock(content, ({ type, id }) => type === "tool_use" && nonEmpty(id) !== undefined),
  contentPath: (blockIndex) => ["content", blockIndex, "content"],
  isServerEdited: ({ context_management: management }) => isRecord(management) && clearsToolUses(management.edits),
  isCompaction,
  unreadMessages,
  thinkingIn,
  thinkingIsBlock: true,
  checkedCallKey: "tool_use_id",
  // Without it, or switched off, the request before may have asked by hand, and the next one may again.
  thinksByHand: ({ thinking }) => !isRecord(thinking) || thinking.type !== "adaptive",
  letsThink: ({ thinking }) => isRecord(thinking) && (thinking.type === "adaptive" || thinking.type === "enabled"),
  dropHeaders: DROP_HEADERS,
  userMessage: (texts) => ({ role: "user", content: texts.map(ofText) }),
});

const hasBlock = (content: unknown, matches: (block: JsonRecord) => boolean): boolean =>
  Array.isArray(content) && content.some((block) => isRecord(block) && matches(block));

function roleOf({ role, content }: JsonRecord): MessageRole {
  if (role !== "user") return role === "assistant" || role === "system" ? role : "other";
  return Array.isArray(content) && content.length > 0 && content.every(isResult) ? "tool" : "user";
}

/** The API refuses breakpoints on thinking and on empty texts; an image may be replaced as a whole. */
function isFree(block: JsonRecord): boolean {
  const { type, text } = block;
  const isKind = type === "text" ? typeof text === "string" && text !== "" : MARKABLE.has(type);
  return isKind && !Object.hasOwn(block, MARKER);
}

const MARKABLE: ReadonlySet<unknown> = new Set(["tool_use", "tool_result"]);

const isThinking = (block: unknown): block is JsonRecord =>
  isRecord(block) && (block.type === "thinking" || block.type === "redacted_thinking");

/** A message must not become empty, and a breakpoint of the client's must not get lost. */
function thinkingIn({ content }: JsonRecord) {
  if (!Array.isArray(content)) return [];
  const isAll = content.every(isThinking);
  return content.flatMap((block: unknown, blockIndex) => {
    if (!isThinking(block)) return [];
    const text = typeof block.thinking === "string" ? block.thinking : "";
    const signed = [block.signature, block.data].some((seal) => typeof seal === "string" && seal !== "");
    return [{ blockIndex, text, stays: isAll || block[MARKER] != null, signed }];
  });
}

/** Whether `context_management` makes the provider clear old tool results. */
function clearsToolUses(edits: unknown): boolean {
  return hasBlock(edits, ({ type }) => typeof type === "string" && type.startsWith("clear_tool_uses"));
}

const PARTS: PartRules = {
  texts: new Set(["text"]),
  markers: ["cache_control"],
  isMedium: ({ type, source }) => isRecord(source) && (type === "image" || type === "document"),
  // The API refuses empty texts.
  filler: "[masked]",
};

function read(messages: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let turnIndex = 0;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message) || !Array.isArray(message.content)) return;
    if (message.role === "assistant") {
      if (noteCalls(message.content, messageIndex, turnIndex, calls)) turnIndex++;
    } else if (message.role === "user") {
      for (const [blockIndex, block] of message.content.entries())
        if (isResult(block)) results.push(readResult(block, messageIndex, blockIndex, calls));
    }
  });
  const unread = unreadMessages(messages);
  return { results: results.map((result) => (result.messageIndex < unread ? asUnread(result) : result)) };
}

/** Editing it saves nothing. */
const asUnread = (result: ToolResult): ToolResult => ({ ...result, content: { kind: "other" } });

function isCompaction({ content }: JsonRecord): boolean {
  return hasBlock(content, ({ type }) => type === "compaction");
}

/** The API ignores everything in front of the newest compaction block. Source: docs.anthropic.com, "Compaction". */
function unreadMessages(messages: readonly unknown[]): number {
  const newest = messages.findLastIndex(
    (message) => isRecord(message) && message.role === "assistant" && isCompaction(message),
  );
  return Math.max(0, newest);
}

/** Remembers the calls of one message; a later call of the same id takes the results after it. */
function noteCalls(
  blocks: readonly unknown[],
  messageIndex: number,
  turnIndex: number,
  calls: Map<string, KnownCall>,
): boolean {
  let found = false;
  for (const [blockIndex, block] of blocks.entries()) {
    if (!isRecord(block) || block.type !== "tool_use") continue;
    const callId = nonEmpty(block.id);
    if (callId === undefined) continue;
    const toolName = typeof block.name === "string" ? block.name : undefined;
    const place = { messageIndex, blockIndex };
    calls.set(callId, { turnIndex, toolName, args: callArguments(block.input), place, byProgram: isByProgram(block) });
    found = true;
  }
  return found;
}

function isResult(block: unknown): block is JsonRecord {
  return isRecord(block) && block.type === "tool_result";
}

function readResult(
  block: JsonRecord,
  messageIndex: number,
  blockIndex: number,
  calls: ReadonlyMap<string, KnownCall>,
): ToolResult {
  return {
    messageIndex,
    blockIndex,
    ...answerTo(nonEmpty(block.tool_use_id), calls),
    content: readContent(block.content, PARTS),
    errorMarker: block.is_error === true ? "yes" : "no",
  };
}

function breakpoints(message: JsonRecord, messageIndex: number): Breakpoint[] {
  if (!Array.isArray(message.content)) return [];
  return message.content.flatMap((block: unknown, blockIndex) => {
    if (!isRecord(block)) return [];
    const own = breakpointOf(block[MARKER], messageIndex, blockIndex);
    const isAnswer = isResult(block) && message.role === "user";
    return isAnswer ? [...own, ...partBreakpoints(block.content, MARKER, messageIndex, blockIndex)] : own;
  });
}

const countMarked = (list: unknown): number =>
  Array.isArray(list) ? list.filter((one) => isRecord(one) && one[MARKER] != null).length : 0;
