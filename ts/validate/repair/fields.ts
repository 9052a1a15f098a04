// Repairs of single values: what a value must become is in the value itself, or in the call that it belongs to.
import type { RuleId } from "../../contract/rule-texts.js";
import type { ViolationRow } from "../../contract/violations.js";
import { isRecord, type JsonRecord, parseJson } from "../../text/json-value.js";
import { isWellFormed } from "../../text/surrogates.js";
import { conformCallIds } from "./call-ids.js";
import type { FieldEdit } from "./field-edits.js";
import { type PlanInput, type Repair, repairOf } from "./plan.js";

/** The edits of one round, and the repairs that they are. */
export interface FieldPlan {
  edits: FieldEdit[];
  repairs: Repair[];
}

type Fix = (row: ViolationRow, message: JsonRecord) => FieldEdit | undefined;

const NEW_IDS: ReadonlySet<RuleId> = new Set<RuleId>([
  "anthropic/call-id-form",
  "anthropic/result-id-form",
  "chat/call-id-form",
  "responses/call-id-form",
]);

/** What is done about each rule. A rule that is not here has no repair of this kind. */
const FIXES: Partial<Record<RuleId, Fix>> = {
  "anthropic/input-not-object": ({ message, index }, { content }) =>
    toObject(message, ["content", index], "input", elementOf(content, index)),
  "anthropic/trailing-space": trimEnd,
  "chat/calls-empty": ({ message }) => ({ message, path: [], key: "tool_calls", value: undefined }),
  "chat/arguments-not-text": ({ message, index }, { tool_calls: calls }) => {
    const called = elementOf(calls, index)?.function;
    return isRecord(called) ? toText(message, ["tool_calls", index, "function"], called) : undefined;
  },
  "responses/arguments-not-text": ({ message }, item) =>
    item.type === "function_call" ? toText(message, [], item) : undefined,
  "responses/item-id-form": ({ message }) => ({ message, path: [], key: "id", value: undefined }),
  "responses/reasoning-status": ({ message }) => ({ message, path: [], key: "status", value: undefined }),
  "gemini/args-not-object": ({ message, index }, { parts }) => {
    const part = elementOf(parts, index);
    const key = part !== undefined && Object.hasOwn(part, "functionCall") ? "functionCall" : "function_call";
    const call = part?.[key];
    return isRecord(call) ? toObject(message, ["parts", index, key], "args", call) : undefined;
  },
};

/** Plans the repairs of single values. */
export function planFields({ wire, messages, rows, model }: PlanInput): FieldPlan {
  const plan: FieldPlan = { edits: [], repairs: [] };
  const ids = rows.some(({ rule }) => NEW_IDS.has(rule))
    ? conformCallIds(wire.key, messages, { request: { model } })
    : [];
  plan.edits.push(...ids);
  for (const row of rows) {
    const message = messages[row.message];
    const edit = message === undefined ? undefined : FIXES[row.rule]?.(row, message);
    if (edit !== undefined) plan.edits.push(edit);
    if (edit !== undefined || (ids.length > 0 && NEW_IDS.has(row.rule))) {
      plan.repairs.push(repairOf(row, wire, edit?.value === undefined && edit !== undefined ? "removed" : "replaced"));
    }
  }
  return plan;
}

function elementOf(list: unknown, index: number): JsonRecord | undefined {
  const element: unknown = Array.isArray(list) ? list[index] : undefined;
  return isRecord(element) ? element : undefined;
}

/** Makes a member an object: the object whose JSON it is, or an empty one where it says nothing. */
function toObject(
  message: number,
  path: FieldEdit["path"],
  key: string,
  holder: JsonRecord | undefined,
): FieldEdit | undefined {
  const value = holder?.[key];
  if (holder === undefined) return undefined;
  const isNothing = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  if (isNothing || (typeof value === "string" && value.trim() === "")) return { message, path, key, value: {} };
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  if (!isRecord(parsed) || typeof value !== "string" || !isWellFormed(value)) return undefined;
  return { message, path, key, value: parsed, json: value.trim() };
}

/** Makes the arguments of a call a text: the JSON of an object, and of an empty one where there are none. */
function toText(message: number, path: FieldEdit["path"], called: JsonRecord): FieldEdit | undefined {
  const { arguments: given } = called;
  if (given === undefined || given === null) return { message, path, key: "arguments", value: "{}" };
  if (!isRecord(given)) return undefined;
  return { message, path, key: "arguments", value: JSON.stringify(given), isOwnJson: true };
}

/** Cuts white space off the end of a message's text, or of its last block. */
function trimEnd({ message, index, place }: ViolationRow, { content }: JsonRecord): FieldEdit | undefined {
  const block = place === "block" ? elementOf(content, index) : undefined;
  const text = block === undefined ? content : block.text;
  if (typeof text !== "string") return undefined;
  const value = text.replace(/[ \t\n\r]+$/, "");
  return block === undefined
    ? { message, path: [], key: "content", value }
    : { message, path: ["content", index], key: "text", value };
}
