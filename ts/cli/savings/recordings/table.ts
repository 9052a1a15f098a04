import type { PolicySummary, PriceResult, SimulationResult } from "../../../simulate/index.js";
import { renderTable } from "../../shared/table.js";
import { colorsFor, counted, groupDigits, printable } from "../../shared/terminal.js";

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

const shareText = (share: number | undefined): string => (share === undefined ? "–" : share.toFixed(3));

/** Only where they were asked for. */
const GROUNDING_COLUMNS: readonly Column[] = [
  { head: "grounding", of: ({ grounding }) => shareText(grounding) },
  { head: "needed", of: ({ needed }) => shareText(needed) },
];

const hasGrounding = (policies: readonly PolicySummary[]): boolean =>
  policies.some(({ grounding }) => grounding !== undefined);

const hasPrefixes = (policies: readonly PolicySummary[]): boolean =>
  policies.some(({ prefixFailures }) => prefixFailures !== undefined);

/** The columns of a table, for text and HTML. */
export const columnsFor = (policies: readonly PolicySummary[]): readonly Column[] => [
  ...COLUMNS,
  ...(hasPrefixes(policies) ? [PREFIX_COLUMN] : []),
  ...(hasGrounding(policies) ? GROUNDING_COLUMNS : []),
];

/** Explains the columns to people. */
export function legendOf({ results }: SimulationResult): string {
  const isAny = (has: typeof hasPrefixes) => results.some(({ policies }) => has(policies));
  return [
    LEGEND,
    ...(isAny(hasPrefixes) ? [PREFIX_LEGEND] : []),
    ...(isAny(hasGrounding) ? [GROUNDING_LEGEND] : []),
  ].join(" ");
}

const PREFIX_LEGEND =
  "prefix failures: requests that a model which checks its thinking would refuse, because something before the thinking is not as it was sent.";
const GROUNDING_LEGEND =
  "grounding: of the paths, identifiers and numbers in arguments of calls that only tool results had before, the share in the request that the call answers. needed: of the results that it takes out, the share of which one of the next 40 calls names something that its request no longer has.";
const LEGEND =
  "bill, tokens and peak: of sending everything. made worse: sessions above 1.02 times its bill. large: sessions of 30,000 tokens and more. peak: largest request. cached: share of the tokens sent that the cache held. moves: requests that rewrite a part of the one before.";

/** The result as text. Empty if nothing was read. */
export function renderSimulation(result: SimulationResult): string {
  if (result.sessions.length === 0) return "";
  const colors = colorsFor(process.stdout);
  const tables = result.results.map(
    ({ prices, policies }) => `${colors.bold(`Prices: ${prices}`)}\n${tableOf(policies)}`,
  );
  return `${describe(result)}\n\n${tables.join("\n")}\n${wrap(legendOf(result))}\n`;
}

/** A file, with the line of its fault. */
export function placeOf({ name, line }: SimulationResult["skipped"][number]): string {
  return line === undefined ? name : `${name}:${line}`;
}

/** Describes how much was replayed. */
export function describe({ sessions, requests, skipped, tokenMethod }: SimulationResult): string {
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

function wrap(text: string): string {
  return text.replace(/(.{1,110})(?: |$)/g, "  $1\n").trimEnd();
}
