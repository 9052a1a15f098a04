// What a run means for the limits of a subscription, which pays no request.
import type { LedgerEntry, LedgerMode } from "../../ledger/index.js";
import { groupDigits, printable } from "../shared/terminal.js";

const NAMES: Readonly<Record<string, string>> = { claude: "Claude subscription", chatgpt: "ChatGPT plan" };

/**
 * A line for each subscription that answered requests went by. Vendors do not publish how their limits weigh tokens: the
 * ratios of their prices are taken, in tokens of fresh input, beside the shares of the windows where answers tell them.
 */
export function limitLines(entries: readonly LedgerEntry[], mode: LedgerMode): string[] {
  const weighed = entries.filter(({ refused, weight, otherWeight }) => refused === undefined && weight && otherWeight);
  const names = new Set(weighed.flatMap(({ subscription }) => subscription ?? []));
  return [...names].map((name) => {
    const isOf = ({ subscription }: LedgerEntry) => subscription === name;
    const used = windowsText(entries.filter(isOf));
    const title = `limits of your ${NAMES[name] ?? printable(name)}`;
    return lineOf(title, used, weighed.filter(isOf), mode === "reduce");
  });
}

function lineOf(title: string, used: string, entries: readonly LedgerEntry[], isReduced: boolean): string {
  const sent = sumOf(entries.map(({ weight = 0 }) => weight));
  const other = sumOf(entries.map(({ otherWeight = 0 }) => otherWeight));
  const [smaller, whole] = isReduced ? [sent, other] : [other, sent];
  const turns = turnsText(entries.length * (whole / smaller - 1));
  const counts = `${groupDigits(Math.round(smaller))} instead of ${groupDigits(Math.round(whole))}`;
  const weights = `${isReduced ? "" : "reduced it would have been "}${counts}, ${turns}`;
  return used === ""
    ? `for the ${title}, in tokens weighed as prices are: ${weights}${contextText(entries, isReduced)}`
    : `of the ${title} ${used}; in tokens weighed as prices are: ${weights}`;
}

/** How much of the windows is used, and how that changed between a run's first answer and its last; empty where none tells. */
function windowsText(entries: readonly LedgerEntry[]): string {
  const parts = (["fiveHours", "week"] as const).flatMap((name) => {
    const told = entries.flatMap((entry) => entry[name] ?? []);
    const [first, last] = [told[0], told.at(-1)];
    if (first === undefined || last === undefined) return [];
    const isOne = told.length > 1 && told.every((one, at) => at === 0 || one >= (told[at - 1] ?? 0));
    const change = isOne ? ` (+${(last - first).toFixed(1)} points meanwhile)` : "";
    return [`${last.toFixed(1)} % of the ${name === "week" ? "week" : "5 hours"}${change}`];
  });
  return parts.length === 0 ? "" : `${parts.join(" and ")} are used`;
}

const LEAST_TIMES = 1.05;

/** How much longer a conversation may become until it is full, by its largest requests. */
function contextText(entries: readonly LedgerEntry[], isReduced: boolean): string {
  const most = (of: (entry: LedgerEntry) => number | undefined) => Math.max(...entries.map((entry) => of(entry) ?? 0));
  const [sent, other] = [most(({ input }) => input), most(({ otherInput, input }) => otherInput ?? input)];
  const times = isReduced ? other / sent : sent / other;
  if (!(times >= LEAST_TIMES)) return "";
  return `; your context ${isReduced ? "lasts" : "would last"} ${times.toFixed(2)} times as long`;
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
