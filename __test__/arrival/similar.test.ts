import fc from "fast-check";
import { expect, it } from "vitest";
import { shortenSimilar } from "../../ts/arrival/similar.js";
import { isErrorLine } from "../../ts/text/error-line.js";
import signs from "../fixtures/error-signs.json" with { type: "json" };
import { describeKind, textsFor } from "../support/arrival-suite.js";

describeKind("similar", shortenSimilar);

const errorLines = (text: string): string[] => text.split("\n").filter((line) => isErrorLine(line.slice(0, 200)));

const errorText = fc
  .array(fc.tuple(fc.constantFrom(...signs.errorLines, ...signs.otherLines), fc.integer({ min: 1, max: 9 })))
  .map((runs) => runs.map(([line, times]) => numbered(line, times)).join("\n"));

/** A line so many times, each with another number. */
const numbered = (line: string, times: number): string =>
  Array.from({ length: times }, (_, at) => `${line} ${at}, which is one of many numbers`).join("\n");

it("keeps every error line of a text", () => {
  let shortened = 0;
  fc.assert(
    fc.property(fc.oneof(textsFor("similar"), errorText), (text) => {
      const shorter = shortenSimilar(text);
      if (shorter === undefined) return;
      shortened++;
      expect(errorLines(shorter)).toEqual(errorLines(text));
    }),
    { numRuns: 3_000 },
  );
  expect(shortened).toBeGreaterThan(300);
});

it("counts the lines that it leaves out", () => {
  fc.assert(
    fc.property(textsFor("similar"), (text) => {
      const shorter = shortenSimilar(text) ?? text;
      let lines = 0;
      for (const line of shorter.split("\n")) lines += Number(/^\[… ([0-9]+) similar lines …\]/.exec(line)?.[1] ?? 1);
      if (shorter !== text) expect(lines).toBe(text.split("\n").length);
    }),
  );
});
