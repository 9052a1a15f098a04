import type { PolicySummary, PriceResult, SimulationResult } from "../../../simulate/index.js";
import { renderTable } from "../../shared/table.js";
import { colorsFor, counted, groupDigits, printable, wrap } from "../../shared/terminal.js";
import { KEPT_LEGEND, keptRow, shareText } from "../kept.js";

interface Column {
  head: string;
  of: (policy: PolicySummary) => string;
}

const COLUMNS: readonly Column[] = [
  { head: "policy", of: ({ name }) => printable(name, 60) },
  { head: "bill", of: ({ bill }) => bill.toFixed(3) },
  { head: "worst", of: ({ worst }) => worst.ratio.toFixed(2) },
  { head: "made worse", of: ({ worse, worseShare }) => `${worse} (${Math.round(100 * worseShare)} %)` },
  { head: "large: p95", of: ({ large }) => (large.sessions === 0 ? "–" : large.p95.toFixed(3)) },
  { head: "worst", of: ({ large }) => (large.sessions === 0 ? "–" : large.worst.toFixed(2)) },
  { head: "tokens", of: ({ tokenRatio }) => tokenRatio.toFixed(3) },
  { head: "peak", of: ({ peakRatio }) => peakRatio.toFixed(3) },
  { head: "cached", of: ({ hitRate }) => `${(100 * hitRate).toFixed(1)} %` },
  { head: "moves", of: ({ moves }) => groupDigits(moves) },
];

/** Only where a session has thinking that its model checks. */
const PREFIX_COLUMN: Column = {
  head: "prefix failures",
  of: ({ prefixFailures = 0 }) => groupDigits(prefixFailures),
};

/** Only where they were asked for. */
const KEPT_COLUMNS: readonly Column[] = [
  { head: "with re-reads", of: ({ billWithReReads: bill }) => (bill === undefined ? "–" : bill.toFixed(3)) },
  { head: "edits whole", of: ({ kept }) => shareText(kept?.edits) },
  ...Object.keys(keptRow({})).map((head) => ({ head, of: (policy: PolicySummary) => keptRow(policy)[head] ?? "–" })),
];

const hasKept = (policies: readonly PolicySummary[]): boolean => policies.some(({ kept }) => kept !== undefined);

const hasPrefixes = (policies: readonly PolicySummary[]): boolean =>
  policies.some(({ prefixFailures }) => prefixFailures !== undefined);

const columnsFor = (policies: readonly PolicySummary[]): readonly Column[] => [
  ...COLUMNS,
  ...(hasPrefixes(policies) ? [PREFIX_COLUMN] : []),
  ...(hasKept(policies) ? KEPT_COLUMNS : []),
];

function legendOf({ results }: SimulationResult): string {
  const isAny = (has: typeof hasPrefixes) => results.some(({ policies }) => has(policies));
  return [
    LEGEND,
    ...(isAny(hasPrefixes) ? [PREFIX_LEGEND] : []),
    ...(isAny(hasKept) ? [RE_READS_LEGEND, KEPT_LEGEND] : []),
  ].join(" ");
}

const PREFIX_LEGEND =
  "prefix failures: requests that a model which checks its thinking would refuse, because something before the thinking is not as it was sent.";
const RE_READS_LEGEND =
  "with re-reads: the bill if each edit whose quoted lines are gone costs one more request with a result of 3,000 tokens, which every later request reads. edits whole: of the edits whose quoted lines all stood in earlier results and calls, the share whose lines all stand in the request that the edit answers.";
const LEGEND =
  "bill, tokens and peak: of sending everything. made worse: sessions above 1.02 times its bill. large: sessions of 30,000 tokens and more. peak: largest request. cached: share of the tokens sent that the cache held. moves: requests that rewrite a part of the one before.";

/** The result as text. Empty if nothing was read. */
export function renderSimulation(result: SimulationResult): string {
  if (result.sessions.length === 0) return "";
  const colors = colorsFor(process.stdout);
  const tables = result.results.map(
    ({ prices, policies }) => `${colors.bold(`Prices: ${prices}`)}\n${tableOf(policies)}`,
  );
  return `${describe(result)}\n\n${tables.join("\n")}\n${wrap(legendOf(result))}`;
}

/** A file, with the line of its fault. */
export function placeOf({ name, line }: SimulationResult["skipped"][number]): string {
  return line === undefined ? name : `${name}:${line}`;
}

function describe({ sessions, requests, skipped, tokenMethod }: SimulationResult): string {
  const names = new Set(skipped.map(({ name }) => name));
  for (const { name } of sessions) names.delete(name);
  const missing = names.size > 0 ? `, ${groupDigits(names.size)} unreadable` : "";
  return `${counted(sessions.length, "session")}, ${counted(requests, "request")}${missing}; tokens: ${tokenMethod}`;
}

function tableOf(policies: PriceResult["policies"]): string {
  const columns = columnsFor(policies);
  return renderTable(
    columns.map(({ head }) => head),
    policies.map((policy) => columns.map(({ of }) => of(policy))),
  );
}
