// Whether an idle conversation goes on before the provider's cache expires once more, from how others went on, and how often
// renewing the cache is worth its price.
//
//   idle, in lifetimes   1      2      4      8   …   288      odds of going on in each span, given that it did not before
//                        └─ 35 % ┴ 30 % ┴ 20 % ┴ …           a prior, and from then on what was seen

import { isRecord } from "../text/json-value.js";

/** What the last answer was: calls whose results are to come, or an answer to the user. */
export type LastAnswer = "calls" | "words";

/** Ends of spans of idle time, in lifetimes; the first begins where the cache expires first. */
const ENDS = [2, 4, 8, 16, 32, 64, 144, 288];
/** How many of 100 conversations that are idle at the beginning of a span go on within it. */
const PRIOR = [0.35, 0.3, 0.2, 0.15, 0.15, 0.12, 0.15, 0.1];
/** So many conversations the prior counts for. */
const PRIOR_WEIGHT = 4;

/** By span: how many conversations were still idle at its beginning, and how many went on within it. */
interface SpanCounts {
  idle: readonly number[];
  wentOn: readonly number[];
}

/** What was seen, for a file. */
export type OddsCounts = Readonly<Record<LastAnswer, SpanCounts>>;

/** Up to when a conversation was counted as idle before, and whether it went on. */
export interface SeenUpTo {
  /** In lifetimes. @default the first expiry */
  from?: number;
  /** @default true */
  wentOn?: boolean;
}

class Seen implements SpanCounts {
  readonly idle = ENDS.map(() => 0);
  readonly wentOn = ENDS.map(() => 0);

  addCounts({ idle, wentOn }: SpanCounts): void {
    for (const span of ENDS.keys()) {
      this.idle[span] = (this.idle[span] ?? 0) + (idle[span] ?? 0);
      this.wentOn[span] = (this.wentOn[span] ?? 0) + (wentOn[span] ?? 0);
    }
  }

  add(lifetimes: number, { from, wentOn }: { from: number; wentOn: boolean }): void {
    for (const [span, end] of ENDS.entries()) {
      if (lifetimes <= startOf(span)) return;
      if (startOf(span) >= from) this.idle[span] = (this.idle[span] ?? 0) + 1;
      if (wentOn && lifetimes <= end) this.wentOn[span] = (this.wentOn[span] ?? 0) + 1;
    }
  }

  odds(span: number, prior: number): number {
    return ((this.wentOn[span] ?? 0) + PRIOR_WEIGHT * prior) / ((this.idle[span] ?? 0) + PRIOR_WEIGHT);
  }
}

const startOf = (span: number): number => (span === 0 ? 1 : (ENDS[span - 1] ?? 1));

/** Learns how conversations go on after their cache would have expired. */
export class ReturnOdds {
  readonly #all = new Seen();
  readonly #byAnswer = { calls: new Seen(), words: new Seen() };

  /**
   * A conversation went on after so many lifetimes without a request, or is still idle then.
   *
   * @param lifetimes Infinite where it never went on
   */
  add(last: LastAnswer, lifetimes: number, { from = 1, wentOn = true }: SeenUpTo = {}): void {
    this.#all.add(lifetimes, { from, wentOn });
    this.#byAnswer[last].add(lifetimes, { from, wentOn });
  }

  /** All that was seen. */
  get counts(): OddsCounts {
    return this.#byAnswer;
  }

  /** Adds what others have seen. */
  addCounts(counts: OddsCounts): void {
    for (const last of ["calls", "words"] as const) {
      this.#all.addCounts(counts[last]);
      this.#byAnswer[last].addCounts(counts[last]);
    }
  }

  /**
   * How many renewals in a row are worth their price, each just before the cache would expire; 0 for none. Constant time.
   *
   * @param gain What a kept cache saves, in prices of one renewal
   */
  renewals(last: LastAnswer, gain: number): number {
    const most = ENDS.at(-1) ?? 0;
    let worth = 0;
    let count = 0;
    // From the last one backwards: a renewal also leaves the choice of the next.
    for (let renewal = most - 1; renewal >= 1; renewal--) {
      const odds = this.#oddsWithin(last, renewal);
      const value = odds * gain + (1 - odds) * worth - 1;
      worth = Math.max(0, value);
      if (value <= 0) count = 0;
      else count++;
    }
    return count;
  }

  /** The odds of going on from so many lifetimes on until one more has passed. */
  #oddsWithin(last: LastAnswer, lifetimes: number): number {
    const span = ENDS.findIndex((end) => lifetimes < end);
    const share = Math.log((lifetimes + 1) / lifetimes) / Math.log((ENDS[span] ?? 1) / startOf(span));
    const prior = this.#all.odds(span, PRIOR[span] ?? 0);
    return 1 - (1 - this.#byAnswer[last].odds(span, prior)) ** share;
  }
}

/** Whether a value is what {@link ReturnOdds.counts} gives. */
export function isCounts(value: unknown): value is OddsCounts {
  const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) >= 0;
  const isList = (list: unknown) => Array.isArray(list) && list.length === ENDS.length && list.every(isCount);
  const isSpans = (spans: unknown) => isRecord(spans) && isList(spans.idle) && isList(spans.wentOn);
  return isRecord(value) && isSpans(value.calls) && isSpans(value.words);
}
