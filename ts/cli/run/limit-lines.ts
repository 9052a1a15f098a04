// What a run means for the limits of a subscription, which pays no request.
import type { LedgerEntry, LedgerMode } from "../../ledger/index.js";
import { groupDigits, printable } from "../shared/terminal.js";

const NAMES: Readonly<Record<string, string>> = { claude: "Claude subscription", chatgpt: "ChatGPT plan" };

/**
 * A line for each subscription that answered requests went by. Vendors do not publish how their limits weigh tokens: the
 * ratios of their prices are taken, in tokens of fresh input.
 */
export function limitLines(entries: readonly LedgerEntry[], mode: LedgerMode): string[] {
  const weighed = entries.filter(({ refused, weight, otherWeight }) => refused === undefined && weight && otherWeight);
  const names = new Set(weighed.flatMap(({ subscription }) => subscription ?? []));
  return [...names].map((name) => {
    const own = weighed.filter(({ subscription }) => subscription === name);
    return lineOf(NAMES[name] ?? printable(name), own, mode === "reduce");
  });
}

function lineOf(name: string, entries: readonly LedgerEntry[], isReduced: boolean): string {
  const sent = sumOf(entries.map(({ weight = 0 }) => weight));
  const other = sumOf(entries.map(({ otherWeight = 0 }) => otherWeight));
  const [smaller, whole] = isReduced ? [sent, other] : [other, sent];
  const counts = `${groupDigits(Math.round(smaller))} instead of ${groupDigits(Math.round(whole))}`;
  const would = isReduced ? "" : "reduced it would have been ";
  return `for the limits of your ${name}, in tokens weighed as prices are: ${would}${counts}, ${turnsText(entries.length * (whole / smaller - 1))}`;
}

/** What is saved, or lost, in turns like those of this run. */
function turnsText(turns: number): string {
  // What a sum of fractions loses is no turn.
  const count = Math.floor(Math.abs(turns) + 1e-6);
  if (count === 0) return "which is less than one turn";
  const noun = count === 1 ? "turn" : "turns";
  return `about ${groupDigits(count)} ${turns > 0 ? "more" : "fewer"} ${noun} like these`;
}

const sumOf = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
