import { LIMITS } from "../base/limits.js";
import type { BackendOptions } from "../contract/backend.js";
import type { Report, SkipReason, Wire } from "../contract/report.js";
import {
  BEDROCK_CONVERSE_DETAIL,
  duplicateKeyDetail,
  MIXED_WIRES_DETAIL,
  NO_CONVERSATION_DETAIL,
  SERVER_SIDE_EDITING_DETAIL,
  type Skip,
  skipReport,
} from "../contract/report-basis.js";
import type { SessionMemory } from "../contract/session-facts.js";
import { unknownWire } from "../contract/wires.js";
import { WIRES } from "../wires/index.js";
import type { Addon } from "./addon.js";
import { modelAt } from "./model.js";
import {
  FLAG_DEAD,
  FLAG_EXPLAIN,
  FLAG_FROZEN,
  FLAG_MARGINS,
  FLAG_MEASURE,
  FLAG_START_BINDS,
  FLAG_START_MOVES,
  SLOT_OFFSET,
  SLOT_REPLACEMENT_BYTES,
  SLOT_ROWS_BYTES,
  SLOT_STATUS,
  SLOT_SUMMARY,
  SLOT_WIRE,
  STATUSES,
  WIRES as WIRE_CODES,
} from "./protocol.js";
import type { Call, PlannedRequest } from "./request.js";
import { readSummary } from "./summary.js";

/** A request that was read, or the report of one that passed through. */
export type Outcome = PlannedRequest | { skipped: Report };

/** A wire + 1; 0 for none. */
export function codeOfWire(wire: Wire | undefined): number {
  if (wire === undefined) return 0;
  const index = WIRE_CODES.indexOf(wire);
  // Without this the engine would read an unknown wire as one that is not named.
  if (index < 0) throw unknownWire(wire);
  return index + 1;
}
export const wireOfCode = (code: number): Wire | undefined => WIRE_CODES[code - 1];

/** The options as the engine's `flags`. */
export function optionFlags({ tokens, explain, margins, memory }: BackendOptions): number {
  const shown = (tokens ? FLAG_MEASURE : 0) | (explain === true ? FLAG_EXPLAIN : 0);
  const asked = shown | (margins === true ? FLAG_MARGINS : 0);
  return memory === undefined ? asked : asked | memoryFlags(memory);
}

const memoryFlags = ({ isDead, startMoves, isFrozen, startBinds }: SessionMemory): number =>
  (isDead ? FLAG_DEAD : 0) |
  (startMoves ? FLAG_START_MOVES : 0) |
  (isFrozen ? FLAG_FROZEN : 0) |
  (startBinds ? FLAG_START_BINDS : 0);

/** What the caller knows of the moves so far, as the engine takes it; undefined where it leaves them to the history. */
export function knownMoves({ memory }: BackendOptions): Uint32Array | undefined {
  if (memory === undefined || memory.knownStep === 0) return undefined;
  return Uint32Array.from([memory.knownStep, ...memory.moves.flatMap(({ step, bound }) => [step, bound])]);
}

/** Bytes of the rows that the engine would write, and of the replacements if wanted; 0 where it did not read the body. */
export function rowsBytes(numbers: ArrayLike<number>, withReplacements: boolean): number {
  if (numbers[SLOT_STATUS] !== READ) return 0;
  return (numbers[SLOT_ROWS_BYTES] ?? 0) + (withReplacements ? (numbers[SLOT_REPLACEMENT_BYTES] ?? 0) : 0);
}

/** The status of a body that was read. */
export const READ = STATUSES.indexOf("read");

/** Why a body with that status passes through. */
export function skipReason(status: number): SkipReason {
  const name = STATUSES[status];
  switch (name) {
    case undefined:
    case "read":
      return "internal_error";
    case "mixed_wires":
    case "bedrock_converse":
      return "unsupported_wire";
    default:
      return name;
  }
}

/**
 * What the engine's numbers tell of a call.
 *
 * @param body The bytes that were read.
 * @param model The JSON of the model's name, where `body` may have changed since.
 */
export function readNumbers(
  numbers: ArrayLike<number>,
  addon: Addon,
  call: Call,
  body: Uint8Array,
  rows: Uint8Array,
  model?: string,
): Outcome {
  // By index: taking an array apart goes through its iterator, which costs as much as a small reduction's report.
  const status = numbers[SLOT_STATUS] ?? READ;
  const wire = wireOfCode(numbers[SLOT_WIRE] ?? 0);
  if (status !== READ) {
    const reason = skipReason(status);
    const detail = skipDetail(status, numbers[SLOT_OFFSET] ?? 0, wire, body);
    return { skipped: skippedCall(call, { reason, detail, wire }) };
  }
  const summary = readSummary(numbers, SLOT_SUMMARY);
  const { modelStart, modelEnd } = summary;
  const name = model === undefined ? modelAt(body, modelStart, modelEnd) : (JSON.parse(model) as string);
  return { addon, call, body, summary, model: name, rows, wire };
}

/** The report of a call whose request passed through. */
export function skippedCall({ backend, bodyBytes, policy, startedAt }: Call, skip: Skip): Report {
  const bytes = { before: bodyBytes, after: bodyBytes };
  return skipReport({ backend, policy, startedAt, bytes }, skip);
}

/** Whether a text in UTF-8 begins with a byte order mark, which JSON forbids and editors do not show. */
const beginsWithMark = (body: Uint8Array): boolean => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;

/** For people: why a body with that status passes through. */
export function skipDetail(status: number, offset: number, wire: Wire | undefined, body: Uint8Array): string {
  const hasMark = offset === 0 && beginsWithMark(body);
  switch (skipReason(status)) {
    case "empty":
      return "the body has no bytes; send a JSON request";
    case "invalid_utf8":
      return `the bytes at offset ${offset} are not UTF-8; send the request as uncompressed UTF-8`;
    case "invalid_json":
      return hasMark
        ? "the body is not JSON: byte 0 begins a byte order mark; remove it"
        : `the body is not JSON at byte ${offset}; send a complete JSON request`;
    case "no_conversation":
      return NO_CONVERSATION_DETAIL;
    case "unsupported_wire":
      return STATUSES[status] === "bedrock_converse" ? BEDROCK_CONVERSE_DETAIL : MIXED_WIRES_DETAIL;
    case "server_side_editing":
      return SERVER_SIDE_EDITING_DETAIL;
    case "duplicate_key":
      return duplicateKeyDetail(wire === undefined ? "messages" : WIRES.of(wire).listKey);
    case "too_large":
      return `the body is larger than the limit of ${LIMITS.bodyBytes} bytes`;
    case "too_many_messages":
      return `the request has more messages than the limit of ${LIMITS.messages}`;
    default:
      return "a defect in the native backend; the request is untouched; please report it";
  }
}
