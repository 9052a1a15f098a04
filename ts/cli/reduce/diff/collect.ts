// Pairs edits with the values that they replace. The old values are read by the edits' paths, so that both backends
// agree.

import { addTo } from "../../../base/maps.js";
import type { Decision, Edit, Plan } from "../../../contract/report.js";
import { fromPointer } from "../../../text/json-pointer.js";
import { valueAt } from "../../../text/json-value.js";
import { wellFormed } from "../../../text/surrogates.js";

/** One edit with its old and new value. */
export interface EditedBlock {
  path: string;
  messageIndex: number;
  blockIndex: number;
  /** Missing if the call names no tool or has no id. */
  toolName?: string;
  callId?: string;
  action: Edit["action"];
  reason: Edit["reason"];
  before: unknown;
  /** `null` if the whole element of a list is removed; `removed` says so. */
  after: unknown;
  removed?: true;
}

/** The edits of a plan, in document order. `body` is the planned request. */
export function collectEdits(body: Uint8Array, plan: Plan): EditedBlock[] {
  if (plan.edits.length === 0) return [];
  const request: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
  const decisions = new Map(plan.report.decisions.map((decision) => [placeOf(decision), decision]));
  const trims = trimsByPlace(plan.report.decisions);
  return plan.edits.map((edit) => {
    const several = edit.action === "trim" ? trims.get(messageOf(edit)) : undefined;
    const decision = several?.shift();
    return toBlock(edit, request, decision === undefined ? decisions : new Map([[placeOf(decision), decision]]));
  });
}

/** Decisions on the calls of a message that is a whole, by message: there each has one edit. */
function trimsByPlace(decisions: readonly Decision[]): ReadonlyMap<string, Decision[]> {
  const found = new Map<string, Decision[]>();
  for (const decision of decisions) {
    if (decision.action !== "trim") continue;
    addTo(found, String(decision.messageIndex), decision);
  }
  for (const [message, several] of found) if (new Set(several.map(placeOf)).size > 1) found.delete(message);
  return found;
}

const messageOf = ({ path }: Edit): string => path.split("/")[2] ?? "";

const placeOf = ({ messageIndex, blockIndex }: Pick<Decision, "messageIndex" | "blockIndex">): string =>
  `${messageIndex}/${blockIndex}`;

function toBlock(edit: Edit, request: unknown, decisions: ReadonlyMap<string, Decision>): EditedBlock {
  const { path, action, reason, replacement } = edit;
  const keys = fromPointer(path);
  if (action === "repair") return repairedBlock(edit, request, keys);
  if (action === "defer") return addedBlock(edit, request, keys);
  const [, message = "0", , block = "0"] = keys;
  // If a message is one result, the fourth key names a part of it.
  const decision = decisions.get(`${message}/${block}`) ?? decisions.get(`${message}/0`);
  const { toolName, callId } = decision ?? {};
  // Definitions of tools are in no message.
  const messageIndex = edit.reason === "tools" ? 0 : Number(message);
  const place = { messageIndex, blockIndex: decision?.blockIndex ?? 0 };
  const called = { ...(toolName === undefined ? {} : { toolName }), ...(callId === undefined ? {} : { callId }) };
  const after = replacement === "" ? { after: null, removed: true as const } : { after: valueIn(replacement) };
  return { path, ...place, ...called, action, reason, before: valueAt(request, keys), ...after };
}

/** The value that an edit inserts; an added member has its name and its comma. */
function valueIn(replacement: string): unknown {
  const member = /^\s*,(.*)$/s.exec(replacement)?.[1];
  if (member === undefined) return JSON.parse(replacement);
  return Object.values(JSON.parse(`{${member}}`) as object)[0];
}

/** What is added for the provider: a member, its value, or an element of a list. */
function addedBlock({ path, action, reason, replacement }: Edit, request: unknown, keys: readonly string[]) {
  const text = replacement.replace(/^,/, "");
  const after: unknown = text.startsWith("{") ? JSON.parse(text) : valueIn(replacement);
  return { path, messageIndex: 0, blockIndex: 0, action, reason, before: valueAt(request, keys) ?? null, after };
}

/** The whole string, or the member's name, with U+FFFD in it. */
function repairedBlock({ path, action, reason }: Edit, request: unknown, keys: readonly string[]): EditedBlock {
  const value = valueAt(request, keys);
  const before = typeof value === "string" && !isWellFormed(value) ? value : (keys.at(-1) ?? "");
  const messageIndex = Number(keys[1] ?? 0) || 0;
  return { path, messageIndex, blockIndex: 0, action, reason, before, after: wellFormed(before) };
}

const isWellFormed = (text: string): boolean => wellFormed(text) === text;
