// Anthropic Messages, and the same bodies for Bedrock's InvokeModel and for Vertex. Source: docs.anthropic.com, API
// reference, "Messages"; "Tool use".

import { deepChars, isRecord, type JsonRecord, nonEmpty, stringChars } from "../text/json-value.js";
import { breakpointOf, countMarked, isHourly, readParts } from "./breakpoints.js";
import { type Breakpoint, defineWire, type MessageRole, type WireCache } from "./definition.js";
import { answerTo, type KnownCall } from "./known-calls.js";
import { contentChars, type PartRules, readContent } from "./read-content.js";
import { turnsWithCalls } from "./roles.js";
import type { ToolResult, Transcript } from "./transcript.js";

/** Source: docs.anthropic.com, "Prompt caching". */
const CACHE: WireCache = {
  markerKey: "cache_control",
  choosesLifetime: true,
  breakpointsOf,
  markedInFront: ({ system, tools }) => countMarked(system) + countMarked(tools),
  automatic: ({ cache_control: marker }) =>
    marker === undefined || marker === null ? undefined : { hourly: isHourly(marker), isAsked: true },
  isCached: (_, { any }) => any,
  anchorPlace: () => "block",
  prices: (_, longLived) => ({ read: 1000, write: longLived ? 20_000 : 12_500 }),
};

/** A result is a block of the type `tool_result` in a message of the role `user`. */
export const anthropic = defineWire({
  name: "anthropic",
  listKey: "messages",
  takesText: false,
  blocksKey: "content",
  hasResultBlocks: true,
  textType: "text",
  resultIsObject: false,
  models: /claude-/,
  telemetryProvider: "anthropic",
  cache: CACHE,
  read,
  measure,
  contentPath: (blockIndex) => ["content", blockIndex, "content"],
  isSnakeCase: () => false,
  isDelta: () => false,
  clearsOnServer: ({ context_management: management }) => clearsToolUses(management),
  roleOf,
  turnStarts: turnsWithCalls(hasCalls),
  isResultBlock: isResult,
  isCompaction: ({ content }) =>
    Array.isArray(content) && content.some((block) => isRecord(block) && block.type === "compaction"),
  isReasoning: () => false,
  textBlock,
  userMessage: (texts) => ({ role: "user", content: texts.map(textBlock) }),
});

function textBlock(text: string): object {
  return { type: "text", text };
}

/** Whether `context_management` has the provider clear old tool results. */
function clearsToolUses(management: unknown): boolean {
  if (!isRecord(management) || !Array.isArray(management.edits)) return false;
  return management.edits.some(
    (edit) => isRecord(edit) && typeof edit.type === "string" && edit.type.startsWith("clear_tool_uses"),
  );
}

function roleOf({ role, content }: JsonRecord): MessageRole {
  if (role !== "user") return role === "assistant" || role === "system" ? role : "other";
  return Array.isArray(content) && content.length > 0 && content.every(isResult) ? "tool" : "user";
}

function hasCalls({ content }: JsonRecord): boolean {
  return (
    Array.isArray(content) &&
    content.some((block) => isRecord(block) && block.type === "tool_use" && nonEmpty(block.id) !== undefined)
  );
}

function breakpointsOf(message: JsonRecord, messageIndex: number): Breakpoint[] {
  if (!Array.isArray(message.content)) return [];
  return message.content.flatMap((block: unknown, blockIndex) => {
    if (!isRecord(block)) return [];
    const own = breakpointOf(block.cache_control, messageIndex, blockIndex, undefined);
    const inUserMessage = isResult(block) && message.role === "user";
    return inUserMessage ? [...own, ...readParts(block.content, "cache_control", messageIndex, blockIndex)] : own;
  });
}

const PARTS: PartRules = {
  texts: new Set(["text"]),
  markers: ["cache_control"],
  mediaKind: ({ type, source }) => (isRecord(source) && (type === "image" || type === "document") ? type : undefined),
};

function read(messages: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let toolTurnCount = 0;
  let lastUserMessage = -1;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
    if (message.role === "assistant") {
      if (noteCalls(blocks, toolTurnCount, calls)) toolTurnCount++;
    } else if (message.role === "user") {
      blocks.forEach((block, blockIndex) => {
        if (isResult(block)) results.push(readResult(block, messageIndex, blockIndex, calls));
      });
      // Results alone are the tools speaking, not the user.
      if (blocks.length === 0 || !blocks.every(isResult)) lastUserMessage = messageIndex;
    }
  });
  return { messageCount: messages.length, toolTurnCount, lastUserMessage, results };
}

/** Remembers the calls of one message; a later call of the same id takes the results after it. */
function noteCalls(blocks: readonly unknown[], turnIndex: number, calls: Map<string, KnownCall>): boolean {
  let found = false;
  for (const block of blocks) {
    if (!isRecord(block) || block.type !== "tool_use") continue;
    const id = nonEmpty(block.id);
    if (id === undefined) continue;
    calls.set(id, { turnIndex, toolName: typeof block.name === "string" ? block.name : undefined });
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

function measure(messages: readonly unknown[]): number {
  let chars = 0;
  for (const message of messages) {
    if (!isRecord(message)) continue;
    chars += stringChars(message.content);
    if (!Array.isArray(message.content)) continue;
    for (const block of message.content) if (isRecord(block)) chars += blockChars(block, message.role === "user");
  }
  return chars;
}

function blockChars(block: JsonRecord, inUserMessage: boolean): number {
  const result = inUserMessage && isResult(block) ? contentChars(block.content) : 0;
  return stringChars(block.text) + stringChars(block.thinking) + deepChars(block.input) + result;
}
