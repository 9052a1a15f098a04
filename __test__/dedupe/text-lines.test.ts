import { describe, expect, it } from "vitest";
import { firstOfAscending, TextLines } from "../../ts/dedupe/lines.js";

/** Reads with numbers of keys in the order in which they come. */
function read(text: string, limit = 100): TextLines {
  const known = new Map<string, number>();
  return new TextLines(text, limit, (all, from, end) => {
    const key = all.slice(from, end);
    known.set(key, known.get(key) ?? known.size);
    return known.get(key) ?? -1;
  });
}

describe("the lines of a text", () => {
  it.each(["", "a", "a\n", "\n", "a\nb", "a\n\nb\n", "1→a\n2→b"])("are those that a split of %j gives", (text) => {
    const whole = text.split("\n");
    for (let limit = 0; limit <= whole.length + 1; limit++) {
      const lines = read(text, limit);
      const expected = text.split("\n", limit);
      expect(Array.from({ length: lines.length }, (_, line) => lines.text(line, 1))).toEqual(expected);
      // What is not read as lines is still there.
      expect(lines.rest(lines.length)).toBe(limit < whole.length ? whole.slice(limit).join("\n") : undefined);
      for (let from = 0; from < lines.length; from++) {
        expect(lines.rest(from)).toBe(whole.slice(from).join("\n"));
        expect(lines.text(from, lines.length - from)).toBe(expected.slice(from).join("\n"));
      }
    }
  });

  it("have keys without their numbers", () => {
    const lines = read(" 9→same\n10→same\nsame\n→same\n⟨ File content already provided above ⟩");
    expect([0, 1, 2, 3, 4].map((line) => lines.key(line))).toEqual([0, 0, 1, 0, 2]);
    expect([0, 1, 3].map((line) => lines.isSame(line, lines, 0))).toEqual([true, false, false]);
    expect([0, 1, 2, 3].map((line) => lines.spelled(line))).toEqual([" 9", "10", "", ""]);
    expect([0, 4].map((line) => lines.isPointer(line))).toEqual([false, true]);
    expect(firstOfAscending(lines, 0, 2)).toBe(9);
    expect(firstOfAscending(lines, 0, 3)).toBeUndefined();
    expect(firstOfAscending(lines, 2, 1)).toBeUndefined();
  });
});
