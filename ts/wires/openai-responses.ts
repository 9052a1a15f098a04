// OpenAI Responses. Source: platform.openai.com, API reference, "Create a model response".

import { hasExitCode, isErrorValue } from "../text/error-signs.js";
import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";
import { type CacheFacts, partBreakpoints } from "./cache-facts.js";
import { defineWire, type MessageRole } from "./define-wire.js";
import { answerTo, callArguments, type KnownCall } from "./known-calls.js";
import { isByProgram } from "./live.js";
import { OPENAI_CACHE } from "./openai-cache.js";
import { openAiRole } from "./openai-roles.js";
import type { ProviderFacts } from "./provider-facts.js";
import { type PartRules, readContent, readFields } from "./read-content.js";
import type { ResultContent, ToolResult, Transcript } from "./transcript.js";

const ofText = (text: string) => ({ type: "input_text", text });

const CACHE: CacheFacts = {
  ...OPENAI_CACHE,
  breakpoints: ({ type, output, content }, index) =>
    partBreakpoints(isOutput(type) ? output : content, OPENAI_CACHE.markerKey, index, 0),
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

/** A result is an item whose type ends in `_output`, or a call that the provider made and answered itself. */
export const openAiResponses = defineWire({
  key: "openai-responses",
  listKey: "input",
  listMayBeText: true,
  blocks: { key: "content", holdResults: false, isResult: () => false, ofText },
  cache: CACHE,
  provider: PROVIDER,
  joinsCalls: true,
  read,
  roleOf,
  makesCalls: (item) => isCall(item.type) && callIdOf(item) !== undefined,
  contentPath: () => ["output"],
  isDelta: ({ previous_response_id: previous, conversation }) =>
    typeof previous === "string" || typeof conversation === "string" || isRecord(conversation),
  deltaKeys: ["previous_response_id", "conversation"],
  isCompaction: ({ type }) => type === "compaction" || type === "item_reference",
  unreadMessages: (items) =>
    Math.max(
      0,
      items.findLastIndex((item) => isRecord(item) && item.type === "compaction"),
    ),
  isReasoning,
  // It stays: no router documents that it may go.
  thinkingIn: (item) => (isReasoning(item) ? [{ blockIndex: 0, text: "", stays: true, signed: false }] : []),
  userMessage: (texts) => ({ type: "message", role: "user", content: texts.map(ofText) }),
});

function isReasoning({ type }: JsonRecord): boolean {
  return type === "reasoning";
}

function roleOf(item: JsonRecord): MessageRole {
  const { type } = item;
  if (typeof type !== "string" || type === "message") return openAiRole(item);
  if (isCall(type) || type === "reasoning" || type === "compaction") return "assistant";
  return type.endsWith("_output") ? "tool" : "other";
}

const PARTS: PartRules = {
  texts: new Set(["input_text", "output_text", "text"]),
  markers: ["prompt_cache_breakpoint"],
  isMedium: ({ type }) => type === "input_image" || type === "input_file",
};

function read(items: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let turnCount = 0;
  // A turn is a run of calls with nothing but reasoning between them.
  let inTurn = false;
  items.forEach((item, messageIndex) => {
    const type = isRecord(item) && typeof item.type === "string" ? item.type : undefined;
    const id = isRecord(item) && isCall(type) ? callIdOf(item) : undefined;
    if (isRecord(item) && id !== undefined) {
      if (!inTurn) turnCount++;
      const toolName = typeof item.name === "string" ? item.name : undefined;
      const args = callArguments(item.arguments, item.input, item.action);
      const place = { messageIndex, blockIndex: 0 };
      calls.set(id, { turnIndex: turnCount - 1, toolName, args, place, byProgram: isByProgram(item) });
    }
    if (isRecord(item) && (type === ANSWERED_CALL || isOutput(type)))
      results.push(readResult(item, messageIndex, calls));
    inTurn = id !== undefined || (inTurn && type === "reasoning");
  });
  return { results };
}

/** A call that the provider made itself, with its output in the same item. */
const ANSWERED_CALL = "mcp_call";

const isOutput = (type: unknown): boolean => typeof type === "string" && type.endsWith("_output");

/** The id that a call and its output share. A local shell's output may have it as the item's own. */
function callIdOf({ type, call_id: callId, id }: JsonRecord): string | undefined {
  if (type === ANSWERED_CALL) return nonEmpty(id);
  return nonEmpty(callId) ?? (type === "local_shell_call_output" ? nonEmpty(id) : undefined);
}

function isCall(type: unknown): boolean {
  return typeof type === "string" && type.endsWith("_call");
}

function readResult(item: JsonRecord, messageIndex: number, calls: ReadonlyMap<string, KnownCall>): ToolResult {
  return {
    messageIndex,
    blockIndex: 0,
    ...answerTo(callIdOf(item), calls),
    content: readOutput(item),
    errorMarker: hasFailed(item) ? "yes" : "unknown",
  };
}

/** Whether an item's status, its error, or how a command of a shell ended says that the call failed. */
function hasFailed({ type, status, error, output }: JsonRecord): boolean {
  if (status === "incomplete" || status === "failed") return true;
  if (type === ANSWERED_CALL) return isErrorValue(error);
  const commands = type === "shell_call_output" && Array.isArray(output) ? output : [];
  return commands.some(
    (one) => isRecord(one) && isRecord(one.outcome) && (one.outcome.type === "timeout" || hasExitCode(one.outcome)),
  );
}

/**
 * An output is a text, a list of parts, or a shell's list of what each command wrote. Only outputs of functions and of
 * custom tools may be a list in place of a text.
 */
function readOutput({ type, output }: JsonRecord): ResultContent {
  const mayBeList = type === "function_call_output" || type === "custom_tool_call_output";
  if (typeof output === "string" && !mayBeList) return { kind: "fields", texts: [output], paths: [[]] };
  const isShell = type === "shell_call_output" && Array.isArray(output) && output.length > 0 && output.every(isRecord);
  if (isShell) return readFields(output, STREAMS);
  return readContent(output, PARTS);
}

/** What a command of a shell wrote. */
const STREAMS: readonly string[] = ["stdout", "stderr"];
