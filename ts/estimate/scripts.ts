// Weighs the chars of scripts other than the Latin one. crates/tokens/src/scripts.rs gives the reasons.
import type { Encoding } from "../contract/token-backend.js";
import { type Beginnings, beginningsOf, hashOfPair, hashWith } from "./beginnings.js";

const TOKEN = 1024;
/** First bytes of chars of these scripts: from here on, but for those of symbols and those of four bytes. */
const FIRST = 0xcd;
const SYMBOLS = 0xe2;
const OF_FOUR = 0xf0;
/** The joiner inside Persian words: covered behind a covered char only. */
const JOINER = 0x200c;
const JOINER_BYTES = 3;
const SPACE = 0x20;

/** Chars that are weighed here: from each first one up to the second, which is not. */
const COVERED: readonly (readonly [first: number, behind: number])[] = [
  [0x0370, 0x1e00],
  [0x1f00, 0x2000],
  [0x3000, 0xd800],
  [0xf900, 0xfb00],
  [0xfb1d, 0xfe00],
  [0xfe70, 0xfeff],
  [0xff00, 0xfff0],
];

const isCovered = (code: number): boolean => COVERED.some(([first, behind]) => code >= first && code < behind);

/** Weight of each token of a char that is no token, for the chars from `first` up to `behind`. */
const SPLIT: Readonly<Record<Encoding, readonly (readonly [first: number, behind: number, weight: number])[]>> = {
  o200k_base: [],
  cl100k_base: [
    [0x0900, 0x0e00, 912],
    [0xac00, 0xd7a4, 944],
  ],
};

/** The covered char at a place in UTF-8, or 0. A char up to U+07FF has two bytes, others three. */
export function coveredAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  if (!isFirst(first) || at + 1 >= length) return 0;
  const second = sixBits(bytes[at + 1]);
  let code: number;
  if (first < 0xe0) code = second < 0 ? 0 : ((first & 0x1f) << 6) | second;
  else {
    const third = at + 2 < length ? sixBits(bytes[at + 2]) : -1;
    code = second < 0 || third < 0 ? 0 : ((first & 0x0f) << 12) | (second << 6) | third;
    if (bytesOf(code) < 3) return 0;
  }
  return isCovered(code) ? code : 0;
}

export const isFirst = (byte: number): boolean => byte >= FIRST && byte < OF_FOUR && byte !== SYMBOLS;

const isJoinerAt = (bytes: Uint8Array, at: number, length: number): boolean =>
  at + 2 < length && bytes[at] === SYMBOLS && bytes[at + 1] === 0x80 && bytes[at + 2] === 0x8c;

const sixBits = (byte = 0): number => ((byte & 0xc0) === 0x80 ? byte & 0x3f : -1);

const bytesOf = (code: number): number => (code < 0x800 ? 2 : 3);

/** What the tables weigh too much of a Vietnamese letter, in 1/1024 token. */
export const TOO_MUCH: Readonly<Record<Encoding, number>> = { o200k_base: TOKEN / 4, cl100k_base: 0 };

/** Whether a letter of U+1EA0 to U+1EFF begins at a place. */
export const isTonedAt = (bytes: Uint8Array, at: number, length: number): boolean =>
  at + 2 < length && bytes[at] === 0xe1 && isToned(bytes[at + 1], bytes[at + 2]);

/** Whether the last two bytes of three are those of U+1EA0 to U+1EFF. */
const isToned = (second = 0, third = 0): boolean =>
  third < 0xc0 && ((second === 0xba && third >= 0xa0) || (second === 0xbb && third >= 0x80));

/** Weighs one run of covered chars after the other. */
export class Pieces {
  /** The weight of all runs, in 1/1024 token. */
  sum = 0;
  readonly #isBeginning: Beginnings;
  readonly #split: (typeof SPLIT)[Encoding];
  /** Whether the next char may continue the last piece, whose hash and weight these are. */
  #isOpen = false;
  #hash = 0;
  #weight = 0;

  constructor(encoding: Encoding) {
    this.#isBeginning = beginningsOf(encoding);
    this.#split = SPLIT[encoding];
  }

  /** Whether the last char of the text so far is covered. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Something else follows: the next char begins a piece. */
  close(): void {
    this.#isOpen = false;
  }

  /** Adds the single space in front of a covered char. */
  addSpace(): void {
    this.#begin(hashWith(0, SPACE), TOKEN);
  }

  /**
   * Adds the covered chars from `from` on, with single spaces between them, and returns the place behind them. A joiner may
   * be the first if the run goes on.
   */
  addRun(bytes: Uint8Array, from: number, length: number): number {
    let at = from;
    for (;;) {
      const code = coveredAt(bytes, at, length);
      if (code > 0) {
        this.#addChar(code, bytes, at);
        at += bytesOf(code);
      } else if (this.#isOpen && isJoinerAt(bytes, at, length)) {
        this.#addChar(JOINER, bytes, at);
        at += JOINER_BYTES;
      } else if (at < length && bytes[at] === SPACE && coveredAt(bytes, at + 1, length) > 0) {
        this.addSpace();
        at++;
      } else return at;
    }
  }

  #addChar(code: number, bytes: Uint8Array, at: number): void {
    if (this.#isOpen) {
      const longer = hashWith(this.#hash, code);
      if (this.#isBeginning(longer)) {
        this.sum += TOKEN - this.#weight;
        this.#hash = longer;
        this.#weight = TOKEN;
        return;
      }
    }
    const hash = hashWith(0, code);
    const isToken = this.#isBeginning(hash);
    this.#begin(hash, isToken ? TOKEN : this.#tokensOf(code, bytes, at) * this.#splitWeight(code));
  }

  #begin(hash: number, weight: number): void {
    this.sum += weight;
    this.#isOpen = true;
    this.#hash = hash;
    this.#weight = weight;
  }

  /** Tokens of a char that is no token. */
  #tokensOf(code: number, bytes: Uint8Array, at: number): number {
    if (bytesOf(code) === 2) return 2;
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    return this.#isBeginning(hashOfPair(first, second)) || this.#isBeginning(hashOfPair(second, third)) ? 2 : 3;
  }

  #splitWeight(code: number): number {
    return this.#split.find(([first, behind]) => code >= first && code < behind)?.[2] ?? TOKEN;
  }
}
