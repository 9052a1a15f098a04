// The estimate of crates/tokens: three consecutive bytes form a pattern, and each pattern has a weight. Scripts other
// than the Latin one are weighed by pieces (scripts.ts), except under version 1 of a policy.
import type { Encoding, TokenText, WeightVersion } from "../contract/token-backend.js";
import { CLASS_OF } from "./byte-classes.js";
import { coveredAt, isFirst, isTonedAt, Pieces, TOO_MUCH } from "./scripts.js";
import { weightsOf } from "./weights.js";

/** Weights are in 1/1024 token. */
const UNIT = 1024;

/** A byte's part of the pattern's number: as the oldest, the middle, or the newest. */
const OLDEST = Uint16Array.from(CLASS_OF, (class_) => (class_ >> 1) << 11);
const MIDDLE = Uint16Array.from(CLASS_OF, (class_) => class_ << 5);
const NEWEST = Uint16Array.from(CLASS_OF, (class_) => class_ >> 1);

/** Estimated tokens of a text; the same number as the native backend's. */
export function estimate(text: TokenText, encoding: Encoding): number {
  return Math.floor((weigh(text, encoding) + UNIT / 2) / UNIT);
}

/**
 * The estimate before rounding, in 1/1024 token. A text that is not empty weighs at least one token.
 *
 * @param version The policy's, for decisions. @default 2
 */
export function weigh(text: TokenText, encoding: Encoding, version: WeightVersion = 2): number {
  if (text.length === 0) return 0;
  const scale: Scale = {
    weights: weightsOf(encoding),
    encoding,
    version,
    sum: 0,
    before: 0,
    last: 0,
    isOpen: false,
  };
  if (typeof text === "string") addString(scale, text);
  else add(scale, text, text.length, isAscii(text));
  endPlain(scale);
  return Math.max(UNIT, scale.sum);
}

/** Bytes assumed after a run, because they form patterns with its last bytes. */
const OUTSIDE = new Uint8Array(2);
const SPACE = 0x20;

interface Scale {
  weights: Int16Array;
  encoding: Encoding;
  version: WeightVersion;
  /** What weighs covered chars, made at the first one. */
  pieces?: Pieces;
  sum: number;
  /** The last two bytes. */
  before: number;
  last: number;
  /** Whether they belong to a run whose end was not weighed. */
  isOpen: boolean;
}

/** Adds bytes that end neither inside a char nor, before a covered one, at a space. */
function add(scale: Scale, bytes: Uint8Array, length: number, plain: boolean): void {
  if (plain || scale.version === 1) {
    addPlain(scale, bytes, 0, length);
    return;
  }
  let at = scale.pieces?.isOpen === true ? addPieces(scale, false, bytes, 0, length) : 0;
  while (at < length) {
    const covered = addUntilCovered(scale, bytes, at, length);
    if (covered === length) return;
    at = addPieces(scale, covered > at && bytes[covered - 1] === SPACE, bytes, covered, length);
  }
}

/** Adds the bytes in front of the first covered char, but for a space there, and returns its place, or `length`. */
function addUntilCovered(scale: Scale, bytes: Uint8Array, from: number, length: number): number {
  const { weights, encoding } = scale;
  let { sum, before, last } = scale;
  let at = from;
  for (; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (isFirst(byte)) {
      if (coveredAt(bytes, at, length) > 0) break;
      if (isTonedAt(bytes, at, length)) sum -= TOO_MUCH[encoding];
    }
    sum += weights[(OLDEST[before] ?? 0) | (MIDDLE[last] ?? 0) | (NEWEST[byte] ?? 0)] ?? 0;
    before = last;
    last = byte;
  }
  let end = at;
  if (at < length && at > from && last === SPACE) {
    // The space belongs to the covered char: its pattern is taken back.
    end--;
    const older = end - 2 >= from ? (bytes[end - 2] ?? 0) : end - 1 >= from ? scale.last : scale.before;
    sum -= weights[(OLDEST[older] ?? 0) | (MIDDLE[before] ?? 0) | (NEWEST[SPACE] ?? 0)] ?? 0;
    last = before;
    before = older;
  }
  if (end > from) {
    scale.pieces?.close();
    scale.isOpen = true;
  }
  scale.sum = sum;
  scale.before = before;
  scale.last = last;
  return at;
}

/** Adds a run of covered chars, and returns the place behind it. */
function addPieces(scale: Scale, isSpaced: boolean, bytes: Uint8Array, from: number, length: number): number {
  endPlain(scale);
  scale.pieces ??= new Pieces(scale.encoding);
  const { pieces } = scale;
  const before = pieces.sum;
  if (isSpaced) pieces.addSpace();
  const behind = pieces.addRun(bytes, from, length);
  scale.sum += pieces.sum - before;
  return behind;
}

/** Adds `bytes` from `from` up to `to`. */
function addPlain(scale: Scale, bytes: Uint8Array, from: number, to: number): void {
  if (from === to) return;
  const { weights } = scale;
  scale.pieces?.close();
  let { sum, before, last } = scale;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    sum += weights[(OLDEST[before] ?? 0) | (MIDDLE[last] ?? 0) | (NEWEST[byte] ?? 0)] ?? 0;
    before = last;
    last = byte;
  }
  scale.sum = sum;
  scale.before = before;
  scale.last = last;
  scale.isOpen = true;
}

/** Weighs the patterns that end behind the open run. */
function endPlain(scale: Scale): void {
  if (!scale.isOpen) return;
  addPlain(scale, OUTSIDE, 0, OUTSIDE.length);
  scale.isOpen = false;
}

const ENCODER = new TextEncoder();
/** UTF-16 units encoded at a time, of which many are ASCII alone. A unit has at most three bytes. */
const UNITS = 1 << 12;
const BUFFER = new Uint8Array(3 * UNITS);

/** A lone surrogate becomes U+FFFD. */
function addString(scale: Scale, text: string): void {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(at + UNITS, text.length);
    if (end < text.length) {
      // A surrogate pair is encoded as a whole, and a space with what follows it.
      if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
      if (text.charCodeAt(end - 1) === SPACE) end--;
    }
    const { written } = ENCODER.encodeInto(text.slice(at, end), BUFFER);
    add(scale, BUFFER, written, written === end - at);
    at = end;
  }
}

const isAscii = (bytes: Uint8Array): boolean => process.getBuiltinModule("node:buffer").isAscii(bytes);
