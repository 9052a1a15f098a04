import fc from "fast-check";
import { expect, it } from "vitest";
import { wordsOf as placedWordsOf } from "../../ts/digest/words.js";
import { WordFinder } from "../../ts/simulate/word-finder.js";

const wordsOf = (text: string): string[] => Array.from(placedWordsOf(text), ({ word }) => word);

const chars = fc.constantFrom(...'ab9_./~@$- \n"(é–字', "./", "../", "//");

it("finds in any text exactly the numbers of those given words that the digest splits it into", () => {
  fc.assert(
    fc.property(fc.array(chars, { maxLength: 60 }), fc.array(chars, { maxLength: 60 }), (one, other) => {
      const [text, from] = [one.join(""), other.join("")];
      const words = [...new Set([...wordsOf(from), ...[...wordsOf(text)].filter((_, at) => at % 2 === 0)])];
      const numbers = new Map(words.map((word, at) => [word, at]));
      const found = new Set<number>();
      new WordFinder(numbers).find(text, found);
      const spelled = [...found].map((number) => words[number]);
      expect(spelled.sort()).toEqual([...new Set(wordsOf(text))].filter((word) => numbers.has(word)).sort());
    }),
  );
});
