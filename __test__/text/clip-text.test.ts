import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipText } from "../../ts/history/index.js";

describe("clipText", () => {
  it.each([
    ["", 5, ""],
    ["hello", 5, "hello"],
    ["hello!", 5, "he..."],
    ["hello", 4, "h..."],
    ["hello", 3, "hel"],
    ["hello", 1, "h"],
    ["hello", 0, ""],
    ["hello", -1, ""],
    ["hello", Number.NaN, ""],
    ["hello!", 5.9, "he..."],
    ["hello", Infinity, "hello"],
    ["a😀bcd", 5, "a..."],
    ["😀😀", 3, "😀"],
  ])("clips %j at %d to %j", (text, maxChars, expected) => {
    expect(clipText(text, maxChars)).toBe(expected);
  });

  it("is never longer than requested, begins like the text, and splits no pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 0, max: 20 }), (text, maxChars) => {
        const clipped = clipText(text, maxChars);
        expect(clipped.length).toBeLessThanOrEqual(maxChars);
        expect(clipped).not.toMatch(/\p{Surrogate}/u);
        if (clipped !== text) expect(text.startsWith(clipped.replace(/\.\.\.$/, ""))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
