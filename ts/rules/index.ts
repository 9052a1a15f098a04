import { LIMITS } from "../base/limits.js";
import { NO_CONVERSATION_DETAIL } from "../contract/report-basis.js";
import {
  type Faults,
  MAX_VIOLATIONS,
  renderViolation,
  sortRows,
  unreadableViolation,
  type ValidateOptions,
  type Violation,
  type ViolationRow,
} from "../contract/violations.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { detectShape, unsupportedDetail } from "../wires/detect.js";
import { WIRES } from "../wires/index.js";
import { parseBodyText } from "../wires/parse-body.js";
import type { WireTable } from "../wires/wire-table.js";
import { Rows } from "./rows.js";
import { validateShape } from "./shape.js";
import { validateSurrogates } from "./surrogates.js";
import { scanText } from "./text-scan.js";
import { RULES, type WireRules } from "./wire-rules.js";

/** The wires that requests are read as, and their rules. */
export interface KnownWires {
  wires: WireTable<WireDefinition>;
  rules: WireTable<WireRules>;
}

export const KNOWN_WIRES: KnownWires = { wires: WIRES, rules: RULES };

/** The violations in a request, or why it is no request. */
export type Findings = { wire: WireDefinition; rows: ViolationRow[] } | { unreadable: Violation };

/** Validates bytes: `JSON.parse`, then the rules on the value. */
export function validateBody(body: Uint8Array, options: ValidateOptions, known?: KnownWires): Violation[] {
  const parsed = parseBodyText(body);
  if (!parsed.ok) return [unreadableViolation(parsed.skip.reason, parsed.skip.detail)];
  return toViolations(findInValue(parsed.value, options, parsed.text, known));
}

/** All faults of a body. */
export function findFaults(body: Uint8Array, options: ValidateOptions, known?: KnownWires): Faults {
  const parsed = parseBodyText(body);
  if (!parsed.ok) return { unreadable: unreadableViolation(parsed.skip.reason, parsed.skip.detail) };
  const found = findInValue(parsed.value, options, parsed.text, known);
  return "unreadable" in found ? found : { wire: found.wire.key, rows: sortRows(found.rows) };
}

/** Validates a request that is already parsed. */
export function validateObject(request: object, options: ValidateOptions): Violation[] {
  return toViolations(findInValue(request, options));
}

function toViolations(found: Findings): Violation[] {
  if ("unreadable" in found) return [found.unreadable];
  return sortRows(found.rows)
    .slice(0, MAX_VIOLATIONS)
    .map((row) => renderViolation(row, found.wire.listKey));
}

/**
 * Finds all violations of a request. Of a repeated key all rules read the last value. Where a message or a block is no
 * object, the wire's own rules judge nothing.
 *
 * @param text The JSON that was parsed; it still shows repeated keys.
 */
export function findInValue(
  request: unknown,
  options: ValidateOptions,
  text?: string,
  { wires, rules }: KnownWires = KNOWN_WIRES,
): Findings {
  const shape = options.wire ?? detectShape(request, undefined, wires);
  if (shape === "none") return noConversation();
  const wire = wires.find(shape);
  if (wire === undefined) return { unreadable: unreadableViolation("unsupported_wire", unsupportedDetail(shape)) };
  if (!isRecord(request)) return noConversation();
  const messages = request[wire.listKey];
  if (wire.listMayBeText && typeof messages === "string") return { wire, rows: textInput(request, wire, text) };
  if (!Array.isArray(messages)) return noConversation();
  if (messages.length > LIMITS.messages) return { unreadable: tooManyMessages(messages.length) };
  const found = findRows(request, messages, wire.listKey, text, (readable, into) =>
    rules.of(wire.key)({ request, messages: readable, model: options.model }, into),
  );
  return { wire, rows: found };
}

function noConversation(): Findings {
  return { unreadable: unreadableViolation("no_conversation", NO_CONVERSATION_DETAIL) };
}

function tooManyMessages(count: number): Violation {
  const detail = `the request has ${count} messages; at most ${LIMITS.messages} are read`;
  return unreadableViolation("too_many_messages", detail);
}

/** A Responses request whose input is one text. */
function textInput(request: JsonRecord, { listKey }: WireDefinition, text: string | undefined): ViolationRow[] {
  const rows = { keys: new Rows(), surrogates: new Rows() };
  if (text === undefined) validateSurrogates(request, [], rows.surrogates);
  else scanText(text, listKey, rows);
  return [...rows.keys.rows, ...rows.surrogates.rows];
}

/** @param applyRules Applies the wire's own rules, if all messages and blocks are objects. */
function findRows(
  request: JsonRecord,
  messages: readonly unknown[],
  listKey: string,
  text: string | undefined,
  applyRules: (messages: readonly JsonRecord[], rows: Rows) => void,
): ViolationRow[] {
  const [keys, found, shape] = [new Rows(), new Rows(), new Rows()];
  if (text !== undefined) scanText(text, listKey, { keys, surrogates: found });
  validateShape(messages, shape);
  const isKey = ({ rule }: ViolationRow) => rule === "duplicate-key";
  const odd = shape.rows.filter((row) => !isKey(row));
  // A parsed value no longer shows them, but for two spellings of one key.
  const twice = text === undefined ? shape.rows.filter(isKey) : keys.rows;
  if (odd.length > 0) return [...twice, ...odd];
  if (text === undefined) validateSurrogates(request, messages, found);
  applyRules(messages as readonly JsonRecord[], found);
  return [...twice, ...found.rows];
}
