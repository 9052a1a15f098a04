// What a reduction did, for people: the feedback text of NFR-U-002, for policies too.
import { counted, groupDigits } from "../../base/counts.js";
import { dollarText } from "../../base/dollars.js";
import { renderFeedback } from "../../condensation/index.js";
import type { CondensedAccount } from "../../gateway/account/request-account.js";
import type { ReductionDetail, ReductionNumbers } from "../api.js";
import type { ReductionRecord } from "./record.js";
import { policyText, pricedModel, strategyLabel } from "./strategy.js";

/** Who did the work of a reduction, for people. */
export function doneBy({
  strategy,
  result,
  condensed,
  row,
}: Pick<ReductionRecord, "strategy"> & Partial<Pick<ReductionRecord, "result" | "condensed" | "row">>): string {
  if (condensed !== undefined) {
    const { provider = "another gateway", fellBackFrom: failed } = condensed;
    const instead = failed === undefined ? "" : `, because ${strategyLabel(failed)} failed`;
    const isReduced = (row?.reducedCount ?? 0) > 0;
    return `Condensed by ${strategyLabel(provider)}${instead}${isReduced ? `, then reduced by ${policyText(strategy)}` : ""}`;
  }
  if (result === undefined) return `Reduced by ${policyText(strategy)}`;
  const { provider, fellBackFrom, error } = result;
  const instead = fellBackFrom === undefined ? "" : `, because ${strategyLabel(fellBackFrom)} failed`;
  if (error !== undefined) return `Not condensed${instead}`;
  return provider === "truncation"
    ? `Old messages dropped${instead}`
    : `Condensed by ${strategyLabel(provider)}${instead}`;
}

/** The text, line by line. */
export function feedbackOf(record: ReductionRecord, numbers: ReductionNumbers): string {
  const { result, trial, report, strategy } = record;
  if (result !== undefined) return renderFeedback(result, { model: pricedModel(trial) });
  if (record.condensed !== undefined) return condensedText(record, record.condensed);
  const { tokensBefore, tokensAfter, costBefore, costAfter, elapsedMicros } = numbers;
  if (report?.skipped !== undefined) return `Context not reduced: ${report.skippedDetail ?? report.skipped}`;
  const saved = costBefore === undefined || costAfter === undefined ? "" : money(costBefore - costAfter);
  return [
    `Context reduced using ${policyText(strategy)}:`,
    ` - Masking: ${groupDigits(tokensBefore)} → ${groupDigits(tokensAfter)} tokens (${percent(tokensBefore, tokensAfter)})`,
    ` - Total reduction: ${percent(tokensBefore, tokensAfter).replace(/^-/, "")}${saved}`,
    ` - Changed: ${changesOf(numbers).join(", ") || "nothing"}`,
    ` - Preserved: ${userMessages(record)}`,
    ` - Time: ${(elapsedMicros / 1000).toFixed(2)} milliseconds`,
  ].join("\n");
}

const userMessages = ({ before }: ReductionRecord): string =>
  counted(before.roles.filter((role) => role === "user").length, "user message");

/** A live request's condensation: its phases, and what it cost. Its money is in the request's bill. */
function condensedText(record: ReductionRecord, condensed: CondensedAccount): string {
  const { provider = "a provider", phases, isNew, costUsd, tokensBefore, tokensAfter, fellBackFrom } = condensed;
  const names = phases.map((name) => name.replaceAll("_", " ")).join(", ");
  const cost = costUsd === undefined ? "an unknown amount" : costUsd === 0 ? "nothing" : dollarText(costUsd);
  const kept = provider === "smart" ? [` - Preserved: ${userMessages(record)}`] : [];
  return [
    `Context condensed using ${provider.charAt(0).toUpperCase()}${provider.slice(1)} strategy:`,
    ...condensedPhases(condensed).map(
      ({ kind, ...one }) =>
        ` - ${kind === "lossless" ? "Lossless" : "Lossy"} phase: ${groupDigits(one.tokensBefore)} → ${groupDigits(one.tokensAfter)} tokens (${percent(one.tokensBefore, one.tokensAfter)})`,
    ),
    ` - Total reduction: ${percent(tokensBefore, tokensAfter).replace(/^-/, "")}`,
    ...(names === "" ? [] : [` - Phases: ${names}`]),
    ...kept,
    isNew ? ` - Made for this request; it cost ${cost}` : " - Made for an earlier request, and sent the same since",
    ...(fellBackFrom === undefined ? [] : [` - Note: ${fellBackFrom} failed; ${provider} took its place`]),
  ].join("\n");
}

/** The phases of a live request's condensation, with their tokens. */
export function condensedPhases(condensed: CondensedAccount): ReductionDetail["phases"] {
  const { phases, tokensBefore, losslessTokens = tokensBefore, tokensAfter } = condensed;
  const isLossless = phases.every((name) => name === "lossless");
  const lossless = { name: "lossless", kind: "lossless" as const, tokensBefore };
  if (isLossless) return [{ ...lossless, tokensAfter }];
  const lossy = phases.filter((name) => name !== "lossless");
  const name = lossy.length === 1 ? (lossy[0] ?? "") : "condensation";
  return [
    ...(condensed.losslessTokens === undefined ? [] : [{ ...lossless, tokensAfter: losslessTokens }]),
    { name, kind: "lossy", tokensBefore: losslessTokens, tokensAfter },
  ];
}

function percent(before: number, after: number): string {
  const share = before === 0 ? 0 : Math.round((100 * (before - after)) / before);
  return share === 0 ? "0%" : share < 0 ? `+${-share}%` : `-${share}%`;
}

function money(dollars: number): string {
  const shown = dollarText(Math.abs(dollars));
  return dollars < 0 ? ` (costs ${shown} more)` : ` (saves ${shown} of the next request's input, uncached)`;
}

function changesOf(numbers: ReductionNumbers): string[] {
  const parts: [number, string][] = [
    [numbers.masked, "masked"],
    [numbers.clipped, "clipped"],
    [numbers.shortened, "shortened"],
    [numbers.deduplicated, "deduplicated"],
    [numbers.shortenedArguments, "arguments shortened"],
    [numbers.thinkingRemoved, "thinking removed"],
  ];
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${groupDigits(count)} ${what}`]));
}
