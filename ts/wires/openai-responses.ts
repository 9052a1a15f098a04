// OpenAI Responses. Source: platform.openai.com, API reference, "Create a model response".

import { isRecord, type JsonRecord, nonEmpty, stringChars } from "../text/json-value.js";
import { defineWire, type MessageRole } from "./definition.js";
import { answerTo, type KnownCall } from "./known-calls.js";
import { OPENAI_MODELS, openAiCache } from "./openai.js";
import { contentChars, type PartRules, readContent } from "./read-content.js";
import { chatRole } from "./roles.js";
import type { ToolResult, Transcript } from "./transcript.js";

/** A result is an item of the type `function_call_output`; outputs of other calls keep their bytes. */
export const openAiResponses = defineWire({
  name: "openai-responses",
  listKey: "input",
  takesText: true,
  blocksKey: "content",
  hasResultBlocks: false,
  textType: "input_text",
  resultIsObject: false,
  models: OPENAI_MODELS,
  telemetryProvider: "openai",
  cache: openAiCache((item) => (item.type === "function_call_output" ? item.output : item.content)),
  read,
  measure,
  contentPath: () => ["output"],
  isSnakeCase: () => false,
  isDelta: (request) =>
    typeof request.previous_response_id === "string" ||
    typeof request.conversation === "string" ||
    isRecord(request.conversation),
  clearsOnServer: () => false,
  roleOf,
  turnStarts,
  isResultBlock: () => false,
  isCompaction: ({ type }) => type === "compaction" || type === "item_reference",
  isReasoning: ({ type }) => type === "reasoning",
  textBlock: (text) => ({ type: "text", text }),
  userMessage: (texts) => ({
    type: "message",
    role: "user",
    content: texts.map((text) => ({ type: "input_text", text })),
  }),
});

function roleOf(item: JsonRecord): MessageRole {
  const { type } = item;
  if (typeof type !== "string" || type === "message") return chatRole(item);
  if (type.endsWith("_call") || type === "reasoning" || type === "compaction") return "assistant";
  return type.endsWith("_output") ? "tool" : "other";
}

/** A turn is a run of calls with nothing but reasoning between them. */
function turnStarts(items: readonly unknown[]): number[] {
  const starts: number[] = [];
  let inTurn = false;
  items.forEach((item, index) => {
    const type = isRecord(item) && typeof item.type === "string" ? item.type : "";
    const isCallWithId = isCall(type) && isRecord(item) && nonEmpty(item.call_id) !== undefined;
    if (isCallWithId && !inTurn) starts.push(index);
    inTurn = isCallWithId || (inTurn && type === "reasoning");
  });
  return starts;
}

const PARTS: PartRules = {
  texts: new Set(["input_text", "output_text", "text"]),
  markers: ["prompt_cache_breakpoint"],
  mediaKind: ({ type }) => (type === "input_image" ? "image" : type === "input_file" ? "document" : undefined),
};

function read(items: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let toolTurnCount = 0;
  let lastUserMessage = -1;
  // A turn is a run of calls with nothing but reasoning between them.
  let inTurn = false;
  items.forEach((item, messageIndex) => {
    const type = isRecord(item) && typeof item.type === "string" ? item.type : undefined;
    const id = isRecord(item) && isCall(type) ? nonEmpty(item.call_id) : undefined;
    if (isRecord(item) && id !== undefined) {
      if (!inTurn) toolTurnCount++;
      calls.set(id, { turnIndex: toolTurnCount - 1, toolName: typeof item.name === "string" ? item.name : undefined });
    } else if (isRecord(item) && type === "function_call_output") {
      results.push(readResult(item, messageIndex, calls));
    } else if (isRecord(item) && isMessage(item) && item.role === "user") {
      lastUserMessage = messageIndex;
    }
    inTurn = id !== undefined || (inTurn && type === "reasoning");
  });
  return { messageCount: items.length, toolTurnCount, lastUserMessage, results };
}

function isCall(type: unknown): boolean {
  return typeof type === "string" && type.endsWith("_call");
}

/** A message may go without its type. */
function isMessage(item: JsonRecord): boolean {
  return typeof item.type === "string" ? item.type === "message" : typeof item.role === "string";
}

function readResult(item: JsonRecord, messageIndex: number, calls: ReadonlyMap<string, KnownCall>): ToolResult {
  return {
    messageIndex,
    blockIndex: 0,
    ...answerTo(nonEmpty(item.call_id), calls),
    content: readContent(item.output, PARTS),
    errorMarker: "unknown",
  };
}

function measure(items: readonly unknown[]): number {
  let chars = 0;
  for (const item of items) if (isRecord(item)) chars += itemChars(item);
  return chars;
}

function itemChars(item: JsonRecord): number {
  if (isCall(item.type)) return stringChars(item.arguments) + stringChars(item.input);
  if (item.type === "function_call_output") return contentChars(item.output);
  return isMessage(item) ? contentChars(item.content) : 0;
}
