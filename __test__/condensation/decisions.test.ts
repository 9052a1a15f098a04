import { describe, expect, it } from "vitest";
import { says } from "../../ts/condensation/lossy/classification/signals.js";
import marked from "./fixtures/decisions.json" with { type: "json" };

const sentences = (marked as [string, boolean, string][]).map(([language, isDecision, text]) => ({
  language,
  isDecision,
  text,
  found: says("decision", text),
}));

function quality(all: typeof sentences): { precision: number; recall: number } {
  const hits = all.filter(({ isDecision, found }) => isDecision && found).length;
  const found = all.filter((one) => one.found).length;
  const real = all.filter(({ isDecision }) => isDecision).length;
  return { precision: hits / found, recall: hits / real };
}

describe("decisions by rules", () => {
  it("are judged on 200 sentences marked by hand, 40 in each language", () => {
    expect(sentences.length).toBe(200);
    for (const language of ["en", "fr", "de", "es", "zh"]) {
      expect(sentences.filter((one) => one.language === language && one.isDecision).length).toBe(20);
    }
  });

  it("are found with a precision and a recall of at least 0.9", () => {
    const { precision, recall } = quality(sentences);
    if (process.env.TAMIS_SHOW !== undefined) {
      for (const language of ["en", "fr", "de", "es", "zh"]) {
        console.log(language, quality(sentences.filter((one) => one.language === language)));
      }
      console.log(
        sentences.filter(({ isDecision, found }) => isDecision !== found).map(({ text }) => text),
        precision,
        recall,
      );
    }
    expect(precision).toBeGreaterThanOrEqual(0.9);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});
