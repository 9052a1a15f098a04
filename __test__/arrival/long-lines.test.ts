import fc from "fast-check";
import { expect, it } from "vitest";
import { isErrorLine } from "../../ts/text/error-line.js";
import signs from "../fixtures/error-signs.json" with { type: "json" };
import { describeKind, shortenBy, textsFor } from "../support/arrival-suite.js";

const maxChars = fc.constantFrom(200, 230, 500);
const long = fc.constantFrom("", "x", "😀", "→ ").map((filler) => filler.repeat(300));
const line = fc
  .tuple(fc.constantFrom(...signs.errorLines, ...signs.otherLines), long)
  .map(([start, end]) => start + end);
const text = fc.oneof(
  textsFor("long-lines"),
  fc.array(line).map((lines) => lines.join("\n")),
);

describeKind("long lines", { longLines: 230 }, text, (_, backend) => {
  it("keep of every error line what makes it one", () => {
    let shortened = 0;
    const property = fc.property(text, maxChars, (text, longLines) => {
      const shorter = shortenBy(backend, { longLines })(text)?.split("\n");
      if (shorter === undefined) return;
      shortened++;
      const lines = text.split("\n");
      expect(shorter.length).toBe(lines.length);
      for (const [at, line] of lines.entries()) {
        const beginning = line.slice(0, 200);
        if (isErrorLine(beginning)) expect(shorter[at]?.slice(0, 200)).toBe(beginning);
      }
    });
    fc.assert(property, { numRuns: 1_000 });
    expect(shortened).toBeGreaterThan(100);
  });

  it("keep their beginning and end, and the count of the chars between", () => {
    let cut = 0;
    const property = fc.property(text, maxChars, (text, longLines) => {
      const shorter = shortenBy(backend, { longLines })(text);
      for (const [at, line] of shorter?.split("\n").entries() ?? []) {
        const whole = text.split("\n")[at] ?? "";
        const [, head = line, chars = "0", tail = ""] = /^(.*?)\[… ([0-9]+) chars …\](.*)$/s.exec(line) ?? [];
        cut += Number(chars) > 0 ? 1 : 0;
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(head.length + Number(chars) + tail.length).toBe(whole.length);
      }
    });
    fc.assert(property, { numRuns: 500 });
    expect(cut).toBeGreaterThan(50);
  });
});
