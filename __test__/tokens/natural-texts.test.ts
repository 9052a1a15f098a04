// Natural paragraphs, written for this test, against exact counts: small events in many languages and registers. The few
// fitted numbers of the estimate were chosen with the first list only.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countTokens, estimateTokens } from "../../ts/tokens/index.js";
import { ENCODINGS, tokenBackends } from "../support/tokens.js";

type Texts = Readonly<Record<string, string>>;
const FILE = new URL("natural-texts.json", import.meta.url);
const { tuned, checked } = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<"tuned" | "checked", Texts>>;

describe("the estimate of natural texts is within 20 % of the count", () => {
  it.each([...Object.entries(tuned), ...Object.entries(checked)])("%s", (_, text) => {
    for (const encoding of ENCODINGS) {
      const tokens = estimateTokens(text, { encoding });
      const ratio = tokens / countTokens(text, { encoding });
      expect(ratio, encoding).toBeGreaterThan(0.8);
      expect(ratio, encoding).toBeLessThan(1.2);
      for (const [name, backend] of tokenBackends)
        expect(backend.tokens(text, { encoding, exact: false }), `${name} ${encoding}`).toBe(tokens);
    }
  });

  it("is within 6 % for each half as a whole", () => {
    for (const texts of [tuned, checked]) {
      for (const encoding of ENCODINGS) {
        const ratios = Object.values(texts).map(
          (text) => estimateTokens(text, { encoding }) / countTokens(text, { encoding }),
        );
        const mean = ratios.reduce((sum, ratio) => sum + Math.abs(ratio - 1), 0) / ratios.length;
        expect(mean, encoding).toBeLessThan(0.06);
      }
    }
  });
});
