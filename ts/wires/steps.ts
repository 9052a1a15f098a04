import type { Wire } from "../contract/report.js";
import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";

/** Who speaks in a message; `tool` where results are all it holds. */
export type MessageRole = "assistant" | "user" | "tool" | "system" | "other";

/** The places in a conversation that decisions are bound to. */
export interface Steps {
  roles: readonly MessageRole[];
  /** Number of messages in the request of each step: before each answer to something, and at the end; ascending. */
  cuts: readonly number[];
  /** 0-based index of the first message of each tool turn. */
  turnStarts: readonly number[];
}

/** Finds the steps and the tool turns of a conversation. Linear in its messages and blocks. */
export function readSteps(wire: Wire, list: readonly unknown[]): Steps {
  const roles = list.map((message) => (isRecord(message) ? ROLES[wire](message) : "other"));
  const cuts: number[] = [];
  for (let index = 1; index < roles.length; index++) {
    if (roles[index] === "assistant" && roles[index - 1] !== "assistant") cuts.push(index);
  }
  if (list.length > 0) cuts.push(list.length);
  return { roles, cuts, turnStarts: wire === "openai-responses" ? responsesTurns(list) : turns(wire, list, roles) };
}

function turns(wire: Wire, list: readonly unknown[], roles: readonly MessageRole[]): number[] {
  const calls = wire === "anthropic" ? anthropicCalls : wire === "gemini" ? geminiCalls : chatCalls;
  return list.flatMap((message, index) =>
    roles[index] === "assistant" && isRecord(message) && calls(message) ? [index] : [],
  );
}

/** A turn is a run of calls with nothing but reasoning between them. */
function responsesTurns(items: readonly unknown[]): number[] {
  const starts: number[] = [];
  let inTurn = false;
  items.forEach((item, index) => {
    const type = isRecord(item) && typeof item.type === "string" ? item.type : "";
    const isCall = type.endsWith("_call") && isRecord(item) && nonEmpty(item.call_id) !== undefined;
    if (isCall && !inTurn) starts.push(index);
    inTurn = isCall || (inTurn && type === "reasoning");
  });
  return starts;
}

const chatCalls = ({ tool_calls: calls }: JsonRecord): boolean =>
  Array.isArray(calls) && calls.some((call) => isRecord(call) && nonEmpty(call.id) !== undefined);

const anthropicCalls = ({ content }: JsonRecord): boolean =>
  Array.isArray(content) &&
  content.some((block) => isRecord(block) && block.type === "tool_use" && nonEmpty(block.id) !== undefined);

const geminiCalls = ({ parts }: JsonRecord): boolean =>
  Array.isArray(parts) && parts.some((part) => isRecord(part) && isRecord(part.functionCall ?? part.function_call));

const ROLES: Readonly<Record<Wire, (message: JsonRecord) => MessageRole>> = {
  "openai-chat": chatRole,
  "openai-responses": responsesRole,
  anthropic: anthropicRole,
  gemini: geminiRole,
};

const CHAT_ROLES: ReadonlyMap<unknown, MessageRole> = new Map<unknown, MessageRole>([
  ["assistant", "assistant"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
  ["system", "system"],
  ["developer", "system"],
]);

function chatRole({ role }: JsonRecord): MessageRole {
  return CHAT_ROLES.get(role) ?? "other";
}

function responsesRole(item: JsonRecord): MessageRole {
  const { type } = item;
  if (typeof type !== "string" || type === "message") return chatRole(item);
  if (type.endsWith("_call") || type === "reasoning" || type === "compaction") return "assistant";
  return type.endsWith("_output") ? "tool" : "other";
}

function anthropicRole({ role, content }: JsonRecord): MessageRole {
  if (role !== "user") return role === "assistant" || role === "system" ? role : "other";
  const isAnswer = (block: unknown) => isRecord(block) && block.type === "tool_result";
  return Array.isArray(content) && content.length > 0 && content.every(isAnswer) ? "tool" : "user";
}

function geminiRole({ role, parts }: JsonRecord): MessageRole {
  if (role === "model") return "assistant";
  if (role === "function") return "tool";
  if (typeof role === "string" && role !== "user") return "other";
  const isAnswer = (part: unknown) => isRecord(part) && isRecord(part.functionResponse ?? part.function_response);
  return Array.isArray(parts) && parts.length > 0 && parts.every(isAnswer) ? "tool" : "user";
}
