// Finds given words in texts, as `wordsOf` of the digest splits them, without making a string of every other word.

/** Chars of a run, by code; 2 for those at which no word ends. */
const RUN = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") RUN[char.charCodeAt(0)] = 1;
for (const char of "-./~@$") RUN[char.charCodeAt(0)] = 2;

const MAX_RUN_CHARS = 200;
const [DASH, DOT, SLASH] = [0x2d, 0x2e, 0x2f];

/** Letters of other scripts, as part of a run. */
const isOther = (code: number): boolean => (code >= 0xc0 && code <= 0x1fff) || code >= 0x3040;

/** Finds words of a set. */
export class WordFinder {
  readonly #words: ReadonlySet<string>;
  readonly #hashes = new Set<number>();
  /** Lengths of the words, by length. */
  readonly #lengths = new Uint8Array(MAX_RUN_CHARS + 1);

  constructor(words: ReadonlySet<string>) {
    this.#words = words;
    for (const word of words) {
      this.#hashes.add(hashOf(word, 0, word.length));
      this.#lengths[word.length] = 1;
    }
  }

  /** Adds the words of the set that a text has to `found`. Linear. */
  find(text: string, found: Set<string>): void {
    if (this.#words.size === 0) return;
    let start = -1;
    let isAscii = true;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const isRun = code < 128 ? RUN[code] !== 0 : isOther(code);
      if (isRun) {
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

  #look(text: string, from: number, to: number, found: Set<string>): void {
    let start = from;
    if (isSlash(text, start, to) && isSlash(text, start + 1, to)) while (isSlash(text, start, to)) start++;
    for (; start < to; start++) {
      const code = text.charCodeAt(start);
      if (code !== DASH && (code !== DOT || beginsPath(text, start, to))) break;
    }
    let end = to;
    while (end > start && RUN[text.charCodeAt(end - 1)] === 2) end--;
    if (this.#lengths[end - start] !== 1 || !this.#hashes.has(hashOf(text, start, end))) return;
    const word = text.slice(start, end);
    if (this.#words.has(word)) found.add(word);
  }
}

const isSlash = (text: string, at: number, end: number): boolean => at < end && text.charCodeAt(at) === SLASH;

/** `./` or `../`. */
function beginsPath(text: string, at: number, end: number): boolean {
  const next = at + 1 < end && text.charCodeAt(at + 1) === DOT ? at + 1 : at;
  return isSlash(text, next + 1, end);
}

/** FNV-1a of the chars' codes. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
