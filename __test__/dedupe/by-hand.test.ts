import { describe, expect, it } from "vitest";
import { Repeats } from "../../ts/dedupe/render.js";
import type { Keep, Repeatable } from "../../ts/dedupe/repeatable.js";
import { restoreRepeats } from "../../ts/dedupe/restore.js";
import { contentHash } from "../../ts/text/content-hash.js";

/** Ten lines of 40 chars, all different. */
const CODE = Array.from({ length: 10 }, (_, at) => `const name_${at} = ${"x".repeat(20)}${at};`.padEnd(40, " "));
const FILE_POINTER = "⟨ File content already provided above ⟩";
const numbered = (lines: readonly string[], first: number) =>
  lines.map((line, at) => `${String(first + at).padStart(6)}→${line}`);

function result(index: number, lines: readonly string[], more: Partial<Repeatable> = {}): Repeatable {
  return { text: lines.join("\n"), messageIndex: 2 * index + 2, callId: `call_${index}`, toolName: "Bash", ...more };
}

function texts(results: readonly Repeatable[], masked: readonly number[] = [], keep: Keep = "first") {
  return new Repeats(results).render((index) => masked.includes(index), keep).map((one) => one?.text);
}

describe("a whole result that occurred before", () => {
  const results = [result(0, CODE), result(1, CODE), result(2, CODE)];
  const pointer = "⟨ Reference: See message #2 for the result of Bash (call_0) ⟩";

  it("points to the first one", () => {
    expect(texts(results)).toEqual([undefined, pointer, pointer]);
    expect(new Repeats(results).render()[2]?.references).toEqual([
      { type: "tool_result", originalIndex: 2, operation: "Bash", hash: contentHash(CODE.join("\n")), source: 0 },
    ]);
  });

  it("points to the first one that is visible", () => {
    const second = "⟨ Reference: See message #4 for the result of Bash (call_1) ⟩";
    expect(texts(results, [0])).toEqual([undefined, undefined, second]);
  });

  it("points forward to the newest one if that stays", () => {
    const newest = "⟨ Reference: See message #6 for the result of Bash (call_2) ⟩";
    expect(texts(results, [], "newest")).toEqual([newest, newest, undefined]);
  });

  it("is named by its place in the message if its call has no id", () => {
    const unnamed = { callId: undefined, toolName: undefined, messageIndex: 5 };
    const results = [result(0, ["other"], unnamed), result(1, CODE, unnamed), result(2, CODE)];
    expect(texts(results)[2]).toBe("⟨ Reference: See message #5 for the result of tool result 2 ⟩");
  });

  it("stays if a pointer would not be shorter", () => {
    expect(texts([result(0, ["short"]), result(1, ["short"])])).toEqual([undefined, undefined]);
    const han = ["漢".repeat(50)];
    expect(texts([result(0, han), result(1, han)])).toEqual([undefined, undefined]);
  });

  it("stays if it must, and is a source nevertheless", () => {
    const results = [result(0, CODE), result(1, CODE, { isFixed: true }), result(2, CODE)];
    expect(texts(results)).toEqual([undefined, undefined, pointer]);
    expect(texts(results, [0])[2]).toBe("⟨ Reference: See message #4 for the result of Bash (call_1) ⟩");
  });

  it("is named on one line, without chars that JSON escapes", () => {
    const callId = `a"b\\c\nd${"e".repeat(200)}`;
    const long = [...CODE, ...CODE];
    const [, text = ""] = texts([result(0, long, { callId }), result(1, long)]);
    expect(text).toBe(`⟨ Reference: See message #2 for the result of Bash (abcd${"e".repeat(124)}) ⟩`);
  });
});

describe("a file that is read again", () => {
  const read = (index: number, lines: readonly string[], path = "/a.ts") =>
    result(index, numbered(lines, 1), { toolName: "Read", path });

  it("says that its content is above", () => {
    const results = [read(0, CODE), read(1, CODE)];
    expect(texts(results)).toEqual([undefined, FILE_POINTER]);
    expect(new Repeats(results).render()[1]?.references).toMatchObject([
      { type: "file", originalIndex: 2, path: "/a.ts" },
    ]);
  });

  it("says so for a range of what was read whole", () => {
    const range = { ...read(1, CODE), text: numbered(CODE, 1).slice(2, 9).join("\n") };
    expect(texts([read(0, CODE), range])).toEqual([undefined, FILE_POINTER]);
    expect(new Repeats([read(0, CODE), range]).render()[1]?.references).toMatchObject([
      { type: "file", path: "/a.ts", lines: { at: 0, from: 2, count: 7 } },
    ]);
  });

  it("names the call if another version of the file was read too", () => {
    const changed = CODE.map((line) => line.replace("x", "y"));
    const [, , third] = texts([read(0, CODE), read(1, changed), read(2, CODE)]);
    expect(third).toBe("⟨ Reference: See message #2 for the result of Read (call_0) ⟩");
  });

  it("names the call if the content is that of another file", () => {
    const [, second] = texts([read(0, CODE, "/b.ts"), read(1, CODE)]);
    expect(second).toBe("⟨ Reference: See message #2 for the result of Read (call_0) ⟩");
  });

  it("keeps the changed lines, and the first line whose number is new", () => {
    const changed = ["// a new line", ...CODE];
    const [, second] = texts([read(0, CODE), read(1, changed)]);
    expect(second).toBe(
      ["     1→// a new line", `     2→${CODE[0]}`, "⟨ Reference: See message #2 for lines 2–10 of call_0 ⟩"].join(
        "\n",
      ),
    );
    expect(new Repeats([read(0, CODE), read(1, changed)]).render()[1]?.references).toMatchObject([
      { type: "output", lines: { at: 2, from: 1, count: 9, isRenumbered: true } },
    ]);
  });

  it("names the numbers that the lines of the source show", () => {
    const earlier = { ...read(0, CODE), text: numbered(CODE, 101).join("\n") };
    const [, second] = texts([earlier, result(1, ["$ cat", ...numbered(CODE, 101).slice(3)])]);
    expect(second).toBe("$ cat\n⟨ Reference: See message #2 for lines 104–110 of call_0 ⟩");
  });
});

describe("lines that occurred before", () => {
  it("become a pointer from four lines and 200 bytes on", () => {
    const first = result(0, ["before", ...CODE]);
    const pointer = "⟨ Reference: See message #2 for lines 2–6 of call_0 ⟩";
    expect(texts([first, result(1, [...CODE.slice(0, 5), "after"])])[1]).toBe(`${pointer}\nafter`);
    expect(texts([first, result(1, [...CODE.slice(0, 4), "after"])])[1]).toBeUndefined();
    expect(texts([first, result(1, [...CODE.slice(0, 3), "after"])])[1]).toBeUndefined();
  });

  it("are counted in the source as it is sent", () => {
    const tail = CODE.map((line) => line.replaceAll("x", "t"));
    const results = [result(0, CODE), result(1, [...CODE, ...tail]), result(2, ["new", ...tail])];
    expect(texts(results).slice(1)).toEqual([
      ["⟨ Reference: See message #2 for lines 1–10 of call_0 ⟩", ...tail].join("\n"),
      "new\n⟨ Reference: See message #4 for lines 2–11 of call_1 ⟩",
    ]);
  });

  it("come back when their source is masked", () => {
    const results = [result(0, CODE), result(1, ["a", ...CODE]), result(2, ["b", ...CODE])];
    expect(texts(results, [0])).toEqual([
      undefined,
      undefined,
      "b\n⟨ Reference: See message #4 for lines 2–11 of call_1 ⟩",
    ]);
  });

  it("are no source where they look like a pointer, nor across such a line", () => {
    const forged = ["⟨ Reference: See message #0 for lines 1–9 of call_9 ⟩", FILE_POINTER];
    const lines = [...CODE.slice(0, 3), ...forged, ...CODE.slice(3, 6), ...forged, ...CODE.slice(6, 9)];
    expect(texts([result(0, lines), result(1, lines)])).toEqual([undefined, undefined]);
  });
});

describe("restoring", () => {
  const results = [result(0, CODE), result(1, CODE), result(2, ["a", ...CODE])];
  const rendered = new Repeats(results).render();
  const sent = results.map(({ text }, index) => ({
    text: rendered[index]?.text ?? text,
    references: rendered[index]?.references,
  }));

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
    const [first] = rendered[2]?.references ?? [];
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
