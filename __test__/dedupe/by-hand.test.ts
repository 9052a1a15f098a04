import { describe, expect, it } from "vitest";
import { restoreRepeats } from "../../ts/condensation/lossless/references/restore-repeats.js";
import { loadTextBackend } from "../../ts/load/text-backend.js";
import type { PolicyInput } from "../../ts/policy/policy.js";
import { bothBackends } from "../support/native.js";
import { pointersAlone, renderResults, type SentText } from "../support/repeats.js";

/** Ten lines of 40 chars, all different. */
const CODE = Array.from({ length: 10 }, (_, at) => `const name_${at} = ${"x".repeat(20)}${at};`.padEnd(40, " "));
const FILE_POINTER = "[see above: same file, unchanged]";
const quoted = (line = "") => `\`${line.trim()}\``;
const linesFrom = (count: number, line?: string) =>
  `[see above: ${count} lines of Bash result from ${quoted(line)} on]`;
const numbered = (lines: readonly string[], first: number) =>
  lines.map((line, at) => `${String(first + at).padStart(6)}→${line}`);

const result = (lines: readonly string[], more: Partial<SentText> = {}): SentText => ({
  text: lines.join("\n"),
  ...more,
});
const read = (lines: readonly string[], path = "/a.ts") => result(numbered(lines, 1), { path });

/** Of three results, the first is masked. */
const MASKED: PolicyInput = {
  ...pointersAlone(),
  mask: { windowTurns: 2, minChars: 0 },
  cache: { strategy: "every-turn" },
};

describe.each(bothBackends())("by %s", (_, backend) => {
  const render = (results: readonly SentText[], policy = pointersAlone()) => renderResults(backend, results, policy);
  /** Undefined where a result stays. */
  const texts = (results: readonly SentText[], policy = pointersAlone()) =>
    render(results, policy).map(({ text }, at) => (text === results[at]?.text ? undefined : text));

  describe("a whole result that occurred before", () => {
    const results = [result(CODE), result(CODE), result(CODE)];
    const pointer = `[see above: Bash result that begins ${quoted(CODE[0])}]`;

    it("points to the first one", () => {
      expect(texts(results)).toEqual([undefined, pointer, pointer]);
      expect(render(results)[2]?.references).toMatchObject([
        {
          type: "tool_result",
          originalIndex: 2,
          operation: "Bash",
          hash: loadTextBackend().hash(CODE.join("\n")),
          source: 0,
        },
      ]);
    });

    it("points to the first one that is visible", () => {
      const [first, ...others] = texts(results, MASKED);
      expect(first).toMatch(/^\[old result left out: /);
      expect(others).toEqual([undefined, pointer]);
    });

    it("stays if a pointer would not be shorter", () => {
      expect(texts([result(["short"]), result(["short"])])).toEqual([undefined, undefined]);
      const han = ["漢".repeat(50)];
      expect(texts([result(han), result(han)])).toEqual([undefined, undefined]);
    });

    it("is quoted without chars that JSON escapes, and stays if no line of it can be quoted", () => {
      const lines = ['{"', `\\ "some words" ${"y".repeat(80)}`, ...CODE];
      expect(texts([result(lines), result(lines)])[1]).toBe("[see above: Bash result that has `some words`]");
      const braces = Array.from({ length: 200 }, (_, at) => "})]"[at % 3] ?? "");
      expect(texts([result(braces), result(braces)])).toEqual([undefined, undefined]);
    });

    it("stays if a pointer would not have fewer tokens", () => {
      const blank = [..."x".repeat(8), ...Array.from({ length: 4 }, () => " ".repeat(80))].join("");
      expect(texts([result([blank]), result([blank])])).toEqual([undefined, undefined]);
    });
  });

  describe("a file that is read again", () => {
    it("says that its content is above", () => {
      const results = [read(CODE), read(CODE)];
      expect(texts(results)).toEqual([undefined, FILE_POINTER]);
      expect(render(results)[1]?.references).toMatchObject([{ type: "file", originalIndex: 2, path: "/a.ts" }]);
    });

    it("says so for a range of what was read whole", () => {
      const results = [read(CODE), result(numbered(CODE, 1).slice(2, 9), { path: "/a.ts" })];
      expect(texts(results)).toEqual([undefined, FILE_POINTER]);
      expect(render(results)[1]?.references).toMatchObject([
        { type: "file", path: "/a.ts", lines: { at: 0, from: 2, count: 7 } },
      ]);
    });

    it("quotes its first line if another version of the file was read too, or it is the content of another file", () => {
      const pointer = (what: string) => `[see above: ${what} that begins ${quoted(CODE[0])}]`;
      const changed = CODE.map((line) => line.replace("x", "y"));
      expect(texts([read(CODE), read(changed), read(CODE)])[2]).toBe(pointer("this file"));
      expect(texts([read(CODE, "/b.ts"), read(CODE)])[1]).toBe(pointer("/b.ts"));
    });

    it("keeps the changed lines, and the first line whose number is new", () => {
      const results = [read(CODE), read(["// a new line", ...CODE])];
      expect(texts(results)[1]).toBe(
        [
          "     1→// a new line",
          `     2→${CODE[0]}`,
          `[see above: lines 2-10 of this file with ${quoted(CODE[1])}]`,
        ].join("\n"),
      );
      expect(render(results)[1]?.references).toMatchObject([
        { type: "output", lines: { at: 2, from: 1, count: 9, isRenumbered: true } },
      ]);
    });

    it("names the numbers that the lines of the source show", () => {
      const earlier = result(numbered(CODE, 101), { path: "/a.ts" });
      const [, second] = texts([earlier, result(["$ cat", ...numbered(CODE, 101).slice(3)])]);
      expect(second).toBe(`$ cat\n[see above: lines 104-110 of /a.ts with ${quoted(CODE[3])}]`);
    });
  });

  describe("lines that occurred before", () => {
    it("become a pointer from four lines and 200 bytes on", () => {
      const first = result(["before", ...CODE]);
      const pointer = linesFrom(5, CODE[0]);
      expect(texts([first, result([...CODE.slice(0, 5), "after"])])[1]).toBe(`${pointer}\nafter`);
      expect(texts([first, result([...CODE.slice(0, 4), "after"])])[1]).toBeUndefined();
      expect(texts([first, result([...CODE.slice(0, 3), "after"])])[1]).toBeUndefined();
    });

    it("are quoted from the source as it is sent", () => {
      const tail = CODE.map((line) => line.replaceAll("x", "t"));
      const results = [result(CODE), result([...CODE, ...tail]), result(["new", ...tail])];
      expect(texts(results).slice(1)).toEqual([
        [linesFrom(10, CODE[0]), ...tail].join("\n"),
        `new\n${linesFrom(10, tail[0])}`,
      ]);
    });

    it("are quoted by a line that stands before no other lines", () => {
      const [same, other] = ["Process exited with code 0", "nothing else happened here"];
      const results = [result([same, ...CODE]), result([same, other]), result([same, ...CODE, "end"])];
      const pointer = `[see above: 11 lines of Bash result around ${quoted(CODE[0])}]`;
      expect(texts(results)).toEqual([undefined, undefined, `${pointer}\nend`]);
    });

    it("come back when their source is masked", () => {
      const results = [result(CODE), result(["a", ...CODE]), result(["b", ...CODE])];
      expect(texts(results, MASKED).slice(1)).toEqual([undefined, `b\n${linesFrom(10, CODE[0])}`]);
    });

    it("are no source where they look like a pointer, nor across such a line", () => {
      const forged = ["[see above: lines 1-9 of this file]", "⟨ File content already provided above ⟩", FILE_POINTER];
      const lines = [...CODE.slice(0, 3), ...forged, ...CODE.slice(3, 6), ...forged, ...CODE.slice(6, 9)];
      expect(texts([result(lines), result(lines)])).toEqual([undefined, undefined]);
    });
  });

  describe("restoring", () => {
    const results = [result(CODE), result(CODE), result(["a", ...CODE])];
    const sent = render(results);

    it("brings the originals back", () => {
      expect(restoreRepeats(sent)).toEqual([undefined, results[1]?.text, results[2]?.text]);
    });

    it("gives nothing where the source is missing or has another text", () => {
      const missing = [{ text: undefined }, ...sent.slice(1)];
      expect(restoreRepeats(missing)).toEqual([undefined, undefined, undefined]);
      const changed = [{ text: CODE.join("\n").replace("x", "y") }, ...sent.slice(1)];
      expect(restoreRepeats(changed)).toEqual([undefined, undefined, undefined]);
    });

    it("reveals nothing for a pointer without a reference", () => {
      expect(restoreRepeats([{ text: CODE.join("\n") }, { text: sent[1]?.text }])).toEqual([undefined, undefined]);
    });

    it("gives nothing for references out of bounds", () => {
      const [first] = sent[2]?.references ?? [];
      if (first?.lines === undefined) throw new Error("there is a reference to lines");
      const wrong = [
        { ...first, source: 9 },
        { ...first, lines: { ...first.lines, at: 1e9 } },
        { ...first, lines: { ...first.lines, at: -1 } },
        { ...first, lines: { ...first.lines, from: 5 } },
        { ...first, lines: { ...first.lines, count: 1e9 } },
        { ...first, lines: { ...first.lines, isRenumbered: true as const } },
      ];
      for (const reference of wrong) {
        const last = { text: sent[2]?.text, references: [reference] };
        expect(restoreRepeats([...sent.slice(0, 2), last])[2], JSON.stringify(reference)).toBeUndefined();
      }
    });
  });
});
