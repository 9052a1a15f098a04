import { isRecord, type JsonRecord } from "../text/json-value.js";
import { fits, formOf } from "./forms.js";
import { idOf, type Rows } from "./rows.js";

/** Checks id, name and arguments of one call of an OpenAI Chat message. */
export function checkChatCall(call: JsonRecord, message: number, index: number, vendor: string, rows: Rows): void {
  const id = idOf(call.id);
  if (id !== undefined) rows.form("chat/call-id-form", vendor, id, "call", message, index);
  const isFunction = isRecord(call.function);
  const called = isRecord(call.function) ? call.function : isRecord(call.custom) ? call.custom : {};
  const name = idOf(called.name);
  if (name === undefined) rows.at("chat/call-without-name", "call", message, index);
  else rows.form("chat/call-name-form", vendor, name, "call", message, index);
  // A custom tool's input is any text.
  if (!isFunction && isRecord(call.custom)) return;
  const { arguments: text } = called;
  if (typeof text !== "string") rows.at("chat/arguments-not-text", "call", message, index);
  else if (text !== "" && !isAccepted(text, vendor)) rows.at("chat/arguments-not-json", "call", message, index);
}

function isAccepted(text: string, vendor: string): boolean {
  const form = formOf("chat/arguments-not-json", vendor);
  return form === undefined || fits(form, text);
}
