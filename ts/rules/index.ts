import { LIMITS } from "../base/limits.js";
import type { Wire } from "../contract/report.js";
import { BEDROCK_CONVERSE_DETAIL, MIXED_WIRES_DETAIL, NO_CONVERSATION_DETAIL } from "../contract/report-basis.js";
import {
  MAX_VIOLATIONS,
  renderViolation,
  sortRows,
  unreadableViolation,
  type ValidateOptions,
  type Violation,
  type ViolationRow,
} from "../contract/violations.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import { WireTable } from "../wires/definition.js";
import { detectShape } from "../wires/detect.js";
import { wireOfName } from "../wires/index.js";
import { parseBodyText } from "../wires/parse-body.js";
import { validateAnthropic } from "./anthropic.js";
import { validateBreakpoints } from "./breakpoints.js";
import { validateChat } from "./chat.js";
import { isGeminiDelta, validateGemini } from "./gemini.js";
import { isResponsesDelta, validateResponses } from "./responses.js";
import { Rows } from "./rows.js";
import { validateShape } from "./shape.js";
import { validateSurrogates } from "./surrogates.js";
import { scanText } from "./text-scan.js";

/** The violations in a request, or why it is no request. */
export type Findings = { wire: Wire; rows: ViolationRow[] } | { unreadable: Violation };

/** Validates bytes: `JSON.parse`, then the rules on the value. */
export function validateBody(body: Uint8Array, options: ValidateOptions): Violation[] {
  const parsed = parseBodyText(body);
  if (!parsed.ok) return [unreadableViolation(parsed.skip.reason, parsed.skip.detail)];
  return toViolations(findInValue(parsed.value, options, parsed.text));
}

/** Validates a request that is already parsed. */
export function validateObject(request: object, options: ValidateOptions): Violation[] {
  return toViolations(findInValue(request, options));
}

function toViolations(found: Findings): Violation[] {
  if ("unreadable" in found) return [found.unreadable];
  return sortRows(found.rows)
    .slice(0, MAX_VIOLATIONS)
    .map((row) => renderViolation(row, wireOfName(found.wire).listKey));
}

/**
 * Finds all violations of a request. If its shape is ambiguous (repeated keys, messages that are no objects), it
 * reports only that, because the other rules' results would depend on the reader.
 *
 * @param text The JSON that was parsed; it still shows repeated keys.
 */
export function findInValue(request: unknown, options: ValidateOptions, text?: string): Findings {
  const shape = options.wire ?? detectShape(request);
  if (shape === "mixed") return { unreadable: unreadableViolation("unsupported_wire", MIXED_WIRES_DETAIL) };
  if (shape === "bedrock-converse") {
    return { unreadable: unreadableViolation("unsupported_wire", BEDROCK_CONVERSE_DETAIL) };
  }
  if (shape === "none" || !isRecord(request)) return noConversation();
  const messages = request[wireOfName(shape).listKey];
  if (wireOfName(shape).takesText && typeof messages === "string")
    return { wire: shape, rows: stringInput(request, wireOfName(shape).listKey, text) };
  if (!Array.isArray(messages)) return noConversation();
  if (messages.length > LIMITS.messages) return { unreadable: tooManyMessages(messages.length) };
  return { wire: shape, rows: findRows(request, messages, shape, options, text) };
}

function noConversation(): Findings {
  return { unreadable: unreadableViolation("no_conversation", NO_CONVERSATION_DETAIL) };
}

function tooManyMessages(count: number): Violation {
  const detail = `the request has ${count} messages; at most ${LIMITS.messages} are read`;
  return unreadableViolation("too_many_messages", detail);
}

/** A Responses request whose input is one text. */
function stringInput(request: JsonRecord, listKey: string, text: string | undefined): ViolationRow[] {
  const rows = { keys: new Rows(), surrogates: new Rows() };
  if (text === undefined) validateSurrogates(request, [], rows.surrogates);
  else scanText(text, listKey, rows);
  return rows.keys.rows.length > 0 ? rows.keys.rows.slice(0, 1) : rows.surrogates.rows;
}

function findRows(
  request: JsonRecord,
  messages: readonly unknown[],
  wire: Wire,
  options: ValidateOptions,
  text: string | undefined,
): ViolationRow[] {
  const [keys, found] = [new Rows(), new Rows()];
  if (text !== undefined) scanText(text, wireOfName(wire).listKey, { keys, surrogates: found });
  const doubts = findDoubts(messages, keys, text !== undefined);
  if (doubts.length > 0) return doubts;
  if (text === undefined) validateSurrogates(request, messages, found);
  RULES_OF.of(wire)(request, messages as readonly JsonRecord[], found, options);
  return found.rows;
}

/** Returns the surest reason, alone, for which the meaning of the request is ambiguous. */
function findDoubts(messages: readonly unknown[], keys: Rows, keysAreSeen: boolean): ViolationRow[] {
  const inRequest = keys.rows.filter(({ place }) => place === "request");
  if (inRequest.length > 0) return inRequest.slice(0, 1);
  const shape = new Rows();
  validateShape(messages, shape);
  const isKey = ({ rule }: ViolationRow) => rule === "duplicate-key";
  const twice = keysAreSeen ? keys.rows : shape.rows.filter(isKey);
  return twice.length > 0 ? twice : shape.rows.filter((row) => !isKey(row));
}

type WireRules = (request: JsonRecord, messages: readonly JsonRecord[], rows: Rows, options: ValidateOptions) => void;

/** The rules of each wire's provider. */
export const RULES_OF = new WireTable<WireRules>("rules", {
  "openai-chat": (_, messages, rows) => validateChat(messages, rows),
  "openai-responses": (request, messages, rows) => validateResponses(messages, isResponsesDelta(request), rows),
  anthropic: (request, messages, rows) => {
    validateAnthropic(request, messages, rows);
    validateBreakpoints(request, messages, rows);
  },
  gemini: (request, messages, rows, options) => {
    const model = typeof request.model === "string" ? request.model : options.model;
    validateGemini(messages, { isDelta: isGeminiDelta(request), model }, rows);
  },
});
