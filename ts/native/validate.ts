import type { RequestValidator } from "../binding/binding.js";
import { RULE_IDS } from "../contract/rule-texts.js";
import {
  type Faults,
  MAX_VIOLATIONS,
  renderViolation,
  unreadableViolation,
  type ValidateOptions,
  type Violation,
  type ViolationRow,
} from "../contract/violations.js";
import { isWireName, unknownWire } from "../contract/wires.js";
import { WIRES } from "../wires/index.js";
import type { Addon } from "./addon.js";
import { codeOfWire, READ, skipDetail, skipReason, wireOfCode } from "./outcome.js";
import {
  DETAIL_COUNT,
  DETAIL_TEXT,
  PLACES,
  SLOT_OFFSET,
  SLOT_ROWS_BYTES,
  SLOT_STATUS,
  SLOT_WIRE,
  VIOLATION_DETAIL,
  VIOLATION_FIRST,
  VIOLATION_INDEX,
  VIOLATION_MESSAGE,
  VIOLATION_NESTED,
  VIOLATION_OFFSET,
  VIOLATION_PLACE,
  VIOLATION_RULE,
  VIOLATION_SECOND,
  VIOLATION_WORDS,
} from "./protocol.js";

/** What the validator fills, without what only a plan has; calls are synchronous, so one is enough. */
const NUMBERS = new Uint32Array(SLOT_ROWS_BYTES);

/** What the native validator finds in `body`, which nothing else may write to meanwhile. */
export function validateNative(validator: RequestValidator, body: Uint8Array, options: ValidateOptions): Violation[] {
  const found = findNative(validator, body, options, MAX_VIOLATIONS);
  if ("unreadable" in found) return [found.unreadable];
  return found.rows.map((row) => renderViolation(row, WIRES.of(found.wire).listKey));
}

/** The first `most` faults, in document order. @default all */
export function findNative(
  validator: RequestValidator,
  body: Uint8Array,
  { wire, model }: ValidateOptions,
  most: number = MOST_ROWS,
): Faults {
  if (wire !== undefined && !isWireName(wire)) {
    return { unreadable: unreadableViolation("unsupported_wire", `options.${unknownWire(wire).message}`) };
  }
  const words = validator.validate(body, codeOfWire(wire), model, most, NUMBERS);
  const status = NUMBERS[SLOT_STATUS] ?? READ;
  const name = wireOfCode(NUMBERS[SLOT_WIRE] ?? 0);
  if (status !== READ || name === undefined) {
    const offset = NUMBERS[SLOT_OFFSET] ?? 0;
    const reason = skipReason(status);
    const hasOffset = reason === "invalid_json" || reason === "invalid_utf8";
    const detail = skipDetail(status, offset, name, body);
    return { unreadable: unreadableViolation(reason, detail, hasOffset ? offset : undefined) };
  }
  const found = words === null ? [] : words;
  const rows = Array.from({ length: found.length / VIOLATION_WORDS }, (_, row) =>
    readRow(found, row * VIOLATION_WORDS, body),
  );
  return { wire: name, rows };
}

/** More than a body has. */
const MOST_ROWS = 0xffff_ffff;

function readRow(words: ArrayLike<number>, from: number, body: Uint8Array): ViolationRow {
  const at = (word: number) => words[from + word] ?? 0;
  return {
    rule: RULE_IDS[at(VIOLATION_RULE)] ?? "duplicate-key",
    place: PLACES[at(VIOLATION_PLACE)] ?? "request",
    message: at(VIOLATION_MESSAGE) - 1,
    index: at(VIOLATION_INDEX) - 1,
    nested: at(VIOLATION_NESTED) - 1,
    byteOffset: at(VIOLATION_OFFSET),
    detail: readDetail(body, at(VIOLATION_DETAIL), at(VIOLATION_FIRST), at(VIOLATION_SECOND)),
  };
}

function readDetail(body: Uint8Array, kind: number, first: number, second: number): string | number | undefined {
  if (kind === DETAIL_TEXT) return readText(body, first, second);
  return kind === DETAIL_COUNT ? first : undefined;
}

function readText(body: Uint8Array, start: number, end: number): string {
  return String(JSON.parse(`"${Buffer.from(body.buffer, body.byteOffset + start, end - start).toString("utf8")}"`));
}

export function createValidator(addon: Addon, level?: string): RequestValidator {
  return new addon.RequestValidator(level);
}
