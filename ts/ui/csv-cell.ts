/** A value as a cell of CSV (RFC 4180). A text that a spreadsheet would carry out as a formula gets an apostrophe in front. */
export function csvCell(value: string | number | boolean | undefined): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

type Row = readonly (string | number | boolean | undefined)[];

/** Rows under a line of names. */
export const csvOfRows = (names: readonly string[], rows: readonly Row[]): string => csvLines([names, ...rows]);

export const csvLines = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
