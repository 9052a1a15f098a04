import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArrivalKind, arrivalFixture, outcomeOf, type Shorten } from "./arrival-fixture.js";

/** Texts that take long where something is not linear, each for a size in chars. */
const HOSTILE: Record<string, (chars: number) => string> = {
  "one line": (chars) => "x".repeat(chars),
  "one line of numbers": (chars) => "1".repeat(chars),
  "equal lines": (chars) => "a line 1\n".repeat(chars / 9),
  "blank lines": (chars) => "\n".repeat(chars),
  "lines of blanks": (chars) => " \n".repeat(chars / 2),
  "two lines in turn": (chars) => "a line 1\na line 2\n".repeat(chars / 18),
  "lines that differ at their end": (chars) => "a line a\na line b\n".repeat(chars / 18),
  "escape chars": (chars) => "\u001b".repeat(chars),
  "sequences without end": (chars) => "\u001b[3".repeat(chars / 3),
  "titles without end": (chars) => "\u001b]0;".repeat(chars / 4),
  "one title without end": (chars) => `\u001b]0;${"x".repeat(chars)}`,
  "moves to the right": (chars) => "\u001b[9C".repeat(chars / 4),
  "erasing and writing": (chars) => `${"x".repeat(chars / 2)}${"\u001b[2Ky\u001b[1K".repeat(chars / 20)}`,
  redraws: (chars) => "x\r".repeat(chars / 2),
  backspaces: (chars) => "x\b".repeat(chars / 2),
  "tabs and backspaces": (chars) => "\t\b".repeat(chars / 2),
  "numbered lines": (chars) => Array.from({ length: chars / 8 }, (_, at) => `${at + 1}\tx`.padStart(9)).join("\n"),
  "notes' beginnings": (chars) => "[… 1".repeat(chars / 4),
};
const CHARS = 180_000;
/** What is not linear takes minutes. */
const SLOWEST_MS = 15_000;

/** What holds for every kind: the shared fixture, shorter or nothing, once for good, and linear. */
export function describeKind(kind: ArrivalKind, shorten: Shorten): void {
  const { cases, generated } = arrivalFixture(kind);

  describe(`the cases of ${kind}`, () => {
    it.each(cases)("$about", ({ text, option = 0, out }) => {
      expect(shorten(text, option) ?? null).toBe(out);
    });

    it("gives what the native backend gives for generated texts", () => {
      const { shortened, hash } = generated;
      expect(shortened).toBeGreaterThan(generated.texts / 20);
      expect(outcomeOf(generated, shorten)).toEqual({ shortened, hash });
    });
  });

  describe(kind, () => {
    it("makes a text shorter in chars and bytes, once for good", () => {
      fc.assert(
        fc.property(textsFor(kind), fc.constantFrom(...generated.options), (text, option) => {
          const shorter = shorten(text, option);
          if (shorter === undefined) return;
          expect(shorter.length).toBeLessThan(text.length);
          expect(Buffer.byteLength(shorter)).toBeLessThan(Buffer.byteLength(text));
          expect(shorten(shorter, option)).toBeUndefined();
        }),
        { numRuns: 2_000 },
      );
    });

    it("leaves a text with half a surrogate pair alone", () => {
      const { text, option = 0 } = cases.find(({ out }) => out !== null) ?? { text: "" };
      expect(shorten(text, option)).toBeDefined();
      expect(shorten(`${text}\ud83d`, option)).toBeUndefined();
    });

    it.each(Object.entries(HOSTILE))("is linear in %s", (_, make) => {
      const text = make(CHARS);
      const started = performance.now();
      for (const option of generated.options) shorten(text, option);
      expect(performance.now() - started).toBeLessThan(SLOWEST_MS);
    });
  });
}

/** Texts of the pieces of a kind's fixture, often many times in a row. */
export function textsFor(kind: ArrivalKind): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...arrivalFixture(kind).generated.pieces);
  const repeated = fc.tuple(piece, fc.integer({ min: 1, max: 8 })).map(([text, times]) => text.repeat(times));
  const other = fc.string({ unit: "grapheme", maxLength: 6 });
  const part = fc.oneof({ weight: 4, arbitrary: piece }, { weight: 2, arbitrary: repeated }, other);
  return fc.array(part, { maxLength: 24 }).map((parts) => parts.join(""));
}
