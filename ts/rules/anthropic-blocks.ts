import { isRecord, type JsonRecord } from "../text/json-value.js";
import { idOf, isPresent, type Rows } from "./rows.js";

/** Checks what one block of an Anthropic message shows alone, for a model of `vendor`. */
export function checkBlock(block: JsonRecord, message: number, at: number, vendor: string, rows: Rows): void {
  switch (block.type) {
    case "text":
      if (block.text === "") rows.at("anthropic/empty-text", "block", message, at);
      break;
    case "thinking":
      if (idOf(block.signature) === undefined) rows.at("anthropic/thinking-signature", "block", message, at);
      break;
    case "tool_use":
      checkCall(block, message, at, vendor, rows);
      break;
    case "server_tool_use":
    case "mcp_tool_use":
      checkFields(block, block.type, message, at, rows);
      break;
    case "tool_result":
      checkResult(block, message, at, vendor, rows);
  }
}

function checkCall(block: JsonRecord, message: number, at: number, vendor: string, rows: Rows): void {
  const [id, name] = [idOf(block.id), idOf(block.name)];
  if (id === undefined) rows.at("anthropic/call-without-id", "block", message, at);
  else rows.form("anthropic/call-id-form", vendor, id, "block", message, at);
  if (name !== undefined) rows.form("anthropic/call-name-form", vendor, name, "block", message, at);
  checkFields(block, "tool_use", message, at, rows);
}

/** Checks what every call must have, whoever runs it. */
function checkFields(block: JsonRecord, type: string, message: number, at: number, rows: Rows): void {
  if (idOf(block.name) === undefined) rows.at("anthropic/call-without-name", "block", message, at, type);
  if (!isRecord(block.input)) rows.at("anthropic/input-not-object", "block", message, at, type);
}

function checkResult(block: JsonRecord, message: number, at: number, vendor: string, rows: Rows): void {
  if (isPresent(block.content) && typeof block.content !== "string" && !Array.isArray(block.content)) {
    rows.at("anthropic/result-content", "block", message, at);
  }
  const id = idOf(block.tool_use_id);
  if (id === undefined) rows.at("anthropic/result-without-id", "block", message, at);
  else rows.form("anthropic/result-id-form", vendor, id, "block", message, at);
}
