import fc from "fast-check";
import { expect, it } from "vitest";
import fixture from "../fixtures/arrival-line-numbers.json" with { type: "json" };
import { describeKind, holdsFixture, shortenBy, textsFor } from "../support/arrival-suite.js";

const READ = { name: "Read", input: { file_path: "/a.ts" } };

/** Lines of a file as an agent's read tool prints them, perhaps as an element's content, behind them perhaps a note. */
const listing = fc.record({
  lines: fc.array(fc.string({ unit: fc.constantFrom("a", " ", "1", "→", "\t", ": ", "😀", "\r"), maxLength: 8 }), {
    minLength: 1,
    maxLength: 40,
  }),
  first: fc.integer({ min: 1, max: 1200 }),
  width: fc.constantFrom(0, 4, 6),
  form: fc.constantFrom(
    { head: "", separator: "→", tail: "" },
    { head: "", separator: "\t", tail: "" },
    { head: "<path>/a.ts</path>\n<content>\n", separator: ": ", tail: "\n\n(End of file)\n</content>" },
    { head: "<file>\n", separator: "| ", tail: "\n</file>" },
  ),
  note: fc.constantFrom("", "\n", "\n\n<system-reminder>\nBe careful.\n</system-reminder>\n"),
});
type Listing = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const numbered = ({ width, form }: Listing, number: number) => `${String(number).padStart(width)}${form.separator}`;
const framed = ({ form, note }: Listing, lines: readonly string[]) =>
  `${form.head}${lines.join("\n")}${form.tail}${note}`;
const print = (listing: Listing): string =>
  framed(
    listing,
    listing.lines.map((line, at) => numbered(listing, listing.first + at) + line),
  );

/** The inverse: gives each line the number that it has by its place, with the padding, where it begins with none. */
function expand(shorter: string, listing: Listing): string {
  const { form, note, first } = listing;
  const content = shorter.slice(form.head.length, shorter.length - form.tail.length - note.length);
  const lines = content.split("\n").map((line, at) => {
    const own = `${first + at}${form.separator}`;
    return numbered(listing, first + at) + (line.startsWith(own) ? line.slice(own.length) : line);
  });
  return framed(listing, lines);
}

describeKind("line numbers", { lineNumbers: "padding" }, textsFor("line-numbers"), (_, backend) => {
  holdsFixture(fixture.cases, (option) =>
    shortenBy(backend, { lineNumbers: option === 10 ? "tenth" : "padding" }, READ),
  );

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
