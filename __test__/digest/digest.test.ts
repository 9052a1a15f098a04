// Digests of texts, over both borders. The examples are in `__test__/native/texts.test.ts`.
import { describe, expect, it } from "vitest";
import type { TextBackend } from "../../ts/contract/text-backend.js";
import { createNativeTexts } from "../../ts/native/texts.js";
import { type Generated, generatedTexts, hashOfOutputs, readFixture } from "../support/generated-texts.js";
import { describeNative } from "../support/native.js";
import { describeWasm } from "../support/wasm.js";

const { generated } = readFixture<{ generated: Generated }>("digest.json");
const TEXTS = generatedTexts(generated);
const SEEN = new Set(["src/a.ts", "fooBar", "4096"]);
/** False for what a digest says of a whole text. */
const isWord = (word: string): boolean =>
  !/^(?:lines \d+-\d+|base64 of \d+ KB|\S+ data URL of \d+ KB|binary text)$/.test(word);
/** What only a record makes worth naming, so that it has no rank. */
const isCode = (word: string): boolean => /^(?:[A-Z]{2,6}|[0-9]{2,6})$/.test(word);
const LIMITS = { maxWords: 6, maxChars: 60 };

function digestsOf({ digest, visitRanked }: TextBackend): void {
  const digestOf = (text: string) => digest(text, SEEN, LIMITS);

  describe("a digest", () => {
    it("names only words of the text that are not seen, each once, within both limits", () => {
      let named = 0;
      for (const text of TEXTS) {
        const out = digestOf(text);
        const words = out === "" ? [] : out.split(", ");
        named += words.length;
        expect(words.length).toBeLessThanOrEqual(6);
        expect(out.length).toBeLessThanOrEqual(60);
        expect(new Set(words).size).toBe(words.length);
        for (const word of words.filter(isWord))
          expect(text.includes(word) && !SEEN.has(word), `${word} of ${text}`).toBe(true);
        expect(words.filter(isWord).join(", ")).toMatch(/^[!-~]*(?:, [!-~]+)*$/);
      }
      expect(named).toBeGreaterThan(3_000);
    });

    it("has the same bytes for generated texts wherever it is made", () => {
      expect(hashOfOutputs(generated, digestOf)).toBe(generated.hash);
    });

    it("is empty for a text whose words are all seen", () => {
      for (const text of TEXTS.slice(0, 2_000)) {
        const words = new Set<string>();
        visitRanked(text, (word) => words.add(word));
        const named = digest(text, words, { maxWords: 9, maxChars: 900 }).split(", ");
        expect(named.filter((word) => isWord(word) && !isCode(word)).join(", ")).toBe("");
      }
    });
  });
}

describeNative("texts that the addon reads", ({ addon }) => digestsOf(createNativeTexts(addon)));
describeWasm("texts that WebAssembly reads", (addon) => digestsOf(createNativeTexts(addon)));
