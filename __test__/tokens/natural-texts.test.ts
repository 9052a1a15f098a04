// Natural paragraphs, written for this test, against exact counts: small events in many languages and registers. The few
// fitted numbers of the estimate were chosen with the first list only.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createBaselineTokens } from "../../ts/baseline/tokens.js";
import { countTokens, estimateTokens } from "../../ts/tokens/index.js";
import { ENCODINGS } from "../support/tokens.js";

type Texts = Readonly<Record<string, string>>;
const FILE = new URL("natural-texts.json", import.meta.url);
const { tuned, checked } = JSON.parse(readFileSync(FILE, "utf8")) as Readonly<Record<"tuned" | "checked", Texts>>;
const baseline = createBaselineTokens();

describe("the estimate of natural texts is within 20 % of the count", () => {
  it.each([...Object.entries(tuned), ...Object.entries(checked)])("%s", (_, text) => {
    for (const encoding of ENCODINGS) {
      const tokens = estimateTokens(text, { encoding });
      const ratio = tokens / countTokens(text, { encoding });
      expect(ratio, encoding).toBeGreaterThan(0.8);
      expect(ratio, encoding).toBeLessThan(1.2);
      expect(baseline.tokens(text, { encoding, exact: false }), encoding).toBe(tokens);
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

describe("the estimate of version 1", () => {
  it("keeps what it weighed, far from the count in scripts other than Latin", () => {
    const text = checked["zh-tw recipe"] ?? "";
    expect(Math.round(baseline.weigh(text, "o200k_base", 1) / 1024) / countTokens(text)).toBeLessThan(0.65);
  });
});
