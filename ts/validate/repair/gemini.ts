import type { ViolationRow } from "../../contract/violations.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import {
  type Item,
  ListPlan,
  NO_CONTENT,
  NO_RESULT,
  type PlanInput,
  type RepairPlan,
  repairOf,
  rowsOf,
} from "./plan.js";

/** Gemini generateContent: one response for each call, in the order of the calls, before other parts. */
export function planGemini({ wire, messages: contents, rows, dropOrphans }: PlanInput): RepairPlan {
  const list = new ListPlan();
  const blocks = new Map<number, Item[]>();
  const repairs: RepairPlan["repairs"] = [];
  const rebuild = (row: ViolationRow, at: number, action: "answered" | "moved"): void => {
    const calls = callsOf(contents[at - 1]);
    if (calls.length === 0 || calls.some(({ name }) => typeof name !== "string" || name === "")) return;
    const isAnswer = contents[at] !== undefined && contents[at].role !== "model";
    const parts = isAnswer && Array.isArray(contents[at]?.parts) ? contents[at].parts : [];
    const items = matchResponses(calls, parts);
    if (isAnswer && Array.isArray(contents[at]?.parts)) blocks.set(at, items);
    else if (isAnswer) return;
    else
      list.insert(at, { value: { role: "user", parts: items.map((item) => ("value" in item ? item.value : item)) } });
    repairs.push(repairOf(row, wire, action));
  };
  for (const row of rowsOf(rows, "gemini/response-count")) rebuild(row, row.message + 1, "answered");
  for (const row of rowsOf(rows, "gemini/response-order", "gemini/response-after-text")) {
    rebuild(row, row.message, "moved");
  }
  const drops = new Map<number, ListPlan>();
  for (const row of dropOrphans ? rowsOf(rows, "gemini/orphan-response") : []) {
    const drop = drops.get(row.message) ?? new ListPlan();
    drop.drop(row.index);
    drops.set(row.message, drop);
    repairs.push(repairOf(row, wire, "removed"));
  }
  for (const [message, drop] of drops) {
    const parts = contents[message]?.parts;
    const items = drop.items(Array.isArray(parts) ? parts.length : 0);
    blocks.set(message, items.length > 0 ? items : [{ value: { text: NO_CONTENT } }]);
  }
  return { messages: list.items(contents.length), blocks, system: undefined, repairs };
}

const functionCall = (part: JsonRecord) => either(part, "functionCall", "function_call");
const functionResponse = (part: JsonRecord) => either(part, "functionResponse", "function_response");

/** An object in either spelling of its name. */
function either(part: JsonRecord, camel: string, snake: string): JsonRecord | undefined {
  const value = Object.hasOwn(part, camel) ? part[camel] : part[snake];
  return isRecord(value) ? value : undefined;
}

function callsOf(content: JsonRecord | undefined): JsonRecord[] {
  if (content?.role !== "model" || !Array.isArray(content.parts)) return [];
  return content.parts.flatMap((part: unknown) => {
    const call = isRecord(part) ? functionCall(part) : undefined;
    return call === undefined ? [] : [call];
  });
}

/** Finds the response of each call by id, else by name, else invents one. The other parts follow. */
function matchResponses(calls: readonly JsonRecord[], parts: readonly unknown[]): Item[] {
  const responses = new Map<number, JsonRecord>();
  parts.forEach((part, at) => {
    const response = isRecord(part) ? functionResponse(part) : undefined;
    if (response !== undefined) responses.set(at, response);
  });
  const others = parts.flatMap((_, at) => (responses.has(at) ? [] : [{ keep: at }]));
  const byId = calls.map((call) => take(responses, ({ id }) => typeof id === "string" && id !== "" && id === call.id));
  const answers = calls.map((call, at): Item => {
    const found = byId[at] ?? take(responses, ({ name }) => name === call.name);
    return found === undefined ? { value: madeUp(call) } : { keep: found };
  });
  return [...answers, ...others];
}

/** Removes and returns the first response that fits. */
function take(responses: Map<number, JsonRecord>, fits: (response: JsonRecord) => boolean): number | undefined {
  for (const [at, response] of responses) {
    if (!fits(response)) continue;
    responses.delete(at);
    return at;
  }
  return undefined;
}

function madeUp({ id, name }: JsonRecord): object {
  const named = typeof id === "string" && id !== "" ? { id, name } : { name };
  return { functionResponse: { ...named, response: { error: NO_RESULT } } };
}
