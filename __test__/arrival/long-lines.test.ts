import fc from "fast-check";
import { expect, it } from "vitest";
import { shortenLongLines } from "../../ts/arrival/long-lines.js";
import { isErrorLine } from "../../ts/text/error-line.js";
import signs from "../fixtures/error-signs.json" with { type: "json" };
import { describeKind, textsFor } from "../support/arrival-suite.js";

describeKind("long-lines", shortenLongLines);

const maxChars = fc.constantFrom(20, 60, 199, 230, 500);
const long = fc.constantFrom("", "x", "😀", "→ ").map((filler) => filler.repeat(300));
const line = fc
  .tuple(fc.constantFrom(...signs.errorLines, ...signs.otherLines), long)
  .map(([start, end]) => start + end);
const text = fc.oneof(
  textsFor("long-lines"),
  fc.array(line).map((lines) => lines.join("\n")),
);

it("keeps of every error line what makes it one", () => {
  let shortened = 0;
  fc.assert(
    fc.property(text, maxChars, (text, limit) => {
      const shorter = shortenLongLines(text, limit)?.split("\n");
      if (shorter === undefined) return;
      shortened++;
      const lines = text.split("\n");
      expect(shorter.length).toBe(lines.length);
      for (const [at, line] of lines.entries()) {
        const beginning = line.slice(0, 200);
        if (isErrorLine(beginning)) expect(shorter[at]?.slice(0, 200)).toBe(beginning);
      }
    }),
    { numRuns: 2_000 },
  );
  expect(shortened).toBeGreaterThan(300);
});

it("keeps the beginning and the end of a line, and counts the chars between", () => {
  fc.assert(
    fc.property(text, maxChars, (text, limit) => {
      for (const [at, line] of (shortenLongLines(text, limit) ?? text).split("\n").entries()) {
        const whole = text.split("\n")[at] ?? "";
        const [, head = line, chars = "0", tail = ""] = /^(.*?)\[… ([0-9]+) chars …\](.*)$/s.exec(line) ?? [];
        if (shortenLongLines(text, limit) === undefined) return;
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(head.length + Number(chars) + tail.length).toBe(whole.length);
      }
    }),
  );
});
