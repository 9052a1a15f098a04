import fc from "fast-check";
import { expect, it } from "vitest";
import fixture from "../fixtures/arrival-terminal.json" with { type: "json" };
import { describeKind, holdsFixture, textsFor } from "../support/arrival-suite.js";

/**
 * What a terminal shows, written the obvious way: a grid of lines, a cursor, one char at a time. It knows colours and
 * what moves within a line, as the kind does.
 */
function emulate(text: string): string[] {
  const rows: string[][] = [[]];
  let column = 0;
  let rest = text;
  const row = () => rows.at(-1) ?? [];
  while (rest !== "") {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal acts on
    const [token = "", sequence] = /^\x1b\[([0-9]*[mKGDC])/.exec(rest) ?? /^./su.exec(rest) ?? [];
    rest = rest.slice(token.length);
    if (sequence !== undefined) column = act(sequence, row(), column);
    else if (token === "\n") {
      rows.push([]);
      column = 0;
    } else if (token === "\r") column = 0;
    else if (token === "\b") column = Math.max(0, column - 1);
    else {
      while (row().length < column) row().push(" ");
      row()[column++] = token;
    }
  }
  return rows.map((cells) => cells.join("").replace(/[ \t]+$/, ""));
}

/** Does what a sequence does to a row; returns the column behind it. */
function act(sequence: string, row: string[], column: number): number {
  const kind = sequence.at(-1);
  const number = Number(sequence.slice(0, -1));
  if (kind === "K" && number === 0) row.length = Math.min(row.length, column);
  if (kind === "G") return Math.max(1, number) - 1;
  if (kind === "D") return Math.max(0, column - Math.max(1, number));
  if (kind === "C") return column + Math.max(1, number);
  return column;
}

/** Lines, of blank ones that follow each other the first. */
const withoutBlankRuns = (lines: readonly string[]): string[] =>
  lines.filter((line, at) => line !== "" || at === 0 || lines[at - 1] !== "");

const screens = fc
  .array(
    fc.constantFrom(
      ...["a", "bc", "progress", "→", "😀", " ", "\n", "\r", "\r\n", "\b", "\u001b[31m", "\u001b[0m", "\u001b[K"],
      ...["\u001b[D", "\u001b[2D", "\u001b[C", "\u001b[G", "\u001b[2G", "10 %\r", "\n\n"],
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describeKind("what a terminal shows", { terminal: true }, textsFor("terminal"), (shorten) => {
  holdsFixture(fixture.cases, () => shorten);

  it("is what a terminal shows", () => {
    let shortened = 0;
    const property = fc.property(screens, (text) => {
      const shorter = shorten(text);
      if (shorter === undefined) return;
      shortened++;
      // A last line feed has no line behind it, so blank lines at the end are compared without it.
      const shown = (text: string) => withoutBlankRuns(emulate(text)).join("\n").trimEnd();
      expect(shown(shorter)).toBe(shown(text));
      expect(emulate(shorter).join("\n")).toBe(shorter.replaceAll("\r", ""));
    });
    fc.assert(property, { numRuns: 2_000 });
    expect(shortened).toBeGreaterThan(400);
  });

  it("has no escape char, no backspace and no carriage return inside a line", () => {
    const property = fc.property(textsFor("terminal"), (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must be gone
      expect(shorten(text) ?? "").not.toMatch(/[\x1b\b]|\r(?!\n|$)|[ \t](?:\r?\n|$)|\n\r?\n\r?\n/);
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});
