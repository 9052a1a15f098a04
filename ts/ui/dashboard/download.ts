import type { LedgerEntry } from "../../ledger/index.js";
import { csvOfRows } from "../csv-cell.js";

/** The columns of a download, in order. */
const COLUMNS = [
  ...["at", "agent", "project", "mode", "surface", "run", "session", "model", "host", "wire", "policy", "stage"],
  ...["status", "refused", "skipped", "tokensBefore", "tokensAfter", "reducedCount", "moved", "waitingTokens", "input"],
  ...["cached", "written", "output", "cost", "otherInput", "otherCost", "reduceMicros", "firstByteMs", "ms"],
  ...["cacheCause", "cacheLost", "team", "virtualKey", "user"],
] as const;

/** Entries as CSV, with a line of names. */
export function csvOf(entries: readonly LedgerEntry[]): string {
  return csvOfRows(
    COLUMNS,
    entries.map((entry) => COLUMNS.map((name) => (name === "at" ? new Date(entry.at).toISOString() : entry[name]))),
  );
}
