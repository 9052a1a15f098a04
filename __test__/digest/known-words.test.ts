import fc from "fast-check";
import { expect, it } from "vitest";
import { digest, digestWords, type RankedWord } from "../../ts/digest/digest.js";
import { KnownWords, READ_ANEW } from "../../ts/digest/known-words.js";

const word = fc.constantFrom(
  ...["src/a.ts", "parseBody", "4096", "plain", "password=x_1", "x_1", "ghp_aaaaaaaaaaaaaaaaaaaa", "api_key: src/a.ts"],
  ...["Bearer tok_3n", "tok_3n", "é_1", "--flag", "//x/y.z", "AKIA1234567890ABCDEF"],
);
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));
const unique = (words: Iterable<RankedWord>) => [...new Set(Array.from(words, ({ word }) => word))];

it("remembered words of texts are those that are read anew, in the same order, however often they are asked for", () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const known = new KnownWords();
      for (const one of [...texts, ...texts]) {
        expect(Array.from(known.ranked(one), ({ word, rank }) => [word, rank])).toEqual(
          unique(READ_ANEW.ranked(one)).map((word) => [
            word,
            [...READ_ANEW.ranked(one)].find((ranked) => ranked.word === word)?.rank,
          ]),
        );
        expect(unique(known.noted(one)).sort()).toEqual(unique(READ_ANEW.noted(one)).sort());
        expect(digestWords(known.ranked(one), (word) => word === "4096", 3, 40)).toBe(
          digest(one, (word) => word === "4096", 3, 40),
        );
      }
    }),
  );
});
