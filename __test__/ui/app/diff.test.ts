import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffBlock, DiffMessage, DiffSpan } from "../../../ts/ui/api.js";
import { type DiffView, layOut } from "../../../ts/ui/app/diff/rows.js";
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

const VIEW: DiffView = {
  ...{ columns: 80, isSplit: false, changedOnly: false },
  ...{ hidden: new Set(), turned: new Set(), whole: new Map(), originals: new Map() },
};

const block = (spans: DiffSpan[], change: DiffBlock["change"] = "shortened"): DiffBlock => ({
  ...{ index: 0, type: "text", change, charsBefore: 1, charsAfter: 1, spans },
});
const message = (...blocks: DiffBlock[]): DiffMessage => ({ index: -1, role: "user", change: "added", blocks });
const both = (text: string): DiffSpan => ({ side: "both", kind: "kept", text });
const old = (text: string, rest?: number): DiffSpan => ({
  ...{ side: "before", kind: "shortened", text },
  ...(rest === undefined ? {} : { rest }),
});
const now = (text: string): DiffSpan => ({ side: "after", kind: "shortened", text });

const linesOf = (spans: DiffSpan[], view: Partial<DiffView> = {}) =>
  layOut([message(block(spans))], { ...VIEW, ...view }).rows.filter((row) => row.row === "line");
const cutText = (cut: { text: string; line: number } | undefined) => cut && `${cut.line + 1} ${cut.text}`;

describe("rows", () => {
  it("cut huge lines, and never a pair of surrogates", () => {
    const cuts = linesOf([both("ab\r\n123\n\n🙂🙂🙂")], { columns: 3 }).map(({ left }) => left);
    expect(cuts.map((cut) => cut?.text)).toEqual(["ab", "123", "", "🙂🙂", "🙂"]);
    expect(cuts.map((cut) => cut?.line)).toEqual([0, 1, 2, 3, 3]);
    expect(cuts.map((cut) => cut?.continues)).toEqual([false, false, false, false, true]);
  });

  it("are numbered on through a block, each side by itself, with no empty one where a span ends", () => {
    const spans = [both("a\nb\n"), old("c\n"), now("x\ny\n"), both("d\n")];
    const shown = (view: Partial<DiffView>) =>
      linesOf(spans, view).map(({ side, left, right }) => [side, cutText(left), cutText(right)]);
    const [a, b, d] = [
      ["both", "1 a", "1 a"],
      ["both", "2 b", "2 b"],
      ["both", "4 d", "5 d"],
    ];
    expect(shown({ isSplit: true })).toEqual([a, b, ["before", "3 c", "3 x"], ["after", undefined, "4 y"], d]);
    const below = [
      ["before", "3 c", undefined],
      ["after", undefined, "3 x"],
      ["after", undefined, "4 y"],
    ];
    expect(shown({})).toEqual([a, b, ...below, d]);
    expect(linesOf([old("c", 700), now("x\n"), both("d")]).at(-1)).toMatchObject({
      left: { line: Number.NaN },
      right: { line: 1 },
    });
  });

  it("name each block by its places, which are what the rest of its text is asked for with", () => {
    const added = message(block([old("a", 9)]), block([old("b", 9)]));
    const { rows } = layOut([added, added], { ...VIEW, turned: new Set(["1/0"]) });
    expect(rows.flatMap((row) => (row.row === "block" ? [[row.key, row.isFolded]] : []))).toEqual([
      ["0/0", false],
      ["0/1", false],
      ["1/0", true],
      ["1/1", false],
    ]);
    expect(rows.flatMap((row) => (row.row === "rest" ? row.key : []))).toEqual(["0/0", "0/1", "1/1"]);
  });
});
