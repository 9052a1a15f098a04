// Anthropic's context editing, and its betas. Source: docs.anthropic.com, "Context editing"; "Compaction".

import { isRecord, type JsonRecord, nonEmpty } from "../text/json-value.js";
import type { ClearingFacts, ClearingPlace, ToolUse } from "./clearing-facts.js";

/** The beta that allows `context_management`. */
export const CONTEXT_BETA = "context-management-2025-06-27";

/** The beta that allows a request to say what becomes of thinking that is bound to something else. */
const BINDING_BETA = "thinking-binding-controls-2026-08-01";

/** The header that such a request needs. */
export const DROP_HEADERS: Readonly<Record<string, string>> = { "anthropic-beta": BINDING_BETA };

const KEY = "context_management";

/** The lowest trigger always holds, and the least that is cleared is nothing: only `keep` decides. */
export const CLEARING: ClearingFacts = {
  vendor: "anthropic",
  key: KEY,
  listKey: "edits",
  headers: { "anthropic-beta": CONTEXT_BETA },
  placeIn,
  toolUses,
  edit: (kept, inputs, excluded) => ({
    type: "clear_tool_uses_20250919",
    trigger: { type: "input_tokens", value: 1 },
    keep: { type: "tool_uses", value: kept },
    clear_at_least: { type: "input_tokens", value: 0 },
    clear_tool_inputs: inputs,
    ...(excluded.length === 0 ? {} : { exclude_tools: excluded }),
  }),
  cleared: (callId) => ({ type: "tool_result", tool_use_id: callId, content: "[Old tool result content cleared]" }),
  clearedCall: (call) => ({ ...call, input: {} }),
};

/** Behind the client's own edits. Where the client lets the provider compact, there is no place. */
function placeIn(request: JsonRecord): ClearingPlace | undefined {
  const management = request[KEY];
  const asMember = (edit: JsonRecord) => ({ edits: [edit] });
  if (management === undefined) return { path: [KEY], valueOf: asMember, around: [`,"${KEY}":{"edits":[`, "]}"] };
  if (management === null || (isRecord(management) && Object.keys(management).length === 0)) {
    return { path: [KEY], valueOf: asMember, around: ['{"edits":[', "]}"] };
  }
  const edits = isRecord(management) ? management.edits : undefined;
  if (!Array.isArray(edits) || edits.some(isCompaction)) return undefined;
  const { length } = edits;
  return { path: [KEY, "edits", length], valueOf: (edit) => edit, around: [length === 0 ? "" : ",", ""] };
}

const isCompaction = (edit: unknown): boolean =>
  isRecord(edit) && typeof edit.type === "string" && edit.type.startsWith("compact");

function toolUses(list: readonly unknown[]): ToolUse[] {
  const uses: ToolUse[] = [];
  let turnIndex = 0;
  for (const message of list) {
    const content = isRecord(message) && message.role === "assistant" ? message.content : undefined;
    const calls = Array.isArray(content) ? content.filter(isCall) : [];
    uses.push(...calls.map(({ name }) => ({ turnIndex, toolName: typeof name === "string" ? name : undefined })));
    if (calls.length > 0) turnIndex++;
  }
  return uses;
}

const isCall = (block: unknown): block is JsonRecord =>
  isRecord(block) && block.type === "tool_use" && nonEmpty(block.id) !== undefined;
