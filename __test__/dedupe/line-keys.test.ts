import { describe, expect, it } from "vitest";
import { LineKeys } from "../../ts/dedupe/line-keys.js";
import { KnownLines } from "../../ts/dedupe/sources.js";

describe("numbers of parts of texts", () => {
  it("are the same for the same part alone, however many there are", () => {
    const keys = new LineKeys();
    const parts = Array.from({ length: 20_000 }, (_, index) => `${index % 7_000} – ${"x".repeat(index % 7)}`);
    const known = new Map<string, number>();
    for (const [index, part] of parts.entries()) {
      const text = `${"·".repeat(index % 5)}${part} and more`;
      const number = keys.numberOf(text, index % 5, (index % 5) + part.length);
      expect(number).toBe(known.get(part) ?? known.size);
      known.set(part, number);
    }
    expect(keys.size).toBe(known.size);
  });

  it("tell an empty part from a char", () => {
    const keys = new LineKeys();
    expect([keys.numberOf("a", 0, 0), keys.numberOf("\0", 0, 1), keys.numberOf("b", 1, 1)]).toEqual([0, 1, 0]);
  });
});

describe("lines that were read", () => {
  it("are read again only where there is less room", () => {
    const known = new KnownLines();
    const whole = known.of("a\nb\na", 10);
    expect(known.of("a\nb\na", 4)).toBe(whole);
    const part = known.of("a\nb\na", 2);
    expect([part.length, part.rest(2)]).toEqual([2, "a"]);
    expect(known.of("a\nb\na", 3)).toBe(whole);
    expect(known.of("a", 1)).not.toBe(known.of("a", 1));
    expect([0, 1, 2].map((line) => whole.key(line))).toEqual([0, 1, 0]);
    expect(part.key(1)).toBe(1);
  });
});
