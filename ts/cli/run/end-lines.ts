// What a run says at its end: what was billed, what it would have been the other way, and why not more.
import { dollarText } from "../../base/dollars.js";
import type { LedgerEntry, LedgerMode, LedgerSum } from "../../ledger/index.js";
import { sumOf } from "../../ledger/index.js";
import { gapsText } from "../../pricing/index.js";
import { counted, groupDigits, percent, printable } from "../shared/terminal.js";
import { limitLines } from "./limit-lines.js";

/** The lines about a run's requests, without line feeds. None came: an empty list. */
export function endLines(entries: readonly LedgerEntry[], mode: LedgerMode): string[] {
  const sum = sumOf(entries);
  const answered = sum.requests - sum.refused;
  const lines = answered === 0 ? [] : [answered === sum.unbilled ? estimated(sum, mode) : billed(sum, mode)];
  if (answered > 0 && mode === "reduce") lines.push(...reduced(sum));
  lines.push(...limitLines(entries, mode));
  if (sum.unbilled > 0 && sum.unbilled < answered)
    lines.push(
      `${counted(sum.unbilled, "answer")} had no usage that is understood, and ${are(sum.unbilled)} in no sum`,
    );
  if (sum.renewals > 0) lines.push(renewedLine(sum));
  if (sum.recovered > 0) lines.push(recoveredLine(sum.recovered));
  return [...lines, ...refused(sum, entries)];
}

/** The same of a run some of whose sessions may be left alone: the lines of each group. */
export function armLines(entries: readonly LedgerEntry[]): string[] {
  const modes = new Set(entries.map(({ mode }) => mode));
  return [...modes].flatMap((mode) =>
    endLines(modes.size === 1 ? entries : entries.filter((one) => one.mode === mode), mode),
  );
}

const renewedLine = ({ renewals, renewalCost }: LedgerSum): string =>
  `the cache of idle conversations renewed ${counted(renewals, "time")} for ${dollarText(renewalCost)}, which is in the bill`;

/** The client saw no refusal; what it cost is in the bill. */
const recoveredLine = (count: number): string =>
  `${counted(count, "request")} refused for thinking that the model had made over something else, and sent again without: what that cost is in the bill, and not in what it would have been without tamis`;

const are = (count: number) => (count === 1 ? "is" : "are");

/** Without a bill there are only estimates. */
function estimated({ requests, refused: left, tokensBefore, tokensAfter }: LedgerSum, mode: LedgerMode): string {
  const share = tokensBefore === 0 ? 0 : 100 * (1 - tokensAfter / tokensBefore);
  const tokens = `${groupDigits(tokensBefore)} → ${groupDigits(tokensAfter)} input tokens (estimated), −${share.toFixed(1)} %`;
  const count = counted(requests - left, "request");
  return mode === "reduce"
    ? `${count}, ${tokens}`
    : `${count} observed, nothing was changed; it would have been ${tokens}`;
}

function billed(sum: LedgerSum, mode: LedgerMode): string {
  const { requests, refused: left, unbilled, input, cached, output, otherInput } = sum;
  const isReduced = mode === "reduce";
  const count = counted(requests - left - unbilled, "request");
  const tokens = `${groupDigits(input)} input tokens (${percent(cached, input)} from the cache) and ${groupDigits(output)} output tokens billed`;
  const [cost, otherCost] = costs(sum);
  const way = isReduced ? "without tamis about" : "reduced it would have been about";
  const money = (amount: string | undefined) => (amount === undefined ? "" : `, ${amount}`);
  const lack = lackText(sum);
  return (
    `${count}${isReduced ? "" : " observed, nothing was changed"}: ${tokens}${money(cost)}; ` +
    `${way} ${groupDigits(otherInput)} input tokens${money(otherCost)} (${changeOf(sum, isReduced ? 1 : -1)})${lack}`
  );
}

function costs({ cost, otherCost }: LedgerSum): [string | undefined, string | undefined] {
  return [cost, otherCost].map((one) => (one === undefined ? undefined : dollarText(one))) as [
    string | undefined,
    string | undefined,
  ];
}

/** How the bill changes by the reduction: `−12.3 %`, and with a plus where it is dearer. */
function changeOf({ cost, otherCost, weight, otherWeight, unpriced }: LedgerSum, sign: 1 | -1): string {
  const isKnown = cost !== undefined && otherCost !== undefined && unpriced.length === 0;
  const [now, then] = isKnown ? [cost, otherCost] : [weight, otherWeight];
  const [after, before] = sign === 1 ? [now, then] : [then, now];
  if (before === 0) return "no bill";
  const share = 100 * (after / before - 1);
  return share > -0.05 && share < 0.05 ? "no change" : `bill ${share < 0 ? "−" : "+"}${Math.abs(share).toFixed(1)} %`;
}

/** What the dollars lack, in one clause. */
function lackText({ cost, unpriced, lacks }: LedgerSum): string {
  const [only] = unpriced;
  if (cost === undefined && unpriced.length === 1 && only !== undefined && lacks.length === 0)
    return `; the price of ${printable(only.what)} is not known`;
  const text = gapsText({ unbilled: 0, unpriced, lacks }, (name) => printable(name, 60));
  return text === undefined ? "" : `; ${text}`;
}

function reduced(sum: LedgerSum): string[] {
  const { requests, refused: left, reduced: smaller, moves, waitingTokens } = sum;
  const waits =
    waitingTokens === 0
      ? ""
      : `; about ${groupDigits(waitingTokens)} tokens wait: removing them now would cost more than it saves`;
  if (smaller === 0) return [`nothing was removed: no old result was worth it yet${waits}`];
  // Where nothing is cached they go with every request, and no move is counted.
  const cleared = moves === 0 ? "" : `, old results cleared ${counted(moves, "time")}`;
  return [`${groupDigits(smaller)} of ${counted(requests - left, "request")} smaller${cleared}${waits}`];
}

function refused({ refused: count }: LedgerSum, entries: readonly LedgerEntry[]): string[] {
  if (count === 0) return [];
  const reasons = new Map<string, number>();
  for (const { refused: reason } of entries)
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  const list = [...reasons].map(
    ([reason, number]) => `${reason.replace("_", " ")}${number === 1 ? "" : ` ×${number}`}`,
  );
  return [`${counted(count, "request")} refused (${list.join(", ")}), in no other number`];
}
