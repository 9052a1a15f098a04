// The weights of patterns, unpacked. crates/tokens/examples/fit/output.rs packs them, and says how.
import type { Encoding } from "../contract/token-backend.js";
import { TOKEN_WEIGHTS } from "./token-weights.js";

const PATTERNS = 1 << 16;
/** Patterns in a row, which differ in the newest byte, as a power of two. */
const ROW_LOG2 = 5;
const ROWS = PATTERNS >> ROW_LOG2;
/** Where the planes of bytes begin. */
const USUAL_AT = PATTERNS >> 3;
const OTHERS_AT = USUAL_AT + 2 * ROWS;

/** The encoding whose weights an encoding's are differences from. */
const BEFORE: Partial<Record<Encoding, Encoding>> = { cl100k_base: "o200k_base" };

interface Table {
  weights: Int16Array;
  /** The usual weight of each row. */
  usual: Int16Array;
  /** A bit for each pattern that has another weight. */
  unusual: Uint8Array;
}

const unpacked: Partial<Record<Encoding, Table>> = {};

/** The weights of an encoding by the number of the pattern, in 1/1024 token; unpacked at their first use. */
export const weightsOf = (encoding: Encoding): Int16Array => tableOf(encoding).weights;

function tableOf(encoding: Encoding): Table {
  const known = unpacked[encoding];
  if (known !== undefined) return known;
  const earlier = BEFORE[encoding];
  const packed = Buffer.from(TOKEN_WEIGHTS[encoding], "base64");
  const planes: Uint8Array = process.getBuiltinModule("node:zlib").inflateRawSync(packed);
  const table = unpack(planes, earlier === undefined ? undefined : tableOf(earlier));
  unpacked[encoding] = table;
  return table;
}

function unpack(planes: Uint8Array, before: Table | undefined): Table {
  const unusual = planes.slice(0, USUAL_AT);
  if (before !== undefined)
    for (let at = 0; at < USUAL_AT; at++) unusual[at] = (planes[at] ?? 0) ^ (before.unusual[at] ?? 0);
  const usual = new Int16Array(ROWS);
  for (let row = 0; row < ROWS; row++) {
    const base = before === undefined ? usual[row - 1] : before.usual[row];
    usual[row] = (base ?? 0) + signed(planes, USUAL_AT + row, ROWS);
  }
  const weights = new Int16Array(PATTERNS);
  const others = (planes.length - OTHERS_AT) / 2;
  let next = OTHERS_AT;
  for (let at = 0; at < PATTERNS; at++) {
    const row = usual[at >> ROW_LOG2] ?? 0;
    const isUsual = ((unusual[at >> 3] ?? 0) & (1 << (at & 7))) === 0;
    weights[at] = isUsual
      ? row
      : (before === undefined ? row : (before.weights[at] ?? 0)) + signed(planes, next++, others);
  }
  return { weights, usual, unusual };
}

/** A number of which the upper byte is `plane` bytes behind the lower one: 0, -1, 1, -2 … */
function signed(planes: Uint8Array, at: number, plane: number): number {
  const unsigned = (planes[at] ?? 0) | ((planes[at + plane] ?? 0) << 8);
  return (unsigned >>> 1) ^ -(unsigned & 1);
}
