import fc from "fast-check";
import { expect, it } from "vitest";
import { describeKind, shortenBy, textsFor } from "../support/arrival-suite.js";

const READ = { name: "Read", input: { file_path: "/a.ts" } };

/** Lines of a file as an agent's read tool prints them, behind them perhaps a note. */
const listing = fc.record({
  lines: fc.array(fc.string({ unit: fc.constantFrom("a", " ", "1", "→", "\t", "😀", "\r"), maxLength: 8 }), {
    minLength: 1,
    maxLength: 40,
  }),
  first: fc.integer({ min: 1, max: 1200 }),
  width: fc.constantFrom(0, 4, 6),
  separator: fc.constantFrom("→", "\t"),
  note: fc.constantFrom("", "\n", "\n\n<system-reminder>\nBe careful.\n</system-reminder>\n"),
});
type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const print = ({ lines, first, width, separator, note }: Listing): string =>
  lines.map((line, at) => `${String(first + at).padStart(width)}${separator}${line}`).join("\n") + note;

/** The inverse: reads the lines, each with a number or without, and prints them with the padding. */
function expand(shorter: string, listing: Listing): string {
  const body = shorter.slice(0, shorter.length - listing.note.length);
  const lines = body.split("\n").map((line, at) => {
    const prefix = `${listing.first + at}${listing.separator}`;
    const hasPrefix = at === 0 || (listing.first + at) % 10 === 0 || onlyPadding(shorter, listing);
    return hasPrefix && line.startsWith(prefix) ? line.slice(prefix.length) : line;
  });
  return print({ ...listing, lines });
}

/** Whether each line has its number. */
function onlyPadding(shorter: string, { lines, first, separator }: Listing): boolean {
  const shown = shorter.split("\n");
  return lines.every((line, at) => shown[at] === `${first + at}${separator}${line}`);
}

describeKind("line numbers", { lineNumbers: "padding" }, textsFor("line-numbers"), (_, backend) => {
  it.each(["padding", "tenth"] as const)("of a file leave a text from which it can be had back: %s", (lineNumbers) => {
    const shorten = shortenBy(backend, { lineNumbers }, READ);
    let shortened = 0;
    const property = fc.property(listing, (listing) => {
      const text = print(listing);
      const shorter = shorten(text);
      if (shorter === undefined) return;
      shortened++;
      expect(expand(shorter, listing)).toBe(text);
      expect(shorten(shorter)).toBeUndefined();
    });
    fc.assert(property, { numRuns: 1_000 });
    expect(shortened).toBeGreaterThan(150);
  });
});
