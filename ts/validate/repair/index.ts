import { isUint8Array } from "node:util/types";
import { TamisError } from "../../base/errors.js";
import type { ValidateOptions, ViolationRow } from "../../contract/violations.js";
import { loadBackend } from "../../load/backend.js";
import { jsonOf } from "../../reduce/object-json.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { repairSurrogatesInText, wellFormed } from "../../text/surrogates.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import { parseBodyText } from "../../wires/parse-body.js";
import { wireTable } from "../../wires/wire-table.js";
import { checkedRequest, checkValidateOptions } from "../validate.js";
import { planAnthropic } from "./anthropic.js";
import { applyToText } from "./apply-text.js";
import { editFieldsInText } from "./edit-text.js";
import { editFields } from "./field-edits.js";
import { type FieldPlan, planFields } from "./fields.js";
import { planGemini } from "./gemini.js";
import {
  type Item,
  LateResults,
  ListPlan,
  NO_RESULT,
  type PlanInput,
  type Repair,
  type RepairPlan,
  repairOf,
  rowsOf,
} from "./plan.js";

/** Calls whose output is a text. Other outputs cannot be invented. */
const ANSWERABLE: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call"]);

/** OpenAI Responses: removes outputs without a call, and answers each call right after it. */
function planResponses({ wire, messages: items, rows, dropOrphans }: PlanInput): RepairPlan {
  const list = new ListPlan();
  const repairs: RepairPlan["repairs"] = [];
  for (const row of rowsOf(rows, "responses/call-without-output")) {
    const type = items[row.message]?.type;
    if (!ANSWERABLE.has(type)) continue;
    list.insert(row.message + 1, { value: { type: `${type}_output`, call_id: row.detail, output: NO_RESULT } });
    repairs.push(repairOf(row, wire, "answered"));
  }
  const orphans = dropOrphans ? rowsOf(rows, "responses/orphan-output") : [];
  for (const row of [...orphans, ...rowsOf(rows, "responses/duplicate-output", "responses/output-without-id")]) {
    list.drop(row.message);
    repairs.push(repairOf(row, wire, "removed"));
  }
  return { messages: list.items(items.length), blocks: new Map(), system: undefined, repairs };
}

/** Deeper values stay as they are. */
const MOST_LEVELS = 1_000;

/**
 * A value with U+FFFD for each half of a surrogate pair in its strings and names. It shares everything that has none. If
 * names become equal, the last member counts, as in `JSON.parse`. Linear.
 */
function withoutHalves(value: unknown, around: readonly object[] = []): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (around.length >= MOST_LEVELS || around.includes(value)) return value;
  const inside = [...around, value];
  if (Array.isArray(value)) {
    const list = value.map((element: unknown) => withoutHalves(element, inside));
    return list.some((element, index) => element !== value[index]) ? list : value;
  }
  const members = Object.entries(value).map(([key, was]) => ({ key, was, is: withoutHalves(was, inside) as unknown }));
  if (members.every(({ key, was, is }) => was === is && wellFormed(key) === key)) return value;
  return Object.fromEntries(members.map(({ key, is }) => [wellFormed(key), is]));
}

export type { Repair } from "./plan.js";

/** Options of one repair. */
export interface RepairOptions extends ValidateOptions {
  /** What to do with results that answer no call: remove them, or keep them (and so the fault). @default "drop" */
  orphans?: "drop" | "keep";
}

/** A repaired request, and the repairs made. */
export interface Repaired<T> {
  /** The input itself if there was nothing to repair. */
  body: T;
  /** What was done, in document order. */
  repairs: Repair[];
}

/**
 * Makes all repairs that need no guess (`docs/validation.md` lists them). Results without a call are removed or moved
 * to their call. Calls without a result get a short machine-made one. Results move to the front of their message.
 * Halves of surrogate pairs become U+FFFD. Everything else keeps its bytes. Other faults remain, and `validateRequest`
 * reports them. A call at the very end of the conversation is left for the agent to run.
 *
 * @throws TamisError `OPTION_INVALID`; never because of the request's content.
 */
export function repairRequest<T extends Uint8Array | object>(
  bodyOrRequest: T,
  options: RepairOptions = {},
): Repaired<T> {
  const { orphans = "drop", ...rest } = options;
  if (orphans !== "drop" && orphans !== "keep") {
    throw new TamisError("OPTION_INVALID", 'options.orphans: expected "drop" or "keep"');
  }
  checkValidateOptions(rest);
  const repaired = isUint8Array(bodyOrRequest)
    ? repairBytes(bodyOrRequest, options)
    : repairObject(checkedRequest(bodyOrRequest), options);
  return repaired as Repaired<T>;
}

/** Repairs may uncover other faults. Each round leaves fewer. */
const MAX_ROUNDS = 8;

function repairBytes(body: Uint8Array, options: RepairOptions): Repaired<Uint8Array> {
  const parsed = parseBodyText(body);
  if (!parsed.ok) return { body, repairs: [] };
  let [value, text, bytes]: [unknown, string, Uint8Array] = [parsed.value, parsed.text, body];
  const repairs: Repair[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = plan(value, options, bytes);
    if (found === undefined) break;
    repairs.push(...found.plan.repairs);
    text = found.fields.length > 0 ? editFieldsInText(text, found.wire.listKey, found.fields) : text;
    text = found.hasStructure ? applyToText(text, found.wire, found.plan) : text;
    text = found.hasSurrogates ? repairSurrogatesInText(text) : text;
    value = JSON.parse(text);
    bytes = Buffer.from(text);
  }
  return { body: bytes, repairs };
}

function repairObject(request: object, options: RepairOptions): Repaired<object> {
  let value = request as JsonRecord;
  const repairs: Repair[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = plan(value, options, jsonOf(value).bytes);
    if (found === undefined) break;
    repairs.push(...found.plan.repairs);
    value = found.fields.length > 0 ? withFields(value, found) : value;
    value = found.hasStructure ? applyToObject(value, found.wire, found.plan) : value;
    value = found.hasSurrogates ? (withoutHalves(value) as JsonRecord) : value;
  }
  return repairs.length === 0 ? { body: request, repairs } : { body: value, repairs };
}

interface Planned {
  wire: WireDefinition;
  plan: RepairPlan;
  /** Edits of single values. They have a round of their own, because they change nothing that lists depend on. */
  fields: FieldPlan["edits"];
  hasStructure: boolean;
  hasSurrogates: boolean;
}

/** Plans this round; undefined if there is nothing to repair. */
function plan(request: unknown, options: RepairOptions, json: Uint8Array): Planned | undefined {
  const found = loadBackend().backend.findFaults(json, options);
  if ("unreadable" in found || !isRecord(request)) return undefined;
  const { rows } = found;
  // Readers differ in which value counts, and a repair would be right for some of them.
  if (rows.some(({ rule }) => rule === "duplicate-key")) return undefined;
  const wire = WIRES.of(found.wire);
  const input = inputOf(wire, request, rows, options);
  const fields = input === undefined ? { edits: [], repairs: [] } : planFields(input);
  const planned = input === undefined || fields.edits.length > 0 ? nothingBut(fields.repairs) : planWire(input);
  const hasStructure = fields.edits.length === 0 && planned.repairs.length > 0;
  const surrogates = rows.filter(({ rule }) => rule === "lone-surrogate");
  for (const row of surrogates) planned.repairs.push(repairOf(row, wire, "replaced"));
  if (planned.repairs.length === 0) return undefined;
  return { wire, plan: planned, fields: fields.edits, hasStructure, hasSurrogates: surrogates.length > 0 };
}

function withFields(request: JsonRecord, { wire, fields }: Planned): JsonRecord {
  return { ...request, [wire.listKey]: editFields(request[wire.listKey] as readonly unknown[], fields) };
}

const nothingBut = (repairs: Repair[]): RepairPlan => ({ messages: [], blocks: new Map(), system: undefined, repairs });

const PLANNERS = wireTable<(input: PlanInput) => RepairPlan>({
  "openai-chat": planChat,
  "openai-responses": planResponses,
  anthropic: planAnthropic,
  gemini: planGemini,
});

const planWire = (input: PlanInput): RepairPlan => PLANNERS.of(input.wire.key)(input);

/** Undefined for messages that are no objects: nothing can be repaired then, and the rules report nothing else. */
function inputOf(
  wire: WireDefinition,
  request: JsonRecord,
  rows: readonly ViolationRow[],
  options: RepairOptions,
): PlanInput | undefined {
  const messages = request[wire.listKey];
  if (!Array.isArray(messages) || !messages.every(isRecord)) return undefined;
  const model = typeof request.model === "string" ? request.model : options.model;
  return { wire, request, messages, rows, dropOrphans: options.orphans !== "keep", model };
}

/** Applies a plan to a parsed request by shallow copies. The original never changes. */
function applyToObject(request: JsonRecord, wire: WireDefinition, plan: RepairPlan): JsonRecord {
  const key = wire.listKey;
  const blockKey = wire.blocks.key;
  const messages = request[key] as readonly JsonRecord[];
  const blockOf = (message: number, block: number): unknown => {
    const list = messages[message]?.[blockKey];
    return Array.isArray(list) ? list[block] : undefined;
  };
  const makeBlock = (item: Item, message: number): unknown => {
    if ("keep" in item) return blockOf(message, item.keep);
    if ("from" in item) return blockOf(item.from[0], item.from[1]);
    return "value" in item ? item.value : { type: "text", text: messages[message]?.[blockKey] };
  };
  const makeMessage = (item: Item): unknown => {
    if (!("keep" in item)) return "value" in item ? item.value : undefined;
    const blocks = plan.blocks.get(item.keep);
    const message = messages[item.keep];
    if (blocks === undefined) return message;
    return { ...message, [blockKey]: blocks.map((block) => makeBlock(block, item.keep)) };
  };
  const next: JsonRecord = { ...request, [key]: plan.messages.map(makeMessage) };
  const { system } = request;
  if (plan.system !== undefined && Array.isArray(system)) {
    next.system = plan.system.map((item) => ("keep" in item ? (system[item.keep] as unknown) : undefined));
  }
  return next;
}

/** OpenAI Chat: moves a late result to its call, drops other orphans, and answers unanswered calls. */
function planChat({ wire, messages, rows, dropOrphans }: PlanInput): RepairPlan {
  const list = new ListPlan();
  const repairs: RepairPlan["repairs"] = [];
  const late = new LateResults(rowsOf(rows, "chat/result-orphan"));
  let [asker, after] = [-1, -1];
  for (const row of rowsOf(rows, "chat/call-unanswered")) {
    if (row.message !== asker) [asker, after] = [row.message, endOfRun(messages, row.message + 1)];
    const result = late.take(row);
    if (result === undefined) {
      list.insert(after, { value: { role: "tool", tool_call_id: row.detail, content: NO_RESULT } });
      repairs.push(repairOf(row, wire, "answered"));
    } else {
      list.drop(result.message);
      list.insert(after, { keep: result.message });
      repairs.push(repairOf(result, wire, "moved"));
    }
  }
  const useless = rowsOf(rows, "chat/duplicate-result", "chat/result-without-id");
  for (const row of [...useless, ...(dropOrphans ? late.rest() : [])]) {
    list.drop(row.message);
    repairs.push(repairOf(row, wire, "removed"));
  }
  return { messages: list.items(messages.length), blocks: new Map(), system: undefined, repairs };
}

/** Index after the tool messages that begin at `from`. */
function endOfRun(messages: PlanInput["messages"], from: number): number {
  let at = from;
  while (messages[at]?.role === "tool") at++;
  return at;
}
