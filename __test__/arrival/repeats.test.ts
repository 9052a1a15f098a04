import fc from "fast-check";
import { expect, it } from "vitest";
import { shortenRepeats } from "../../ts/arrival/repeats.js";
import { describeKind, textsFor } from "../support/arrival-suite.js";

describeKind("repeats", shortenRepeats);

/** The inverse: repeats the line above each note. */
function expand(text: string): string {
  const out: string[] = [];
  for (const line of text.split("\n")) {
    const times = /^\[the line above ([0-9]+) times\]\r?$/.exec(line)?.[1];
    if (times === undefined) out.push(line);
    else for (let more = 1; more < Number(times); more++) out.push(out.at(-1) ?? "");
  }
  return out.join("\n");
}

it("gives a text from which the whole text can be had back", () => {
  let shortened = 0;
  fc.assert(
    fc.property(textsFor("repeats"), (text) => {
      const shorter = shortenRepeats(text);
      if (shorter === undefined) return;
      shortened++;
      expect(expand(shorter)).toBe(text);
    }),
    { numRuns: 3_000 },
  );
  expect(shortened).toBeGreaterThan(300);
});
