// OpenAI Chat Completions. Source: platform.openai.com, API reference, "Create chat completion".

import { isRecord, type JsonRecord, nonEmpty, stringChars } from "../text/json-value.js";
import { defineWire } from "./definition.js";
import { answerTo, type KnownCall } from "./known-calls.js";
import { OPENAI_MODELS, openAiCache } from "./openai.js";
import { contentChars, type PartRules, readContent } from "./read-content.js";
import { chatRole, turnsWithCalls } from "./roles.js";
import type { ToolResult, Transcript } from "./transcript.js";

/** A result is a message of the role `tool`. */
export const openAiChat = defineWire({
  name: "openai-chat",
  listKey: "messages",
  takesText: false,
  blocksKey: "content",
  hasResultBlocks: false,
  textType: "text",
  resultIsObject: false,
  models: OPENAI_MODELS,
  telemetryProvider: "openai",
  cache: openAiCache((message) => message.content),
  read,
  measure,
  contentPath: () => ["content"],
  isSnakeCase: () => false,
  isDelta: () => false,
  clearsOnServer: () => false,
  roleOf: chatRole,
  turnStarts: turnsWithCalls(hasCalls),
  isResultBlock: () => false,
  isCompaction: () => false,
  isReasoning: () => false,
  textBlock: (text) => ({ type: "text", text }),
  userMessage: (texts) => ({ role: "user", content: texts.join("\n") }),
});

const PARTS: PartRules = {
  texts: new Set(["text"]),
  markers: ["cache_control", "prompt_cache_breakpoint"],
  mediaKind: ({ type }) => (type === "image_url" ? "image" : type === "file" ? "document" : undefined),
};

function read(messages: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let toolTurnCount = 0;
  let lastUserMessage = -1;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const role = message.role;
    if (role === "assistant") {
      if (noteCalls(message.tool_calls, toolTurnCount, calls)) toolTurnCount++;
    } else if (role === "tool") {
      results.push(readResult(message, messageIndex, calls));
    } else if (role === "user") {
      lastUserMessage = messageIndex;
    }
  });
  return { messageCount: messages.length, toolTurnCount, lastUserMessage, results };
}

function hasCalls({ tool_calls: calls }: JsonRecord): boolean {
  return Array.isArray(calls) && calls.some((call) => isRecord(call) && nonEmpty(call.id) !== undefined);
}

/** Remembers the calls of one message; a later call of the same id takes the results after it. */
function noteCalls(toolCalls: unknown, turnIndex: number, calls: Map<string, KnownCall>): boolean {
  if (!Array.isArray(toolCalls)) return false;
  let found = false;
  for (const call of toolCalls) {
    if (!isRecord(call)) continue;
    const id = nonEmpty(call.id);
    if (id === undefined) continue;
    calls.set(id, { turnIndex, toolName: nameOf(call) });
    found = true;
  }
  return found;
}

function nameOf(call: JsonRecord): string | undefined {
  for (const holder of [call.function, call.custom]) {
    if (!isRecord(holder)) continue;
    const name = holder.name;
    if (typeof name === "string") return name;
  }
  return undefined;
}

function readResult(message: JsonRecord, messageIndex: number, calls: ReadonlyMap<string, KnownCall>): ToolResult {
  return {
    messageIndex,
    blockIndex: 0,
    ...answerTo(nonEmpty(message.tool_call_id), calls),
    content: readContent(message.content, PARTS),
    errorMarker: "unknown",
  };
}

function measure(messages: readonly unknown[]): number {
  let chars = 0;
  for (const message of messages) {
    if (!isRecord(message)) continue;
    chars += contentChars(message.content);
    if (message.role === "assistant") chars += argumentChars(message.tool_calls);
  }
  return chars;
}

function argumentChars(toolCalls: unknown): number {
  if (!Array.isArray(toolCalls)) return 0;
  let chars = 0;
  for (const call of toolCalls) {
    if (!isRecord(call)) continue;
    if (isRecord(call.function)) chars += stringChars(call.function.arguments);
    if (isRecord(call.custom)) chars += stringChars(call.custom.input);
  }
  return chars;
}
