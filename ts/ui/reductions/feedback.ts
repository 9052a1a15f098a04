// What a reduction did, for people: the feedback text of NFR-U-002, for policies too.
import { dollarText } from "../../base/dollars.js";
import { renderFeedback } from "../../condensation/index.js";
import type { ReductionNumbers } from "../api.js";
import type { ReductionRecord } from "./record.js";
import { policyText } from "./strategy.js";

const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
const counted = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;

/** The text, line by line. */
export function feedbackOf(record: ReductionRecord, numbers: ReductionNumbers): string {
  const { result, trial, report, strategy } = record;
  if (result !== undefined) return renderFeedback(result, { model: trial.model });
  const { tokensBefore, tokensAfter, costBefore, costAfter, elapsedMicros } = numbers;
  if (report?.skipped !== undefined) return `Context not reduced: ${report.skippedDetail ?? report.skipped}`;
  const saved = costBefore === undefined || costAfter === undefined ? "" : money(costBefore - costAfter);
  const users = record.before.roles.filter((role) => role === "user").length;
  return [
    `Context reduced using ${policyText(strategy)}:`,
    ` - Masking: ${grouped(tokensBefore)} → ${grouped(tokensAfter)} tokens (${percent(tokensBefore, tokensAfter)})`,
    ` - Total reduction: ${percent(tokensBefore, tokensAfter).replace(/^-/, "")}${saved}`,
    ` - Changed: ${changesOf(numbers).join(", ") || "nothing"}`,
    ` - Preserved: ${counted(users, "user message")}`,
    ` - Time: ${(elapsedMicros / 1000).toFixed(2)} milliseconds`,
  ].join("\n");
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
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${grouped(count)} ${what}`]));
}
