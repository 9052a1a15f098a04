import { counted, groupDigits } from "../../base/counts.js";
import { dollarText } from "../../base/dollars.js";
import { check } from "../../base/option-check.js";
import type { PriceOverrides } from "../../contract/price-types.js";
import { Bills } from "../../pricing/bills.js";
import type { CondensationResult } from "../providers/base/result.js";

/** What the money in the text is computed from. */
export interface FeedbackOptions {
  /** The model that the next request goes to. @default unknown: the text names no money */
  model?: string | undefined;
  /**
   * Share of the conversation as it came that the provider has in its cache, 0 to 1. @default as the metrics say, else 0
   */
  cachedShare?: number | undefined;
  /** Prices that win over the installed list. @default none */
  prices?: PriceOverrides | undefined;
}

const isShare = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 1;

/** US dollars of the input of the next request. */
export interface NextRequest {
  /** Without the condensation. */
  without: number;
  /** With it. */
  with: number;
}

/**
 * The next request's input by the code that makes the bills of `savings`: without the condensation its beginning is read from the
 * provider's cache; with it, what is not the same any more is written there anew. Undefined for a model without a price.
 *
 * @throws TamisError `OPTION_INVALID` for a share that is none.
 */
export function nextRequestDollars(
  { metrics }: Pick<CondensationResult, "metrics">,
  { model, cachedShare, prices }: FeedbackOptions,
): NextRequest | undefined {
  if (cachedShare !== undefined) check("cachedShare", cachedShare, isShare, "a number from 0 to 1");
  if (model === undefined) return undefined;
  const { originalTokens: before, finalTokens: after, unchangedTokens = 0 } = metrics;
  const cached = cachedShare === undefined ? (metrics.cachedTokens ?? 0) : before * cachedShare;
  const found = Math.min(cached, unchangedTokens, after);
  const bills = new Bills(prices).of({
    ...{ model, host: undefined, wire: "", session: undefined, replaced: true },
    report: { tokens: { before, after }, cache: { moved: true, lostTokens: cached - found - (before - after) } },
    billed: {
      inputTokens: after,
      cachedTokens: found,
      cacheWriteTokens: cached > 0 ? after - found : 0,
      outputTokens: 0,
    },
  });
  const [without, with_] = [bills?.other.inputCost, bills?.actual.inputCost];
  return without === undefined || with_ === undefined ? undefined : { without, with: with_ };
}

/**
 * US dollars that a condensation saves at the next request: the input's price without it, less that with it, less what the
 * condensation itself cost. Negative if it costs more; undefined for a model without a price, or calls of unknown cost.
 *
 * @throws TamisError `OPTION_INVALID` for a share that is none.
 */
export function savedDollars(
  result: Pick<CondensationResult, "metrics">,
  options: FeedbackOptions,
): number | undefined {
  const next = nextRequestDollars(result, options);
  const { modelCalls, costUsd } = result.metrics;
  if (next === undefined || (modelCalls > 0 && costUsd === undefined)) return undefined;
  return next.without - next.with - (costUsd ?? 0);
}

/**
 * What a condensation did, for people. Source: requirements document 003, NFR-U-002, whose text this is, line by line. A
 * phase that did not run has no line, and a line follows for everything that was done otherwise than asked.
 */
export function renderFeedback(result: CondensationResult, options: FeedbackOptions = {}): string {
  const { metrics, report, provider, error, errorMessage } = result;
  const notes = report.notes.map(({ message }) => ` - Note: ${message}`);
  if (error !== undefined) return [`Context not condensed (${error}): ${errorMessage ?? error}`, ...notes].join("\n");
  const lossless = report.phases.filter(({ kind }) => kind === "lossless");
  const bound = report.phases.filter(({ name }) => name === "bound_thinking");
  const lossy = report.phases.filter(({ kind, name }) => kind === "lossy" && name !== "bound_thinking");
  const { userMessages, decisions } = report.preserved;
  const { originalTokens, finalTokens, durationMs } = metrics;
  return [
    `Context condensed using ${capitalised(provider)} strategy:`,
    ...phaseLine("Lossless phase", lossless),
    ...phaseLine("Thinking left out", bound),
    ...phaseLine("Lossy phase", lossy),
    ` - Total reduction: ${share(originalTokens, finalTokens)}%${money(savedDollars(result, options))}`,
    ` - Preserved: ${counted(userMessages, "user message")}, ${counted(decisions, "decision")}`,
    ` - Time: ${(durationMs / 1000).toFixed(1)} seconds`,
    ...notes,
  ].join("\n");
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function phaseLine(name: string, phases: CondensationResult["report"]["phases"]): string[] {
  const [first, last] = [phases[0], phases.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [before, after] = [first.tokensBefore, last.tokensAfter];
  const sign = after > before ? "+" : after === before ? "" : "-";
  const change = share(before, after).replace("-", "");
  return [` - ${name}: ${groupDigits(before)} → ${groupDigits(after)} tokens (${sign}${change}%)`];
}

/** The reduction in percent; with a digit behind the point where a whole number would say none, or all. */
function share(before: number, after: number): string {
  if (before === after || before === 0) return "0";
  const percent = (100 * (before - after)) / before;
  const whole = Math.round(percent);
  if (whole !== 0 && (whole !== 100 || after === 0)) return String(whole);
  const size = Math.min(99.9, Math.max(0.1, Math.abs(percent)));
  return `${percent < 0 ? "-" : ""}${size.toFixed(1)}`;
}

function money(dollars: number | undefined): string {
  if (dollars === undefined) return "";
  const shown = dollarText(Math.abs(dollars));
  return dollars < 0 && shown !== "$0.00" ? ` (cost ${shown} more)` : ` (saved ${shown})`;
}
