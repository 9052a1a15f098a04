import Table from "cli-table3";

/** A table before it is laid out. Cells are texts; all columns but the first are set to the right. */
export interface BuiltTable {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Without lines, so that it can be read, cut and pasted; ends with a newline. */
export function renderTable({ title, head, rows }: BuiltTable): string {
  const none = Object.fromEntries(BORDERS.map((name) => [name, ""]));
  const table = new Table({
    head: [...head],
    chars: { ...none, middle: "   " },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    colAligns: head.map((_, column) => (rows.every((row) => isNumeric(row[column])) ? "right" : "left")),
  });
  table.push(...rows.map((row) => [...row]));
  const lines = table.toString().split("\n");
  return `\n${title}\n${lines.map((line) => `  ${line.trimEnd()}`).join("\n")}\n`;
}

/** A number with a unit, or the dash of one that is missing. */
const isNumeric = (cell: string | undefined): boolean =>
  /^([\d.]+( ± [\d.]+)?( \S{1,4})?|[≥≤] [\d.]+( \S{1,4})?|–|)$/.test(cell ?? "");

const BORDERS = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
];
