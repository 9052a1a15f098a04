// Finds given words in texts, as `wordsOf` of the digest splits them, without making a string of every other word.
import { codesOf, marksFor } from "./text-codes.js";

export class WordFinder {
  readonly #words: ReadonlyMap<string, number>;
  readonly #hashes = new Set<number>();
  /** 1 for the marks of words. */
  readonly #marks: Uint8Array;

  constructor(words: ReadonlyMap<string, number>) {
    this.#words = words;
    this.#marks = marksFor(words.size);
    for (const word of words.keys()) {
      const codes = codesOf(word);
      this.#hashes.add(hashOf(codes, 0, word.length));
      this.#marks[this.#markOf(codes, 0, word.length)] = 1;
    }
  }

  /** Adds the numbers of the words that a text has to `found`. Linear. */
  find(text: string, found: Set<number>): void {
    if (this.#words.size === 0) return;
    const codes = codesOf(text);
    const end = text.length;
    for (let at = 0; at < end; at++) {
      let code = codes[at] ?? 0;
      if (!isOfRun(code)) continue;
      const start = at;
      let all = 0;
      do {
        all |= code;
        code = codes[++at] ?? 0;
      } while (isOfRun(code));
      if (all < 128 && at - start <= MAX_RUN_CHARS) this.#look(text, codes, start, at, found);
    }
  }

  #look(text: string, codes: Uint16Array, from: number, to: number, found: Set<number>): void {
    const start = wordStart(codes, from, to);
    const end = wordEnd(codes, start, to);
    // Most runs are told from all words by their ends and length alone.
    const isMarked = this.#marks[this.#markOf(codes, start, end)] === 1;
    if (!isMarked || !this.#hashes.has(hashOf(codes, start, end))) return;
    const number = this.#words.get(text.slice(start, end));
    if (number !== undefined) found.add(number);
  }

  #markOf(codes: Uint16Array, start: number, end: number): number {
    const mark = ((end - start) * 0x9e5) ^ ((codes[start] ?? 0) << 7) ^ (codes[end - 1] ?? 0);
    return mark & (this.#marks.length - 1);
  }
}

/** FNV-1a of the chars' codes. */
function hashOf(codes: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (codes[at] ?? 0), 0x01000193);
  return hash;
}

/** Longer runs are no words. */
const MAX_RUN_CHARS = 200;
const [DASH, DOT, SLASH] = [0x2d, 0x2e, 0x2f];

/** 1 for chars of runs, and for chars at which no word ends. */
const RUNS = new Uint8Array(128);
const ENDS = new Uint8Array(128);
for (const char of "0123456789_-./~@$") RUNS[char.charCodeAt(0)] = 1;
for (const char of "-./~@$") ENDS[char.charCodeAt(0)] = 1;
for (let at = 0; at < 26; at++) {
  RUNS[0x61 + at] = 1;
  RUNS[0x41 + at] = 1;
}

/** Whether a char is part of a run; none has the code 0. */
const isOfRun = (code: number): boolean =>
  code < 128 ? RUNS[code] !== 0 : (code >= 0xc0 && code <= 0x1fff) || code >= 0x3040;

/** Where the word of a run begins; `to` if it has none. */
function wordStart(codes: Uint16Array, from: number, to: number): number {
  let start = from;
  if (isSlash(codes, start, to) && isSlash(codes, start + 1, to)) while (isSlash(codes, start, to)) start++;
  for (; start < to; start++) {
    const code = codes[start];
    if (code !== DASH && (code !== DOT || beginsPath(codes, start, to))) break;
  }
  return start;
}

/** Where the word of a run ends that begins at `start`. */
function wordEnd(codes: Uint16Array, start: number, to: number): number {
  let end = to;
  while (end > start && ENDS[codes[end - 1] ?? 0] === 1) end--;
  return end;
}

const isSlash = (codes: Uint16Array, at: number, end: number): boolean => at < end && codes[at] === SLASH;

/** `./` or `../`. */
function beginsPath(codes: Uint16Array, at: number, end: number): boolean {
  const next = at + 1 < end && codes[at + 1] === DOT ? at + 1 : at;
  return isSlash(codes, next + 1, end);
}
