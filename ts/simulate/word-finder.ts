// Finds given words in texts, as `wordsOf` of the digest splits them, without making a string of every other word.

import { isOfRun, MAX_RUN_CHARS, wordEnd, wordStart } from "../digest/words.js";

/** Finds words that have numbers. */
export class WordFinder {
  readonly #words: ReadonlyMap<string, number>;
  readonly #hashes = new Set<number>();
  /** Lengths of the words, by length. */
  readonly #lengths = new Uint8Array(MAX_RUN_CHARS + 1);

  constructor(words: ReadonlyMap<string, number>) {
    this.#words = words;
    for (const word of words.keys()) {
      this.#hashes.add(hashOf(word, 0, word.length));
      this.#lengths[word.length] = 1;
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
    if (this.#lengths[end - start] !== 1 || !this.#hashes.has(hashOf(text, start, end))) return;
    const number = this.#words.get(text.slice(start, end));
    if (number !== undefined) found.add(number);
  }
}

/** FNV-1a of the chars' codes. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
