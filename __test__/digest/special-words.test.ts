import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankOf } from "../../ts/digest/rank.js";
import { specialWordsOf, wordsOf } from "../../ts/digest/words.js";

describe("the words that may name something", () => {
  const char = fc.constantFrom(..."abzABZ019 _./~@$-\n:é\u2028\u3040\ud83d\ude00");
  const text = fc.string({ unit: char, maxLength: 60 });

  it("are all words but those that have no rank", () => {
    fc.assert(
      fc.property(text, (one) => {
        const ranked = (words: Iterable<{ word: string; start: number }>) =>
          [...words].filter(({ word }) => rankOf(word) !== undefined);
        expect(ranked(specialWordsOf(one))).toEqual(ranked(wordsOf(one)));
      }),
      { numRuns: 2000 },
    );
  });

  it("leave out plain words without cutting them out", () => {
    expect([...specialWordsOf("the Value of HTTP is parseBody in a.ts")].map(({ word }) => word)).toEqual([
      "parseBody",
      "a.ts",
    ]);
  });
});
