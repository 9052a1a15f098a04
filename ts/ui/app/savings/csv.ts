import type { SavingsResult, SavingsRow } from "../../api.js";

/** The rows of all groups as CSV (RFC 4180). Texts that a spreadsheet would run have an apostrophe in front. */
export function csvOf(result: SavingsResult): string {
  const groups = [
    ["day", result.byDay],
    ["project", result.byProject],
    ["agent", result.byAgent],
    ["model", result.byModel],
    ["session", result.bySession],
  ] as const;
  const rows = groups.flatMap(([kind, list]) => list.map((row) => lineOf(kind, row)));
  return `${["by,name,sessions,requests,dollars,saved", ...rows].join("\r\n")}\r\n`;
}

const lineOf = (kind: string, { key, sessions, requests, dollars, saved }: SavingsRow): string =>
  [kind, quoted(key), sessions, requests, dollars, saved].join(",");

function quoted(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
