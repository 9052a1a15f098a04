import { isRecord, type JsonRecord } from "../text/json-value.js";
import { idOf, isPresent, type Rows } from "./rows.js";

/** Checks what one part of a Gemini content shows alone. */
export function checkGeminiPart(
  part: JsonRecord,
  call: JsonRecord | undefined,
  content: number,
  at: number,
  rows: Rows,
): void {
  if (Object.keys(part).length === 0) rows.at("gemini/empty-part", "part", content, at);
  if (call === undefined) return;
  const name = idOf(call.name);
  if (name !== undefined) rows.form("gemini/call-name-form", "", name, "part", content, at);
  if (isPresent(call.args) && !isRecord(call.args)) rows.at("gemini/args-not-object", "part", content, at);
}
