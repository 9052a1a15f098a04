import fc from "fast-check";
import { expect, it } from "vitest";
import { digestWords, type RankedWord } from "../../ts/digest/digest.js";
import type { Rank } from "../../ts/digest/rank.js";

/** As the sentence says: the first unseen words of each rank, and of these what fits. */
function plainDigest(
  words: readonly RankedWord[],
  seen: ReadonlySet<string>,
  maxWords: number,
  maxChars: number,
): string {
  const ranks: Record<Rank, Set<string>> = { 0: new Set(), 1: new Set(), 2: new Set() };
  for (const { word, rank } of words) {
    if (ranks[0].size === maxWords) break;
    if (ranks[rank].size < maxWords && !seen.has(word)) ranks[rank].add(word);
  }
  const taken: string[] = [];
  for (const word of [...ranks[0], ...ranks[1], ...ranks[2]])
    if (taken.length < maxWords && [...taken, word].join(", ").length <= maxChars) taken.push(word);
  return taken.join(", ");
}

const ranked = fc
  .tuple(fc.constantFrom("a", "bb", "ccc", "dddddd", "eeeeeeeee"), fc.constantFrom<Rank>(0, 1, 2))
  .map(([word, rank]): RankedWord => ({ word: `${word}${rank}`, rank }));

it("names the words that fit of the first unseen ones of each rank, of few words and of many", () => {
  fc.assert(
    fc.property(
      fc.array(ranked, { maxLength: 40 }),
      fc.array(ranked, { maxLength: 6 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 40 }),
      (words, seen, maxWords, maxChars) => {
        const known = new Set(seen.map(({ word }) => word));
        const digested = digestWords(words, (word) => known.has(word), maxWords, maxChars);
        expect(digested).toBe(plainDigest(words, known, maxWords, maxChars));
      },
    ),
    { numRuns: 2000 },
  );
});

it("does not look up words that do not fit", () => {
  const words = Array.from({ length: 50 }, (_, at): RankedWord => ({ word: `src/part-${at}.ts`, rank: 0 }));
  let lookups = 0;
  digestWords(words, () => ++lookups === 0, 1000, 30);
  expect(lookups).toBe(2);
});
