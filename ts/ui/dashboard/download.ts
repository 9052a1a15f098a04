import type { LedgerEntry } from "../../ledger/index.js";

/** The columns of a download, in order. */
const COLUMNS = [
  ...["at", "agent", "project", "mode", "surface", "run", "session", "model", "host", "wire", "policy", "stage"],
  ...["status", "refused", "skipped", "tokensBefore", "tokensAfter", "reducedCount", "moved", "waitingTokens", "input"],
  ...[
    "cached",
    "written",
    "output",
    "cost",
    "otherInput",
    "otherCost",
    "reduceMicros",
    "firstByteMs",
    "ms",
    "cacheCause",
  ],
  "cacheLost",
] as const;

/** Entries as CSV (RFC 4180), with a line of names. */
export function csvOf(entries: readonly LedgerEntry[]): string {
  const rows = entries.map((entry) => COLUMNS.map((name) => cell(Reflect.get(entry, name), name)).join(","));
  return `${[COLUMNS.join(","), ...rows].join("\r\n")}\r\n`;
}

/** A text that a spreadsheet would carry out as a formula gets an apostrophe in front. */
function cell(value: unknown, name: string): string {
  if (value === undefined) return "";
  if (name === "at" && typeof value === "number") return new Date(value).toISOString();
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
