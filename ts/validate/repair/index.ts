import { isUint8Array } from "node:util/types";
import { TamisError } from "../../base/errors.js";
import type { ValidateOptions, ViolationRow } from "../../contract/violations.js";
import { loadBackend } from "../../load/backend.js";
import { jsonOf } from "../../reduce/object-json.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { repairSurrogatesInText } from "../../text/surrogates.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import { parseBodyText } from "../../wires/parse-body.js";
import { wireTable } from "../../wires/wire-table.js";
import { checkedRequest, checkValidateOptions } from "../validate.js";
import { planAnthropic } from "./anthropic.js";
import { applyToObject } from "./apply-object.js";
import { applyToText } from "./apply-text.js";
import { planChat } from "./chat.js";
import { editFieldsInText } from "./edit-text.js";
import { editFields } from "./field-edits.js";
import { type FieldPlan, planFields } from "./fields.js";
import { planGemini } from "./gemini.js";
import { type PlanInput, type Repair, type RepairPlan, repairOf } from "./plan.js";
import { planResponses } from "./responses.js";
import { withoutHalves } from "./well-formed.js";

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
