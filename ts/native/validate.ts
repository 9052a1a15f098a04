import type { RequestValidator } from "../binding/binding.js";
import { RULE_IDS } from "../contract/rule-texts.js";
import {
  MAX_VIOLATIONS,
  PLACES,
  renderViolation,
  unreadableViolation,
  type ValidateOptions,
  type Violation,
  type ViolationRow,
} from "../contract/violations.js";
import { isWireName, unknownWire } from "../contract/wires.js";
import { WIRES } from "../wires/index.js";
import type { Addon } from "./addon.js";
import { codeOfWire, skipDetail, skipReason, wireOfCode } from "./outcome.js";

/** Words of a row, and what they hold: `crates/node/src/validate.rs`. */
const ROW_WORDS = 9;

/** Status, offset and wire; calls are synchronous, so one is enough. */
const NUMBERS = new Uint32Array(3);

/** What the native validator finds in `body`, which nothing else may write to meanwhile. */
export function validateNative(
  validator: RequestValidator,
  body: Uint8Array,
  { wire, model }: ValidateOptions,
): Violation[] {
  if (wire !== undefined && !isWireName(wire)) {
    return [unreadableViolation("unsupported_wire", `options.${unknownWire(wire).message}`)];
  }
  const words = validator.validate(body, codeOfWire(wire), model, MAX_VIOLATIONS, NUMBERS);
  const [status = 0, offset = 0, read = 0] = NUMBERS;
  if (status !== 0) {
    const reason = skipReason(status);
    const hasOffset = reason === "invalid_json" || reason === "invalid_utf8";
    const detail = skipDetail(status, offset, wireOfCode(read));
    return [unreadableViolation(reason, detail, hasOffset ? offset : undefined)];
  }
  const found = wireOfCode(read);
  if (words === null || found === undefined) return [];
  const { listKey } = WIRES.of(found);
  return Array.from({ length: words.length / ROW_WORDS }, (_, row) =>
    renderViolation(readRow(words, row * ROW_WORDS, body), listKey),
  );
}

function readRow(words: Uint32Array, from: number, body: Uint8Array): ViolationRow {
  const at = (word: number) => words[from + word] ?? 0;
  return {
    rule: RULE_IDS[at(0)] ?? "duplicate-key",
    place: PLACES[at(1)] ?? "request",
    message: at(2) - 1,
    index: at(3) - 1,
    nested: at(4) - 1,
    byteOffset: at(5),
    detail: at(6) === 1 ? readText(body, at(7), at(8)) : at(6) === 2 ? at(7) : undefined,
  };
}

/** The inside of a JSON string. */
function readText(body: Uint8Array, start: number, end: number): string {
  return String(JSON.parse(`"${Buffer.from(body.buffer, body.byteOffset + start, end - start).toString("utf8")}"`));
}

/** One validator for a thread. */
export function createValidator(addon: Addon, level?: string): RequestValidator {
  return new addon.RequestValidator(level);
}
