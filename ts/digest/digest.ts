// Names what a text was about: paths, identifiers and numbers that a model may need again. The native twin is
// `crates/core/src/digest/mod.rs`.
//
//   src/a.ts:12 calls parseBody(x) 4096 times  →  src/a.ts, parseBody, 4096
import { type Rank, rankOf } from "./rank.js";
import { isNamedSecret } from "./secrets.js";
import { specialWordsOf, visitSpecialWords } from "./words.js";

/** Between two words. */
const SEPARATOR = ", ";

/**
 * The words of a text that a model may need again, joined by `, `: paths and names of files first, then compound
 * identifiers, then numbers and other words; of equals the earliest. Empty if there are none. Linear.
 *
 * @param isSeen Whether the model has a word from elsewhere; of a text, {@link noteWords} collects them.
 * @param maxChars Most chars, separators included.
 */
export function digest(text: string, isSeen: (word: string) => boolean, maxWords: number, maxChars: number): string {
  return digestWords(rankedWordsOf(text), isSeen, maxWords, maxChars);
}

/** A word and its rank. */
export interface RankedWord {
  readonly word: string;
  readonly rank: Rank;
}

/** Of a text the words that a digest may name, in order, as often as they occur. Linear. */
export function* rankedWordsOf(text: string): Generator<RankedWord> {
  for (const { word, start } of specialWordsOf(text)) {
    const rank = rankOf(word);
    if (rank !== undefined && !isNamedSecret(text, start, word)) yield { word, rank };
  }
}

/**
 * The digest of a text with these {@link rankedWordsOf}. Of very many words of a rank only the first `maxWords` unseen ones
 * count; of fewer, those that do not fit are not even looked up.
 */
export function digestWords(
  words: Iterable<RankedWord>,
  isSeen: (word: string) => boolean,
  maxWords: number,
  maxChars: number,
): string {
  const list = Array.isArray(words) ? (words as readonly RankedWord[]) : [...words];
  const counts: Record<Rank, number> = { 0: 0, 1: 0, 2: 0 };
  for (const { rank } of list) counts[rank]++;
  const digested = new Digested(isSeen, maxWords, maxChars);
  let end = list.length;
  for (const rank of RANKS) {
    if (digested.isFull) break;
    const last = digested.addRank(list, rank, end, counts[rank] >= maxWords);
    // Behind the last word of the first rank that counts, no other counts either.
    if (rank === 0) end = last;
  }
  return digested.text;
}

const RANKS: readonly Rank[] = [0, 1, 2];

/** A digest that grows. */
class Digested {
  text = "";
  readonly #isSeen: (word: string) => boolean;
  readonly #maxWords: number;
  readonly #maxChars: number;
  #words = 0;

  constructor(isSeen: (word: string) => boolean, maxWords: number, maxChars: number) {
    this.#isSeen = isSeen;
    this.#maxWords = maxWords;
    this.#maxChars = maxChars;
  }

  /** Whether not even a word of one char fits. */
  get isFull(): boolean {
    return this.#words >= this.#maxWords || !this.#fits(1);
  }

  /**
   * Adds the words of one rank among the first `end`.
   *
   * @param isMany Whether there may be more words than count.
   * @returns the number of words up to the last one that counts
   */
  addRank(words: readonly RankedWord[], rank: Rank, end: number, isMany: boolean): number {
    const taken = new Set<string>();
    for (let at = 0; at < end && !this.isFull; at++) {
      const one = words[at];
      if (one === undefined || one.rank !== rank) continue;
      const { word } = one;
      const fits = this.#fits(word.length);
      if ((!fits && !isMany) || taken.has(word) || this.#isSeen(word)) continue;
      taken.add(word);
      if (fits) this.#add(word);
      if (taken.size === this.#maxWords) return at + 1;
    }
    return end;
  }

  #fits(chars: number): boolean {
    const added = this.text === "" ? chars : SEPARATOR.length + chars;
    return this.text.length + added <= this.#maxChars;
  }

  #add(word: string): void {
    this.text += this.text === "" ? word : SEPARATOR + word;
    this.#words++;
  }
}

/** Adds the words of a text that a digest could name to `seen`. Linear. */
export function noteWords(text: string, seen: Set<string>): void {
  visitSpecialWords(text, (word) => {
    if (!seen.has(word) && rankOf(word) !== undefined) seen.add(word);
  });
}
