import { roleText } from "../../contract/result-role.js";
import type { LedgerEntry, RuleRow } from "../../ledger/index.js";
import { endLines } from "../run/end-lines.js";
import { limitLines } from "../run/limit-lines.js";
import { renderTable } from "../shared/table.js";
import { counted, fitTo, groupDigits, narrow, percent, printable } from "../shared/terminal.js";
import type { PlacedRow } from "./originals.js";

export interface ShownSession {
  session: string;
  agent: string | undefined;
  mode: LedgerEntry["mode"] | undefined;
  rules: readonly RuleRow[];
  /** Calls in which the model wrote a mark of shortened arguments itself. */
  imitations: number;
  results: readonly PlacedRow[];
  requests: readonly LedgerEntry[];
}

/** The rules in words. */
const RULES: Readonly<Record<string, string>> = {
  window: "older than the window",
  dispatch: "older than the window, but for its dispatch blocks",
  dedupe: "repeats another result",
  error: "a long error",
  arguments: "long arguments of an old call",
  terminal: "what a terminal would not show",
  json: "white space of JSON",
  paths: "paths with the same beginning",
  line_numbers: "padding of line numbers",
  long_lines: "long lines",
  clip: "a long result",
  report: "a long report: its beginning, paths and end stay",
};

/** What makes a rule milder. */
const MILDER: Readonly<Record<string, string>> = {
  window: "mask.windowTurns larger, or never for the tool (mask.tools)",
  dispatch: "mask.windowTurns larger",
  arguments: "args.minChars larger, or args off",
  long_lines: "arrival.longLines off",
  clip: "experimental.arrival.clip larger, or null",
};

/** A session's reductions, for people. */
export function whyText({ session, agent, mode, rules, imitations, results, requests }: ShownSession): string {
  // What a hook made smaller is no request.
  const count = requests.filter(({ surface }) => surface === "gateway").length;
  const fitted = (line: string) => fitTo(`${line}\n`, process.stdout);
  const head = fitted(`${printable(agent ?? "an agent")}, session ${printable(session)}, ${counted(count, "request")}`);
  const way = mode ?? "reduce";
  const sums = [...endLines(requests, way).slice(0, 1), ...limitLines(requests, way)].map(fitted);
  if (results.length === 0) return [head, ...sums, "nothing was reduced in it\n"].join("");
  return [
    head,
    ...sums,
    "\n",
    resultTable(results),
    "\n",
    ruleTable(rules),
    advice(rules, mode),
    imitationText(imitations),
  ].join("");
}

function imitationText(calls: number): string {
  if (calls === 0) return "";
  const what = calls === 1 ? "1 call has" : `${groupDigits(calls)} calls have`;
  return `${what} a mark of shortened arguments that the model wrote itself: no more were shortened after the first\n`;
}

const wordsOf = (reason: string): string => RULES[reason] ?? printable(reason);

/** A table for it is as wide as it is. */
const NO_TERMINAL = { isTTY: false, columns: 0 };

function resultTable(results: readonly PlacedRow[]): string {
  const files = [...new Set(results.flatMap(({ kept, original }) => fileOf(kept, original) ?? []))];
  const rows = results.map(
    ({ request, tool, reason, role, roleFrom, charsBefore, charsAfter, kept, original, rereads }) => [
      request,
      printable(tool, 30),
      role === undefined ? "" : roleText(role, roleFrom),
      printable(reason, 20),
      charsBefore,
      charsAfter,
      placeText(files, kept, original),
      rereads.length === 0 ? "" : `${rereads.length}×`,
    ],
  );
  const table = renderTable(
    ["request", "tool", "what it is", "rule", "chars", "left", "original", "read again"],
    rows,
    NO_TERMINAL,
  );
  const columns = narrow(process.stdout);
  const isWide = columns !== undefined && table.split("\n").some((line) => line.length > columns);
  return `${isWide ? results.map((row) => resultLine(row, files)).join("") : table}${files.map((file, index) => `  [${index + 1}] ${printable(file, 400)}\n`).join("")}`;
}

/** A row on a terminal that is too narrow for the table. */
function resultLine(
  { request, tool, reason, role, charsBefore, charsAfter, kept, original, rereads }: PlacedRow,
  files: readonly string[],
) {
  const parts = [
    `${printable(tool, 30)}${role === undefined ? "" : ` (${roleText(role)})`}`,
    printable(reason, 20),
    `${groupDigits(charsBefore)} → ${groupDigits(charsAfter)} chars`,
    placeText(files, kept, original),
    ...(rereads.length === 0 ? [] : [`read again ${rereads.length}×`]),
  ];
  return fitTo(`  ${request}: ${parts.join(", ")}\n`, process.stdout, 4);
}

/** The file of an original that was kept goes before the agent's log. */
const fileOf = (kept: PlacedRow["kept"], original: PlacedRow["original"]): string | undefined => kept ?? original?.file;

function placeText(files: readonly string[], kept: PlacedRow["kept"], original: PlacedRow["original"]): string {
  const file = fileOf(kept, original);
  if (file === undefined) return "in no log";
  const line = kept === undefined && original !== undefined ? lineText(original) : "";
  return `[${files.indexOf(file) + 1}]${line}`;
}

const lineText = ({ line }: NonNullable<PlacedRow["original"]>): string => (line === undefined ? "" : ` line ${line}`);

function ruleTable(rules: readonly RuleRow[]): string {
  const rows = rules.map(({ reason, results, charsRemoved, reread, share }) => [
    `${printable(reason, 20)}: ${wordsOf(reason)}`,
    results,
    charsRemoved,
    reread,
    `${percent(reread, results)} (${percent(share.low, 1)} to ${percent(share.high, 1)})`,
  ]);
  return renderTable(["rule", "results", "chars removed", "read again", "share with its 95 % interval"], rows);
}

function advice(rules: readonly RuleRow[], mode: LedgerEntry["mode"] | undefined): string {
  const back = rules.filter(({ sendsBack }) => sendsBack);
  const observed = mode === "reduce" ? "" : "nothing was changed: this is what would have been\n";
  if (back.length === 0) return `${observed}no rule made the agent go back\n`;
  const lines = back.map(({ reason, reread, results }) => {
    const milder = MILDER[reason];
    const fix = milder === undefined ? "" : `; milder: ${milder}`;
    return `${reason} makes the agent go back: ${reread} of ${results} results were asked for again${fix}\n`;
  });
  return `${observed}${lines.join("")}`;
}
