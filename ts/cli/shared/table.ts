import Table from "cli-table3";
import { fitTo, groupDigits, narrow } from "./terminal.js";

/**
 * A table without lines, so that it can be read, cut and pasted. Numbers are right-aligned. Ends with a newline. Where a narrow
 * terminal would break its rows, each is a list with the head's names instead.
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  stream: Pick<NodeJS.WriteStream, "isTTY" | "columns"> = process.stdout,
): string {
  const none = Object.fromEntries(BORDERS.map((name) => [name, ""]));
  const table = new Table({
    head: [...head],
    chars: { ...none, middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colAligns: head.map((_, column) => (rows.every((row) => typeof row[column] === "number") ? "right" : "left")),
  });
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? groupDigits(cell) : cell)));
  table.push(...cells);
  const lines = table
    .toString()
    .split("\n")
    .map((line) => `  ${line.trimEnd()}`);
  const columns = narrow(stream) ?? Number.POSITIVE_INFINITY;
  if (lines.every((line) => line.length <= columns)) return `${lines.join("\n")}\n`;
  return fitTo(cells.map((row) => listOf(head, row)).join("\n"), stream, 4);
}

/** A line for each cell that has something in it. */
function listOf(head: readonly string[], row: readonly string[]): string {
  const filled = row.flatMap((cell, column) => (cell === "" ? [] : [[head[column] ?? "", cell] as const]));
  const width = Math.max(...filled.map(([name]) => name.length));
  return filled.map(([name, cell]) => `  ${name.padEnd(width)}  ${cell}\n`).join("");
}

const BORDERS = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
];
