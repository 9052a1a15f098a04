// OpenAI Chat Completions. Source: platform.openai.com, API reference, "Create chat completion".

import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";
import { type CacheFacts, partBreakpoints } from "./cache-facts.js";
import { defineWire } from "./define-wire.js";
import { answerTo, callArguments, type KnownCall } from "./known-calls.js";
import { isByProgram } from "./live.js";
import { OPENAI_CACHE } from "./openai-cache.js";
import { openAiRole } from "./openai-roles.js";
import type { ProviderFacts } from "./provider-facts.js";
import { type PartRules, readContent } from "./read-content.js";
import type { CallArguments, ToolResult, Transcript } from "./transcript.js";

const CACHE: CacheFacts = {
  ...OPENAI_CACHE,
  breakpoints: ({ content }, index) => partBreakpoints(content, OPENAI_CACHE.markerKey, index, 0),
  // Alibaba's models read Anthropic's marker on this wire, too. Source: Model Studio, "Context cache".
  hasControls: ({ content }) =>
    Array.isArray(content) && content.some((part) => isRecord(part) && (part.cache_control ?? null) !== null),
};

/** The path of Azure OpenAI names the model. */
const PROVIDER: ProviderFacts = {
  name: "openai",
  telemetryName: "openai",
  endpoints: [
    {
      kind: "generate",
      end: /(?:\/deployments\/([^/]+))?\/chat\/completions$/,
      own: /^\/v1\/chat\/completions$/,
    },
  ],
  images: "openai",
  errors: "openai",
  streamError: "data",
};

/**
 * A result is a message of the role `tool`; in the older form one of the role `function`, which answers the newest
 * `function_call` of its name.
 */
export const openAiChat = defineWire({
  key: "openai-chat",
  listKey: "messages",
  blocks: {
    key: "content",
    holdResults: false,
    isResult: () => false,
    ofText: (text) => ({ type: "text", text }),
  },
  cache: CACHE,
  provider: PROVIDER,
  read,
  roleOf: openAiRole,
  makesCalls: ({ tool_calls: calls, function_call: call }) =>
    (Array.isArray(calls) && calls.some((one) => isRecord(one) && nonEmpty(one.id) !== undefined)) ||
    (isRecord(call) && nonEmpty(call.name) !== undefined),
  contentPath: () => ["content"],
  thinkingIn,
  checkedCallKey: "tool_call_id",
  userMessage: (texts) => ({ role: "user", content: texts.join("\n") }),
});

/** Members in which routers pass on the thinking of models with signatures (LiteLLM, OpenRouter). */
const THINKING = ["thinking_blocks", "reasoning_details"] as const;
const THINKING_TYPES: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);

/** It stays: no router documents that it may go. Some hosts take it as blocks of the content. */
function thinkingIn(message: JsonRecord) {
  const isFull = (list: unknown) => Array.isArray(list) && list.length > 0;
  const isThinking = (part: unknown) => isRecord(part) && THINKING_TYPES.has(part.type);
  const { content } = message;
  const isFound =
    THINKING.some((name) => isFull(message[name])) || (Array.isArray(content) && content.some(isThinking));
  return isFound ? [{ blockIndex: 0, text: "", stays: true, signed: true }] : [];
}

const PARTS: PartRules = {
  texts: new Set(["text"]),
  markers: ["cache_control", "prompt_cache_breakpoint"],
  isMedium: ({ type }) => type === "image_url" || type === "file",
};

function read(messages: readonly unknown[]): Transcript {
  const calls = new Map<string, KnownCall>();
  const results: ToolResult[] = [];
  let turnIndex = 0;
  messages.forEach((message, messageIndex) => {
    if (!isRecord(message)) return;
    const role = message.role;
    if (role === "assistant") {
      const place = { messageIndex, blockIndex: 0 };
      const made = noteCalls(message.tool_calls, turnIndex, place, calls);
      if (noteFunctionCall(message.function_call, turnIndex, place, calls) || made) turnIndex++;
    } else if (role === "tool" || role === "function") results.push(readResult(message, messageIndex, calls));
  });
  return { results };
}

/** Remembers the calls of one message; a later call of the same id takes the results after it. */
function noteCalls(
  toolCalls: unknown,
  turnIndex: number,
  place: KnownCall["place"],
  calls: Map<string, KnownCall>,
): boolean {
  if (!Array.isArray(toolCalls)) return false;
  let found = false;
  for (const call of toolCalls) {
    if (!isRecord(call)) continue;
    const callId = nonEmpty(call.id);
    if (callId === undefined) continue;
    const known = { turnIndex, toolName: nameOf(call), args: argumentsOf(call), place };
    calls.set(callId, { ...known, byProgram: isByProgram(call) });
    found = true;
  }
  return found;
}

/** Remembers the call of the older form, whose name is its id. */
function noteFunctionCall(
  call: unknown,
  turnIndex: number,
  place: KnownCall["place"],
  calls: Map<string, KnownCall>,
): boolean {
  const name = isRecord(call) ? nonEmpty(call.name) : undefined;
  if (!isRecord(call) || name === undefined) return false;
  calls.set(name, { turnIndex, toolName: name, args: callArguments(call.arguments), place });
  return true;
}

function nameOf(call: JsonRecord): string | undefined {
  for (const holder of [call.function, call.custom]) {
    if (!isRecord(holder)) continue;
    const name = holder.name;
    if (typeof name === "string") return name;
  }
  return undefined;
}

function argumentsOf({ function: called, custom }: JsonRecord): CallArguments {
  return callArguments(isRecord(called) ? called.arguments : undefined, isRecord(custom) ? custom.input : undefined);
}

function readResult(message: JsonRecord, messageIndex: number, calls: ReadonlyMap<string, KnownCall>): ToolResult {
  const id = message.role === "function" ? message.name : message.tool_call_id;
  const answer = answerTo(nonEmpty(id), calls);
  const content = readContent(message.content, PARTS);
  // LangChain's mark.
  const errorMarker = message.status === "error" ? "yes" : "unknown";
  return { messageIndex, blockIndex: 0, ...answer, content, errorMarker };
}
