import { describe, expect, it, onTestFinished } from "vitest";
import { renderTable } from "../../ts/cli/shared/table.js";
import { fitTo, wrap } from "../../ts/cli/shared/terminal.js";
import { whyText } from "../../ts/cli/why/text.js";

const terminal = (columns: number) => ({ isTTY: true, columns }) as NodeJS.WriteStream;
const WIDTHS = [40, 80];
const LINE =
  "tamis: 13 requests: 405,244 input tokens (89.6 % from the cache) and 780 output tokens billed; without tamis about 414,131 input tokens (bill −2.4 %)\n";

describe("a narrow terminal", () => {
  it.each(WIDTHS)("of %i columns has lines that end between words, and no word less", (columns) => {
    const shown = fitTo(LINE, terminal(columns));
    expect(shown.split("\n").every((line) => line.length <= columns)).toBe(true);
    expect(shown.replace(/\s+/g, " ")).toBe(LINE.replace(/\s+/g, " "));
    expect(shown.endsWith("\n")).toBe(true);
  });

  it("keeps what is longer than a line in one piece, and colours count nothing", () => {
    const path = `/srv/data/${"a".repeat(60)}.txt`;
    expect(fitTo(`see ${path} now\n`, terminal(40))).toBe(`see\n  ${path}\n  now\n`);
    expect(fitTo(`  ${path} now\n`, terminal(40))).toBe(`  ${path}\n  now\n`);
    expect(wrap(`${path} now`, 110, terminal(40))).toBe(`  ${path}\n  now\n`);
    expect(fitTo(`\u001b[1m${"a".repeat(20)} ${"b".repeat(19)}\u001b[22m\n`, terminal(40))).not.toMatch(/\n./);
  });

  it("changes nothing on a wide one, and where there is none", () => {
    expect(fitTo(LINE, terminal(120))).toBe(LINE);
    expect(fitTo(LINE, {} as NodeJS.WriteStream)).toBe(LINE);
  });

  it("has a table whose rows are too wide as one list a row, each value under its heading's name", () => {
    const head = ["request", "tool", "what it is", "chars"];
    const rows = [
      [5, "Read", "text of a file: the tool's name says so", 29_662],
      [7, "Bash", "", 1_942],
    ];
    const list = [
      [
        "  request     5",
        "  tool        Read",
        "  what it is  text of a file: the tool's",
        "    name says so",
        "  chars       29,662",
      ],
      ["  request  7", "  tool     Bash", "  chars    1,942"],
    ];
    const wide = renderTable(head, rows, terminal(120));
    expect(wide.split("\n")).toHaveLength(4);
    expect(renderTable(head, rows, terminal(80))).toBe(wide);
    expect(renderTable(head, rows, terminal(40))).toBe(`${list.map((lines) => lines.join("\n")).join("\n\n")}\n`);
  });

  it.each([
    [80, ["  5: Read (text of a file), window, 29,662 → 188 chars, [1] line 20, read again", "    1×"]],
    [40, ["  5: Read (text of a file), window,", "    29,662 → 188 chars, [1] line 20,", "    read again 1×"]],
  ])("of %i columns has a reduced result in a few lines", (columns, lines) => {
    const stream = process.stdout as { isTTY: boolean; columns: number };
    const { isTTY, columns: before } = stream;
    onTestFinished(() => void Object.assign(stream, { isTTY, columns: before }));
    Object.assign(stream, { isTTY: true, columns });
    const numbers = { charsBefore: 29_662, charsAfter: 188, at: 0, request: 5, rereads: ["b"] };
    const what = { call: "a", tool: "Read", action: "mask", reason: "window", role: "file", roleFrom: "name" } as const;
    const result = { ...what, ...numbers, kept: undefined, original: { file: "/logs/1.jsonl", line: 20 } };
    const session = { session: "s", agent: "claude", mode: "reduce", rules: [], imitations: 0, requests: [] } as const;
    expect(whyText({ ...session, results: [result] })).toContain(`\n${lines.join("\n")}\n  [1] /logs/1.jsonl\n`);
  });

  it("has explanations as wide as it is", () => {
    const lines = wrap("one of the words ".repeat(20), 110, terminal(60)).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.length).toBeLessThan(9);
  });
});
