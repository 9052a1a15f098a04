import { expect, it } from "vitest";
import { WordSieve } from "../../ts/text/word-sieve.js";

it("never says no of a part of a text that is one of its words, and mostly of others", () => {
  const sieve = new WordSieve();
  const words = Array.from({ length: 5_000 }, (_, at) => `name_${at.toString(36)}${"x".repeat(at % 40)}`);
  for (const word of words) sieve.add(word);
  const text = `say ${words.join(" ")}`;
  let start = 4;
  for (const word of words) {
    expect(sieve.has(word) && sieve.mayHave(text, start, word.length)).toBe(true);
    start += word.length + 1;
  }
  const others = words.map((word) => `other_${word}`).filter((word) => sieve.mayHave(word, 0, word.length));
  expect(others.length).toBeLessThan(100);
});
