import { describe, expect, it } from "vitest";
import { compileGlob } from "../../ts/text/glob.js";

const CASES: [glob: string, name: string, matches: boolean][] = [
  ["read_file", "read_file", true],
  ["read_file", "read_files", false],
  ["*", "", true],
  ["*", "anything", true],
  ["**", "", true],
  ["?", "", false],
  ["?", "a", true],
  ["?", "é", true],
  ["?", "😀", true],
  ["??", "😀", false],
  ["?", "\ud800", true],
  ["??", "\ude00\ud83d", true],
  ["*?", "😀", true],
  ["a*", "abc", true],
  ["*c", "abc", true],
  ["a*c", "abcbc", true],
  ["a*b*c", "axxbxxc", true],
  ["a*b*c", "axxcxxb", false],
  ["*ab", "aab", true],
  ["*ab*", "xaabx", true],
  ["*\ude00", "😀", false],
  ["READ", "read", false],
  ["a.c", "abc", false],
  ["[ab]", "a", false],
  ["[ab]", "[ab]", true],
  ["a\nb*", "a\nbc", true],
];

describe("compileGlob", () => {
  it.each(CASES)("%j on %j: %s", (glob, name, matches) => {
    expect(compileGlob(glob)(name)).toBe(matches);
  });

  it("is fast on a hostile pattern", () => {
    const started = performance.now();
    expect(compileGlob(`${"*a".repeat(127)}b`)("a".repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
