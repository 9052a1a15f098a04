// The estimate of crates/tokens: three consecutive bytes form a pattern, and each pattern has a weight.
import type { Encoding, TokenText } from "../contract/token-backend.js";
import { CLASS_OF } from "./byte-classes.js";
import { TOKEN_WEIGHTS } from "./token-weights.js";

const PATTERNS = 1 << 16;
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

/** The estimate before rounding, in 1/1024 token. A text that is not empty weighs at least one token. */
export function weigh(text: TokenText, encoding: Encoding): number {
  if (text.length === 0) return 0;
  const scale: Scale = { weights: weightsOf(encoding), sum: 0, before: 0, last: 0 };
  if (typeof text === "string") addString(scale, text);
  else add(scale, text, text.length);
  add(scale, OUTSIDE, OUTSIDE.length);
  return Math.max(UNIT, scale.sum);
}

/** Bytes assumed after the text, because they form patterns with its last bytes. */
const OUTSIDE = new Uint8Array(2);

interface Scale {
  weights: Int16Array;
  sum: number;
  /** The last two bytes. */
  before: number;
  last: number;
}

function add(scale: Scale, bytes: Uint8Array, length: number): void {
  const { weights } = scale;
  let { sum, before, last } = scale;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] ?? 0;
    sum += weights[(OLDEST[before] ?? 0) | (MIDDLE[last] ?? 0) | (NEWEST[byte] ?? 0)] ?? 0;
    before = last;
    last = byte;
  }
  scale.sum = sum;
  scale.before = before;
  scale.last = last;
}

const ENCODER = new TextEncoder();
/** UTF-16 units encoded at a time. A unit has at most three bytes. */
const UNITS = 1 << 14;
const BUFFER = new Uint8Array(3 * UNITS);

/** A lone surrogate becomes U+FFFD. */
function addString(scale: Scale, text: string): void {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(at + UNITS, text.length);
    // A surrogate pair is encoded as a whole.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
    const { written } = ENCODER.encodeInto(text.slice(at, end), BUFFER);
    add(scale, BUFFER, written);
    at = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

const unpacked: Partial<Record<Encoding, Int16Array>> = {};

/** The table of an encoding, unpacked at its first use. */
function weightsOf(encoding: Encoding): Int16Array {
  const known = unpacked[encoding];
  if (known !== undefined) return known;
  // Loaded at the first estimate, because few users of this package ever need it.
  const bytes = process.getBuiltinModule("node:zlib").inflateRawSync(Buffer.from(TOKEN_WEIGHTS[encoding], "base64"));
  const weights = Int16Array.from({ length: PATTERNS }, (_, at) => bytes.readInt16LE(2 * at));
  unpacked[encoding] = weights;
  return weights;
}
