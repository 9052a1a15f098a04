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

/** The digest of a text with these {@link rankedWordsOf}. */
export function digestWords(
  words: Iterable<RankedWord>,
  isSeen: (word: string) => boolean,
  maxWords: number,
  maxChars: number,
): string {
  const ranks: Record<Rank, Set<string>> = { 0: new Set(), 1: new Set(), 2: new Set() };
  for (const { word, rank } of words) {
    if (ranks[0].size === maxWords) break;
    if (ranks[rank].size < maxWords && !isSeen(word)) ranks[rank].add(word);
  }
  let digested = "";
  let left = maxWords;
  for (const word of [...ranks[0], ...ranks[1], ...ranks[2]]) {
    const added = digested === "" ? word : SEPARATOR + word;
    if (left === 0 || digested.length + added.length > maxChars) continue;
    digested += added;
    left--;
  }
  return digested;
}

/** Adds the words of a text that a digest could name to `seen`. Linear. */
export function noteWords(text: string, seen: Set<string>): void {
  visitSpecialWords(text, (word) => {
    if (!seen.has(word) && rankOf(word) !== undefined) seen.add(word);
  });
}
