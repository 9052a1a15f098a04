// What `tamis why --holdout` says: the answer in one sentence, then the figures of both groups.
import { dollarText } from "../../base/dollars.js";
import type { ComparedPart, ComparedRow, Comparison, Interval } from "../../ledger/index.js";
import { renderTable } from "../shared/table.js";
import { counted, percent, printable } from "../shared/terminal.js";

const shows: Readonly<Record<ComparedRow["unit"], (value: number) => string>> = {
  share: (value) => percent(value, 1),
  count: (value) => value.toFixed(1),
  dollars: dollarText,
};

const signed = (value: number, digits: number, unit: string) =>
  `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(digits)}${unit}`;
const inPoints = (value: number) => signed(value, 1, " points");
const inShares = (value: number) => signed(value, 0, " %");
const changeOf = ({ figure }: ComparedRow) => (figure === "failedEdits" ? inPoints : inShares);

/** The comparison, for people. */
export function comparisonText(comparison: Comparison): string {
  const { answer, reducedSessions, heldOutSessions, mixedSessions, endsAfter, rows, byRole, byPolicy } = comparison;
  if (reducedSessions === 0 || heldOutSessions === 0) return `${answer}\n`;
  const mixed = mixedSessions === 0 ? "" : `; ${mixedSessions} in both, which count nowhere`;
  const roles = byRole.map((part) => partRow(part, part.rows[0]));
  const policies = byPolicy.flatMap((part) =>
    part.rows
      .filter(({ figure }) => figure === "failedEdits" || figure === "rereads" || figure === "dollars")
      .map((row) => partRow({ ...part, name: `${part.name}: ${row.title}` }, row)),
  );
  return [
    `${answer}\n\n`,
    `${counted(reducedSessions, "session")} reduced, ${heldOutSessions} left alone${mixed}\n`,
    renderTable(["", "reduced", "left alone", "change", "smallest that shows"], rows.map(rowCells)),
    `Failed edits are tested. Look every day: a loss that is none is reported in at most 5 of 100 comparisons, and this one has an end at ${endsAfter} sessions that edit files. The other figures are described, with intervals of 95 %.\n`,
    ...(roles.length === 0 ? [] : ["\n", renderTable(["asked again, of results", ...PART], roles)]),
    ...(byPolicy.length < 2 ? [] : ["\n", renderTable(["policy", ...PART], policies)]),
  ].join("");
}

const PART = ["sessions", "reduced", "left alone", "change"];

function rowCells(row: ComparedRow): string[] {
  const smallest = row.smallest === undefined ? "none yet" : changeOf(row)(row.smallest);
  return [row.title, ...valueCells(row), smallest];
}

function valueCells(row: ComparedRow): string[] {
  const show = shows[row.unit];
  return [shown(row.reduced, show), shown(row.heldOut, show), shown(row.change, changeOf(row))];
}

const partRow = ({ name, reducedSessions, heldOutSessions }: ComparedPart, row: ComparedRow | undefined): string[] => [
  ...[printable(name, 60), `${reducedSessions} and ${heldOutSessions}`],
  ...(row === undefined ? [] : valueCells(row)),
];

const shown = (interval: Interval | undefined, show: (value: number) => string): string =>
  interval === undefined ? "unknown" : `${show(interval.value)} (${show(interval.low)} to ${show(interval.high)})`;
