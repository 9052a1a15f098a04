// Leaves sentences out of prose: those that say least, up to a share, and never those that must stay.

import { type Sentence, sentencesOf } from "../classification/sentences.js";
import { LEFT_OUT } from "./marks.js";

export interface Thinning {
  /** Share of the chars that goes, at most. */
  most: number;
  isKept(sentence: Sentence, place: { at: number; count: number }): boolean;
  /** Whether a sentence was said before, word for word. Such sentences go first. @default none */
  isRepeated?(sentence: string): boolean;
}

/** A tag around the whole text, as some models write their thinking. */
const TAGGED = /^(<[a-z]+>)([\s\S]*)(<\/[a-z]+>)$/;

/** The text without some of its sentences; undefined if it would not be shorter. Linear, but for sorting sentences. */
export function thinOut(text: string, thinning: Thinning): string | undefined {
  const [, open = "", inner = text, close = ""] = TAGGED.exec(text) ?? [];
  const sentences = sentencesOf(inner);
  const gone = chooseGone(sentences, inner.length, thinning);
  if (gone.size === 0) return undefined;
  let out = "";
  for (const [at, { text: sentence }] of sentences.entries()) {
    if (!gone.has(at)) out += sentence;
    else if (!gone.has(at - 1)) out += `${LEFT_OUT}${at + runFrom(gone, at) < sentences.length ? "\n" : ""}`;
  }
  const thinned = open + out + close;
  return thinned.length < text.length ? thinned : undefined;
}

function runFrom(gone: ReadonlySet<number>, at: number): number {
  let count = 0;
  while (gone.has(at + count)) count++;
  return count;
}

function chooseGone(
  sentences: readonly Sentence[],
  chars: number,
  { most, isKept, isRepeated }: Thinning,
): Set<number> {
  const count = sentences.length;
  const free = sentences.flatMap((sentence, at) => {
    if (isKept(sentence, { at, count })) return [];
    const repeated = isRepeated?.(sentence.text.trim()) === true;
    // The middle of a text says less than its ends.
    const fromEnd = Math.min(at, count - 1 - at);
    return [{ at, chars: sentence.text.length, rank: (repeated ? count : 0) + fromEnd }];
  });
  free.sort((one, other) => other.rank - one.rank || one.at - other.at);
  const gone = new Set<number>();
  let room = Math.floor(chars * most);
  for (const one of free) {
    if (one.chars > room) continue;
    gone.add(one.at);
    room -= one.chars;
  }
  // Runs too short to be worth the note stay.
  for (const at of gone) {
    const run = gone.has(at - 1) ? 0 : runFrom(gone, at);
    const runChars = sentences.slice(at, at + run).reduce((sum, sentence) => sum + sentence.text.length, 0);
    if (run > 0 && runChars <= LEFT_OUT.length + 1) for (let next = at; next < at + run; next++) gone.delete(next);
  }
  return gone;
}
