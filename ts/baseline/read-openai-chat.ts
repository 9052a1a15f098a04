import type { ResultContent, ToolResult, Transcript } from "./transcript.js";
import { isRecord, type JsonRecord } from "./value.js";

/** A call as the reader needs it. */
interface KnownCall {
  turnIndex: number;
  toolName: string | undefined;
}

/** Reads OpenAI Chat messages. Elements that are no objects count as messages and mean nothing. */
export function readOpenAiChat(messages: readonly unknown[]): Transcript {
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

/** Remembers the calls of one message; a later call of the same id takes the results after it. */
function noteCalls(toolCalls: unknown, turnIndex: number, calls: Map<string, KnownCall>): boolean {
  if (!Array.isArray(toolCalls)) return false;
  let found = false;
  for (const call of toolCalls) {
    if (!isRecord(call)) continue;
    const id = call.id;
    if (typeof id !== "string" || id === "") continue;
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
  const id = message.tool_call_id;
  const callId = typeof id === "string" && id !== "" ? id : undefined;
  const call = callId === undefined ? undefined : calls.get(callId);
  return {
    messageIndex,
    blockIndex: 0,
    callId,
    toolName: call?.toolName,
    turnIndex: call?.turnIndex,
    content: readContent(message.content),
    errorMarker: "unknown",
  };
}

function readContent(content: unknown): ResultContent {
  if (typeof content === "string") return { kind: "text", text: content };
  if (!Array.isArray(content) || content.length === 0) return { kind: "other" };
  const texts: string[] = [];
  let keptPart = 0;
  for (const part of content) {
    if (!isRecord(part) || part.type !== "text") return { kind: "other" };
    const text = part.text;
    if (typeof text !== "string") return { kind: "other" };
    if (part.cache_control != null) keptPart = texts.length;
    texts.push(text);
  }
  return { kind: "parts", texts, keptPart };
}

/** `.length` of all message text and call arguments. */
export function measureOpenAiChat(messages: readonly unknown[]): number {
  let chars = 0;
  for (const message of messages) {
    if (!isRecord(message)) continue;
    chars += contentChars(message.content);
    if (message.role === "assistant") chars += argumentChars(message.tool_calls);
  }
  return chars;
}

function contentChars(content: unknown): number {
  if (typeof content === "string") return content.length;
  if (!Array.isArray(content)) return 0;
  let chars = 0;
  for (const part of content) if (isRecord(part)) chars += stringChars(part.text);
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

function stringChars(value: unknown): number {
  return typeof value === "string" ? value.length : 0;
}
