// xxh3-128 with seed 0, as the native backend computes it (https://github.com/Cyan4973/xxHash, doc/xxhash_spec.md). The
// loop over a long text uses 32-bit halves, because BigInts would be twenty times slower; the rest uses BigInts.

import { wellFormed } from "./surrogates.js";

const SECRET = Buffer.from(
  "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c" +
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364" +
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e",
  "hex",
);
const PRIME32_1 = 0x9e3779b1;
const PRIME64_1 = 0x9e3779b185ebca87n;
const PRIME64_2 = 0xc2b2ae3d27d4eb4fn;
const PRIME64_4 = 0x85ebca77c2b2ae63n;
const MIN_BYTES = 17;
const MAX_MIDDLE_BYTES = 240;
const STRIPE_BYTES = 64;
const STRIPES = (SECRET.length - STRIPE_BYTES) / 8;
const BLOCK_BYTES = STRIPES * STRIPE_BYTES;
/** Halves of the eight start values, low half first. */
const START = [
  [0xc2b2ae3d, 0],
  [0x85ebca87, 0x9e3779b1],
  [0x27d4eb4f, 0xc2b2ae3d],
  [0x9e3779f9, 0x165667b1],
  [0xc2b2ae63, 0x85ebca77],
  [0x85ebca77, 0],
  [0x165667c5, 0x27d4eb2f],
  [0x9e3779b1, 0],
].flat();

/**
 * The hash of a text of more than 16 bytes, 32 hex digits. The bytes are UTF-8; half a surrogate pair has the three
 * bytes that its code point would have. Linear.
 *
 * @throws RangeError for a shorter text.
 */
export function contentHash(text: string): string {
  const bytes = wholeBytes(text);
  if (bytes.length < MIN_BYTES) throw new RangeError(`a text of at least ${MIN_BYTES} bytes is expected`);
  const [low, high] = bytes.length > MAX_MIDDLE_BYTES ? hashLong(bytes) : hashMiddle(bytes);
  return ((high << 64n) | low).toString(16).padStart(32, "0");
}

/** Whether a text has this {@link contentHash}. A text that is too short for a hash has none. Linear. */
export const hasHash = (text: string, hash: string): boolean =>
  Buffer.byteLength(text) >= MIN_BYTES && contentHash(text) === hash;

/** UTF-8 in which distinct texts have distinct bytes. */
function wholeBytes(text: string): Buffer {
  if (wellFormed(text) === text) return Buffer.from(text);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/\p{Surrogate}/gu)) {
    const code = text.charCodeAt(index);
    parts.push(Buffer.from(text.slice(from, index)));
    parts.push(Buffer.from([0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]));
    from = index + 1;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from))]);
}

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
const readWord = (bytes: Buffer, at: number): bigint => bytes.readBigUInt64LE(at);

function avalanche(value: bigint): bigint {
  const mixed = wrap((value ^ (value >> 37n)) * 0x165667919e3779f9n);
  return mixed ^ (mixed >> 32n);
}

function foldProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return wrap(product) ^ (product >> 64n);
}

type Halves = [low: bigint, high: bigint];

/** For 17 to 240 bytes. */
function hashMiddle(bytes: Buffer): Halves {
  const { length } = bytes;
  let state: Halves = [wrap(BigInt(length) * PRIME64_1), 0n];
  const mix = (first: number, second: number, secret: number) => {
    const [low, high] = state;
    const sum = (at: number) => wrap(readWord(bytes, at) + readWord(bytes, at + 8));
    state = [
      wrap(low + mixWords(bytes, first, secret)) ^ sum(second),
      wrap(high + mixWords(bytes, second, secret + 16)) ^ sum(first),
    ];
  };
  if (length <= 128) {
    for (let at = Math.ceil(length / 32) - 1; at >= 0; at--) mix(16 * at, length - 16 * (at + 1), 32 * at);
  } else {
    for (let round = 0; round < 4; round++) mix(32 * round, 32 * round + 16, 32 * round);
    state = [avalanche(state[0]), avalanche(state[1])];
    for (let round = 4; round < length >> 5; round++) mix(32 * round, 32 * round + 16, 3 + 32 * (round - 4));
    mix(length - 16, length - 32, 136 - 17 - 16);
  }
  const [low, high] = state;
  const sum = low * PRIME64_1 + high * PRIME64_4 + BigInt(length) * PRIME64_2;
  return [avalanche(wrap(low + high)), wrap(-avalanche(wrap(sum)))];
}

function mixWords(bytes: Buffer, at: number, secret: number): bigint {
  return foldProduct(
    readWord(bytes, at) ^ readWord(SECRET, secret),
    readWord(bytes, at + 8) ^ readWord(SECRET, secret + 8),
  );
}

/** For more than 240 bytes. */
function hashLong(bytes: Buffer): Halves {
  const { length } = bytes;
  const lanes = new Uint32Array(START);
  const blocks = Math.floor((length - 1) / BLOCK_BYTES);
  for (let block = 0; block < blocks; block++) {
    for (let stripe = 0; stripe < STRIPES; stripe++) {
      addStripe(lanes, bytes, block * BLOCK_BYTES + stripe * STRIPE_BYTES, stripe * 8);
    }
    scramble(lanes);
  }
  const rest = Math.floor((length - 1 - blocks * BLOCK_BYTES) / STRIPE_BYTES);
  for (let stripe = 0; stripe < rest; stripe++) {
    addStripe(lanes, bytes, blocks * BLOCK_BYTES + stripe * STRIPE_BYTES, stripe * 8);
  }
  addStripe(lanes, bytes, length - STRIPE_BYTES, SECRET.length - STRIPE_BYTES - 7);
  return [
    mergeLanes(lanes, 11, wrap(BigInt(length) * PRIME64_1)),
    mergeLanes(lanes, SECRET.length - STRIPE_BYTES - 11, wrap(~(BigInt(length) * PRIME64_2))),
  ];
}

function addStripe(lanes: Uint32Array, bytes: Buffer, at: number, secret: number): void {
  for (let lane = 0; lane < 8; lane++) {
    const low = bytes.readUInt32LE(at + 8 * lane);
    const high = bytes.readUInt32LE(at + 8 * lane + 4);
    const keyLow = (low ^ SECRET.readUInt32LE(secret + 8 * lane)) >>> 0;
    const keyHigh = (high ^ SECRET.readUInt32LE(secret + 8 * lane + 4)) >>> 0;
    addTo(lanes, lane ^ 1, low, high);
    addTo(lanes, lane, Math.imul(keyLow, keyHigh) >>> 0, highProduct(keyLow, keyHigh));
  }
}

/** Adds a number, as two halves, to a lane. */
function addTo(lanes: Uint32Array, lane: number, low: number, high: number): void {
  const sum = (lanes[2 * lane] ?? 0) + low;
  lanes[2 * lane] = sum;
  lanes[2 * lane + 1] = (lanes[2 * lane + 1] ?? 0) + high + (sum > 0xffffffff ? 1 : 0);
}

/** The upper 32 bits of the product of two 32-bit numbers. */
function highProduct(a: number, b: number): number {
  const [aLow, aHigh, bLow, bHigh] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carried = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + Math.floor(middle / 0x10000) + Math.floor(carried / 0x10000)) >>> 0;
}

function scramble(lanes: Uint32Array): void {
  const secret = SECRET.length - STRIPE_BYTES;
  for (let lane = 0; lane < 8; lane++) {
    const [low = 0, high = 0] = lanes.subarray(2 * lane, 2 * lane + 2);
    // The lane without its lowest 47 bits, moved to the right, is the upper half's upper 17 bits.
    const mixedLow = (low ^ (high >>> 15) ^ SECRET.readUInt32LE(secret + 8 * lane)) >>> 0;
    const mixedHigh = (high ^ SECRET.readUInt32LE(secret + 8 * lane + 4)) >>> 0;
    lanes[2 * lane] = Math.imul(mixedLow, PRIME32_1);
    lanes[2 * lane + 1] = highProduct(mixedLow, PRIME32_1) + (Math.imul(mixedHigh, PRIME32_1) >>> 0);
  }
}

function mergeLanes(lanes: Uint32Array, secret: number, start: bigint): bigint {
  const words = new BigUint64Array(lanes.buffer);
  let sum = start;
  for (let pair = 0; pair < 4; pair++) {
    const a = (words[2 * pair] ?? 0n) ^ readWord(SECRET, secret + 16 * pair);
    const b = (words[2 * pair + 1] ?? 0n) ^ readWord(SECRET, secret + 16 * pair + 8);
    sum += foldProduct(a, b);
  }
  return avalanche(wrap(sum));
}
