// OpenAI Responses. Source: platform.openai.com, API reference, "Create a model response".

import { isRecord, type JsonRecord, nonEmpty, stringChars } from "../text/json-value.js";
import { type CacheFacts, partBreakpoints } from "./cache-facts.js";
import { defineWire, type MessageRole } from "./define-wire.js";
import { answerTo, type KnownCall } from "./known-calls.js";
import { OPENAI_CACHE } from "./openai-cache.js";
import { openAiRole } from "./openai-roles.js";
import type { ProviderFacts } from "./provider-facts.js";
import { contentChars, type PartRules, readContent } from "./read-content.js";
import type { ToolResult, Transcript } from "./transcript.js";

const ofText = (text: string) => ({ type: "input_text", text });

const CACHE: CacheFacts = {
  ...OPENAI_CACHE,
  breakpoints: ({ type, output, content }, index) =>
    partBreakpoints(type === "function_call_output" ? output : content, OPENAI_CACHE.markerKey, index, 0),
};

const PROVIDER: ProviderFacts = {
  name: "openai",
  telemetryName: "openai",
  endpoints: [
    // Compacting sends the same history as the next response would, and finds the same prefix cached.
    { kind: "generate", end: /\/responses(?:\/compact)?$/, own: /^\/v1\/responses(?:\/compact)?$/ },
    { kind: "count", end: /\/responses\/input_tokens$/ },
  ],
  images: "openai",
  errors: "openai",
  streamError: "responses-event",
};

/** A result is an item of the type `function_call_output`; outputs of other calls keep their bytes. */
export const openAiResponses = defineWire({
  key: "openai-responses",
  listKey: "input",
  listMayBeText: true,
  blocks: { key: "content", holdResults: false, textType: "input_text", isResult: () => false, ofText },
  cache: CACHE,
  provider: PROVIDER,
  joinsCalls: true,
  read,
  measure,
  roleOf,
  makesCalls: ({ type, call_id: id }) => isCall(type) && nonEmpty(id) !== undefined,
  contentPath: () => ["output"],
  isDelta: ({ previous_response_id: previous, conversation }) =>
    typeof previous === "string" || typeof conversation === "string" || isRecord(conversation),
  isCompaction: ({ type }) => type === "compaction" || type === "item_reference",
  isReasoning: ({ type }) => type === "reasoning",
  userMessage: (texts) => ({ type: "message", role: "user", content: texts.map(ofText) }),
});

function roleOf(item: JsonRecord): MessageRole {
  const { type } = item;
  if (typeof type !== "string" || type === "message") return openAiRole(item);
  if (isCall(type) || type === "reasoning" || type === "compaction") return "assistant";
  return type.endsWith("_output") ? "tool" : "other";
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
