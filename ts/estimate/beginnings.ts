// The beginnings of a vocabulary's tokens, as a set that may err. crates/tokens/src/beginnings.rs gives the reasons.
import type { Encoding } from "../contract/token-backend.js";
import { TOKEN_BEGINNINGS } from "./token-beginnings.js";

/** A Bloom filter over hashes of chars. */
export type Beginnings = (hash: number) => boolean;

/** Added to two bytes of a char, so that they are no char. */
const PAIR = 1 << 24;
const BITS = 3;

/** The hash of a text with one more char; 0 is the hash of no text. */
export function hashWith(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Two bytes of a char that are a token. */
export const hashOfPair = (first: number, second: number): number => hashWith(0, PAIR | (first << 8) | second);

const unpacked: Partial<Record<Encoding, Beginnings>> = {};

/** The set of an encoding, unpacked at its first use. */
export function beginningsOf(encoding: Encoding): Beginnings {
  const known = unpacked[encoding];
  if (known !== undefined) return known;
  const packed = Buffer.from(TOKEN_BEGINNINGS[encoding], "base64");
  const bits = new Uint8Array(process.getBuiltinModule("node:zlib").inflateRawSync(packed));
  const last = 8 * bits.length - 1;
  const has = (hash: number): boolean => {
    let place = Math.imul(hash, 0x85ebca6b);
    let step = Math.imul(hash, 0xc2b2ae35);
    place ^= place >>> 13;
    step = (step ^ (step >>> 16)) | 1;
    for (let at = 0; at < BITS; at++) {
      if (((bits[(place & last) >>> 3] ?? 0) & (1 << (place & 7))) === 0) return false;
      place += step;
    }
    return true;
  };
  unpacked[encoding] = has;
  return has;
}
