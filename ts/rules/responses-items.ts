import type { JsonRecord } from "../text/json-value.js";
import { idOf, type Rows } from "./rows.js";

/** What the rules of items need to know of the request. */
export interface ResponsesRequest {
  /** The list continues a conversation that the provider keeps. */
  isDelta: boolean;
  /** `store` is false: the provider keeps no item. */
  isUnstored: boolean;
  vendor: string;
}

/** Checks the fields of one item of OpenAI Responses. */
export function checkItem(item: JsonRecord, index: number, request: ResponsesRequest, rows: Rows): void {
  const { vendor } = request;
  const type = typeof item.type === "string" ? item.type : "";
  if (vendor === "openai") checkIds(item, index, type, request.isUnstored, rows);
  const callId = /_(?:call|output)$/.test(type) ? idOf(item.call_id) : undefined;
  if (callId !== undefined) rows.form("responses/call-id-form", vendor, callId, "message", index);
  if (type !== "function_call" && type !== "custom_tool_call") return;
  const name = idOf(item.name);
  if (name === undefined) rows.message("responses/call-without-name", index);
  else rows.form("responses/call-name-form", vendor, name, "message", index);
  const given = type === "function_call" ? item.arguments : item.input;
  if (typeof given !== "string") rows.message("responses/arguments-not-text", index);
}

/** Ids are checked by the provider that made them alone. */
function checkIds(item: JsonRecord, index: number, type: string, isUnstored: boolean, rows: Rows): void {
  const { id } = item;
  if (typeof id !== "string") return;
  rows.form("responses/item-id-form", type, id, "message", index);
  if (!isUnstored) return;
  const hasContent = Array.isArray(item.content) && item.content.length > 0;
  if (type === "reasoning" && idOf(item.encrypted_content) === undefined && !hasContent) {
    rows.message("responses/reasoning-not-stored", index, id);
  }
  if (type === "item_reference") rows.message("responses/reference-not-stored", index, id);
}
