import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLines, linesOf } from "../../../ts/ui/app/diff/cut.js";
import { diffLines, type Run } from "../../../ts/ui/diff/lines.js";

const letters = (text: string) => [...text];
const marks = { same: " ", removed: "-", added: "+" } as const;

function show(before: readonly string[], after: readonly string[]): string {
  return diffLines(before, after)
    .map(({ kind, from, count }) => {
      const lines = (kind === "added" ? after : before).slice(from, from + count);
      return `${marks[kind]}${lines.join("")}`;
    })
    .join("|");
}

const countOf = (runs: readonly Run[], ...kinds: Run["kind"][]) =>
  runs.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { count }) => sum + count, 0);

describe("comparison of lines", () => {
  it.each([
    ["equal texts", "abc", "abc", " abc"],
    ["a line less", "abc", "ac", " a|-b| c"],
    ["a line more", "ac", "abc", " a|+b| c"],
    ["a changed line", "abc", "axc", " a|-b|+x| c"],
    ["nothing before", "", "ab", "+ab"],
    ["nothing after", "ab", "", "-ab"],
    ["a moved line", "abcd", "bcda", "-a| bcd|+a"],
    ["repeated lines at the ends", "xxaxx", "xxbxx", " xx|-a|+b| xx"],
  ])("%s", (_, before, after, expected) => {
    expect(show(letters(before), letters(after))).toBe(expected);
  });

  it("covers both texts in order, for any texts", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const runs = diffLines(before, after);
        expect(countOf(runs, "same", "removed")).toBe(before.length);
        expect(countOf(runs, "same", "added")).toBe(after.length);
        let [a, b] = [0, 0];
        for (const { kind, from, count } of runs) {
          expect(from).toBe(kind === "added" ? b : a);
          if (kind === "same") expect(before.slice(a, a + count)).toEqual(after.slice(b, b + count));
          if (kind !== "added") a += count;
          if (kind !== "removed") b += count;
        }
      }),
    );
  });

  it("takes no longer than linear time on lines that repeat", () => {
    const time = (count: number) => {
      const [before, after] = [Array(count).fill("a"), Array(count).fill("b")];
      for (let at = 0; at < count; at += 2) before[at] = after[count - 1 - at] = `line ${at}`;
      const startedAt = performance.now();
      diffLines(before, after);
      return performance.now() - startedAt;
    };
    time(20_000);
    expect(time(50_000)).toBeLessThan(3000);
  });
});

describe("rows", () => {
  it("cut huge lines, and never a pair of surrogates", () => {
    const rows = cutLines(linesOf("ab\r\n123\n\n🙂🙂🙂"), 3);
    expect(rows.map(({ text }) => text)).toEqual(["ab", "123", "", "🙂🙂", "🙂"]);
    expect(rows.map(({ line }) => line)).toEqual([0, 1, 2, 3, 3]);
    expect(rows.map(({ continues }) => continues)).toEqual([false, false, false, false, true]);
  });
});
