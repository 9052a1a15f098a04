// The estimate of crates/tokens: three consecutive bytes form a pattern, and each pattern has a weight. Scripts other
// than the Latin one are weighed by pieces (scripts.ts), except under version 1 of a policy.
import type { Encoding, TokenText, WeightVersion } from "../contract/token-backend.js";
import { CLASS_OF } from "./byte-classes.js";
import { coveredAt, isFirst, isTonedAt, Pieces, TOO_MUCH } from "./scripts.js";
import { weightsOf } from "./weights.js";

/** Weights are in 1/1024 token. */
const UNIT = 1024;

/** Classes of bytes, in one place in memory. */
const CLASSES = Uint8Array.from(CLASS_OF);
const classOf = (byte: number): number => CLASSES[byte] ?? 0;

/** The number of a pattern: the classes of its bytes, those of the oldest and the newest halved. */
const patternOf = (oldest: number, middle: number, newest: number): number =>
  ((oldest >> 1) << 11) | (middle << 5) | (newest >> 1);

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
  let { sum } = scale;
  let [oldest, middle] = [classOf(scale.before), classOf(scale.last)];
  let at = from;
  for (; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (isFirst(byte)) {
      if (coveredAt(bytes, at, length) > 0) break;
      if (isTonedAt(bytes, at, length)) sum -= TOO_MUCH[encoding];
    }
    const newest = classOf(byte);
    sum += weights[patternOf(oldest, middle, newest)] ?? 0;
    oldest = middle;
    middle = newest;
  }
  let [before, last] = lastTwo(scale, bytes, from, at);
  let end = at;
  if (at < length && at > from && last === SPACE) {
    // The space belongs to the covered char: its pattern is taken back.
    end--;
    const older = end - 2 >= from ? (bytes[end - 2] ?? 0) : end - 1 >= from ? scale.last : scale.before;
    sum -= weights[patternOf(classOf(older), classOf(before), classOf(SPACE))] ?? 0;
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
  let { sum } = scale;
  let [oldest, middle] = [classOf(scale.before), classOf(scale.last)];
  for (let at = from; at < to; at++) {
    const newest = classOf(bytes[at] ?? 0);
    sum += weights[patternOf(oldest, middle, newest)] ?? 0;
    oldest = middle;
    middle = newest;
  }
  scale.sum = sum;
  [scale.before, scale.last] = lastTwo(scale, bytes, from, to);
  scale.isOpen = true;
}

/** The last two bytes after those from `from` up to `to`. */
function lastTwo({ before, last }: Scale, bytes: Uint8Array, from: number, to: number): [before: number, last: number] {
  if (to === from) return [before, last];
  return [to - from > 1 ? (bytes[to - 2] ?? 0) : last, bytes[to - 1] ?? 0];
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
