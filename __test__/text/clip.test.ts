import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipError, headOf, tailOf } from "../../ts/text/clip.js";

const HEADS: [text: string, chars: number, head: string][] = [
  ["abc", 0, ""],
  ["abc", 2, "ab"],
  ["abc", 3, "abc"],
  ["abc", 9, "abc"],
  ["a😀", 2, "a"],
  ["a😀", 3, "a😀"],
  ["\ud83dx", 1, "\ud83d"],
  ["x\ude00", 1, "x"],
  ["\ud83d\ud83d\ude00", 1, "\ud83d"],
];

const TAILS: [text: string, chars: number, tail: string][] = [
  ["abc", 0, ""],
  ["abc", 2, "bc"],
  ["abc", 3, "abc"],
  ["😀a", 2, "a"],
  ["😀a", 3, "😀a"],
  ["x\ude00", 1, "\ude00"],
];

describe("cuts", () => {
  it.each(HEADS)("headOf(%j, %i)", (text, chars, head) => expect(headOf(text, chars)).toBe(head));
  it.each(TAILS)("tailOf(%j, %i)", (text, chars, tail) => expect(tailOf(text, chars)).toBe(tail));
});

describe("clipError", () => {
  it("fills the limit exactly if no pair is at the cut", () => {
    const text = Array.from({ length: 900 }, (_, i) => String(i % 10)).join("");
    const line = "\n[error clipped — 900 chars]\n";
    expect(clipError(text, 201)).toBe(text.slice(0, 100) + line + text.slice(-(201 - 100 - line.length)));
    expect(clipError(text, 201)).toHaveLength(201);
  });

  it("stays within the limit and creates no lone surrogates", () => {
    const unit = fc.constantFrom("a", "😀", "é", "\n");
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 260, maxLength: 600 }),
        fc.integer({ min: 200, max: 250 }),
        (units, limit) => {
          const clipped = clipError(units.join(""), limit);
          expect(clipped.length).toBeLessThanOrEqual(limit);
          expect(clipped.length).toBeGreaterThanOrEqual(limit - 1);
          expect(clipped).not.toMatch(/\p{Surrogate}/u);
        },
      ),
    );
  });
});
