// Anthropic Messages, and the same bodies for Bedrock's InvokeModel and for Vertex. Source: docs.anthropic.com, API
// reference, "Messages"; "Tool use".

import { deepChars, isRecord, type JsonRecord, nonEmpty, stringChars } from "../text/json-value.js";
import { answerTo, type KnownCall } from "./known-calls.js";
import { contentChars, type PartRules, readContent } from "./read-content.js";
import type { ToolResult, Transcript } from "./transcript.js";
import type { WireReader } from "./wire-reader.js";

/** A result is a block of the type `tool_result` in a message of the role `user`. */
export const anthropic: WireReader = {
  textType: "text",
  read,
  measure,
  contentPath: (_, blockIndex) => ["content", blockIndex, "content"],
  isDelta: () => false,
};

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
