import { isRecord, type JsonRecord } from "../text/json-value.js";
import { checkChatCall } from "./chat-calls.js";
import { idOf, isPresent, type Rows } from "./rows.js";

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

/** The calls of the assistant message before a run of tool messages. */
interface OpenCalls {
  message: number;
  /** By id: the place of the call, and whether it has a result. */
  calls: Map<string, { index: number; answered: boolean }>;
}

/** Checks OpenAI Chat, for a model of `vendor`. Messages and calls are objects. */
export function validateChat(messages: readonly JsonRecord[], vendor: string, rows: Rows): void {
  if (messages.length === 0) rows.request("chat/no-messages");
  let open: OpenCalls | undefined;
  messages.forEach((message, index) => {
    const { role } = message;
    if (role === "tool") {
      checkResult(message, index, open, rows);
    } else {
      closeCalls(open, "chat/call-unanswered", rows);
      open = role === "assistant" ? readCalls(message, index, vendor, rows) : undefined;
    }
    if (!ROLES.has(role)) rows.message("chat/role", index, idOf(role));
    else checkContent(message, index, rows);
    if (role === "function" && idOf(message.name) === undefined) rows.message("chat/function-without-name", index);
  });
  const atEnd = open?.message === messages.length - 1;
  closeCalls(open, atEnd ? "chat/call-unanswered-at-end" : "chat/call-unanswered", rows);
}

function readCalls(
  { tool_calls: list }: JsonRecord,
  message: number,
  vendor: string,
  rows: Rows,
): OpenCalls | undefined {
  if (!Array.isArray(list)) return undefined;
  if (list.length === 0) rows.message("chat/calls-empty", message);
  const open: OpenCalls = { message, calls: new Map() };
  list.forEach((call, index) => {
    const id = isRecord(call) ? idOf(call.id) : undefined;
    if (isRecord(call)) checkChatCall(call, message, index, vendor, rows);
    if (id === undefined) rows.at("chat/call-without-id", "call", message, index);
    else if (!open.calls.has(id)) open.calls.set(id, { index, answered: false });
  });
  return open;
}

function closeCalls(
  open: OpenCalls | undefined,
  rule: "chat/call-unanswered" | "chat/call-unanswered-at-end",
  rows: Rows,
): void {
  if (open === undefined) return;
  for (const [id, { index, answered }] of open.calls) {
    if (!answered) rows.at(rule, "call", open.message, index, id);
  }
}

function checkResult(message: JsonRecord, index: number, open: OpenCalls | undefined, rows: Rows): void {
  const id = idOf(message.tool_call_id);
  if (id === undefined) {
    rows.message("chat/result-without-id", index);
    return;
  }
  const call = open?.calls.get(id);
  if (call === undefined) rows.message("chat/result-orphan", index, id);
  else if (call.answered) rows.message("chat/duplicate-result", index, id);
  else call.answered = true;
}

function checkContent(message: JsonRecord, index: number, rows: Rows): void {
  const { role, content } = message;
  if (typeof content === "string" || Array.isArray(content)) return;
  const mayBeNull = role === "function" || (role === "assistant" && hasOtherContent(message));
  if (isPresent(content) || !mayBeNull) rows.message("chat/content-missing", index);
}

/** Whether a message has content other than an assistant's text. */
function hasOtherContent({ tool_calls, function_call, refusal, audio }: JsonRecord): boolean {
  const hasCalls = Array.isArray(tool_calls) ? tool_calls.length > 0 : isPresent(tool_calls);
  return hasCalls || isPresent(function_call) || isPresent(refusal) || isPresent(audio);
}
