// Finds given words in texts, as `wordsOf` of the digest splits them, without making a string of every other word.

/** Finds words that have numbers. */
export class WordFinder {
  readonly #words: ReadonlyMap<string, number>;
  readonly #hashes = new Set<number>();
  /** 1 for the marks of words. */
  readonly #marks = new Uint8Array(MARKS);

  constructor(words: ReadonlyMap<string, number>) {
    this.#words = words;
    for (const word of words.keys()) {
      this.#hashes.add(hashOf(word, 0, word.length));
      this.#marks[markOf(word.length, word.charCodeAt(0), word.charCodeAt(word.length - 1))] = 1;
    }
  }

  /** Adds the numbers of the words that a text has to `found`. Linear. */
  find(text: string, found: Set<number>): void {
    if (this.#words.size === 0) return;
    let start = -1;
    let isAscii = true;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      if (isOfRun(code)) {
        if (start < 0) {
          start = at;
          isAscii = true;
        }
        if (code >= 128) isAscii = false;
      } else if (start >= 0) {
        if (isAscii && at - start <= MAX_RUN_CHARS) this.#look(text, start, at, found);
        start = -1;
      }
    }
  }

  #look(text: string, from: number, to: number, found: Set<number>): void {
    const start = wordStart(text, from, to);
    const end = wordEnd(text, start, to);
    // Most runs are told from all words by their ends and length alone.
    const isMarked = this.#marks[markOf(end - start, text.charCodeAt(start), text.charCodeAt(end - 1))] === 1;
    if (!isMarked || !this.#hashes.has(hashOf(text, start, end))) return;
    const number = this.#words.get(text.slice(start, end));
    if (number !== undefined) found.add(number);
  }
}

const MARKS = 1 << 14;

const markOf = (length: number, first: number, last: number): number =>
  ((length * 0x9e5) ^ (first << 7) ^ last) & (MARKS - 1);

/** FNV-1a of the chars' codes. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
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
function wordStart(text: string, from: number, to: number): number {
  let start = from;
  if (isSlash(text, start, to) && isSlash(text, start + 1, to)) while (isSlash(text, start, to)) start++;
  for (; start < to; start++) {
    const code = text.charCodeAt(start);
    if (code !== DASH && (code !== DOT || beginsPath(text, start, to))) break;
  }
  return start;
}

/** Where the word of a run ends that begins at `start`. */
function wordEnd(text: string, start: number, to: number): number {
  let end = to;
  while (end > start && ENDS[text.charCodeAt(end - 1)] === 1) end--;
  return end;
}

const isSlash = (text: string, at: number, end: number): boolean => at < end && text.charCodeAt(at) === SLASH;

/** `./` or `../`. */
function beginsPath(text: string, at: number, end: number): boolean {
  const next = at + 1 < end && text.charCodeAt(at + 1) === DOT ? at + 1 : at;
  return isSlash(text, next + 1, end);
}
