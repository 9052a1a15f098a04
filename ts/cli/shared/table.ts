import Table from "cli-table3";
import { groupDigits } from "./terminal.js";

/** A table without lines, so that it can be read, cut and pasted. Numbers are right-aligned. Ends with a newline. */
export function renderTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const none = Object.fromEntries(BORDERS.map((name) => [name, ""]));
  const table = new Table({
    head: [...head],
    chars: { ...none, middle: "  " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colAligns: head.map((_, column) => (rows.every((row) => typeof row[column] === "number") ? "right" : "left")),
  });
  for (const row of rows) table.push(row.map((cell) => (typeof cell === "number" ? groupDigits(cell) : cell)));
  return `${table
    .toString()
    .split("\n")
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n")}\n`;
}

const BORDERS = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
];
