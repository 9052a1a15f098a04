import { describe, expect, it } from "vitest";
import { headOf, tailOf } from "../../ts/text/clip.js";

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
