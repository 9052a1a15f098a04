// Digests of texts. The native backend's tests read the same fixtures.
import { describe, expect, it } from "vitest";
import { digest, noteWords } from "../../ts/digest/digest.js";
import { type Generated, generatedTexts, hashOfOutputs, readFixture } from "../support/generated-texts.js";

interface Example {
  name: string;
  text: string;
  seen: string;
  maxWords: number;
  maxChars: number;
  out: string;
}

const { examples, generated } = readFixture<{ examples: Example[]; generated: Generated }>("digest.json");

function digested(text: string, before: string, maxWords: number, maxChars: number): string {
  const seen = new Set<string>();
  noteWords(before, seen);
  return digest(text, (word) => seen.has(word), maxWords, maxChars);
}

const generatedDigest = (text: string) => digested(text, "src/a.ts fooBar 4096", 6, 60);

describe("a digest", () => {
  it.each(examples)("$name", ({ text, seen, maxWords, maxChars, out }) => {
    expect(digested(text, seen, maxWords, maxChars)).toBe(out);
  });

  it("has the same bytes as the native backend's for generated texts", () => {
    expect(hashOfOutputs(generated, generatedDigest)).toBe(generated.hash);
  });

  it("names only words of the text, each once, within both limits", () => {
    for (const text of generatedTexts(generated)) {
      const out = generatedDigest(text);
      const words = out === "" ? [] : out.split(", ");
      expect(words.length).toBeLessThanOrEqual(6);
      expect(out.length).toBeLessThanOrEqual(60);
      expect(new Set(words).size).toBe(words.length);
      for (const word of words) expect(text).toContain(word);
      expect(out).toMatch(/^[!-~]*(?:, [!-~]+)*$/);
    }
  });

  it("is empty for a text whose words are all seen", () => {
    for (const text of generatedTexts(generated).slice(0, 2_000)) expect(digested(text, text, 9, 900)).toBe("");
  });

  it("reads long repetitions at once", { timeout: 60_000 }, () => {
    for (const part of ["a", "a.b ", "-", "aB", "é", "a/", "1", "_", ". "]) generatedDigest(part.repeat(200_000));
  });
});
