// Dashboard
//   GET dashboard?from=MS&to=MS&model=&policy=&agent=                → DashboardAnswer   (from 0: all; without: a day)
//   GET dashboard/export?format=csv|json&from=&to=&model=&policy=&agent= → the rows as a file
//   GET holdout                                        → HoldoutAnswer
import type { CacheDiagnosis } from "../../pricing/diagnose-cache.js";

/** Sums and series over the ledger, and what passed here and is not in it yet. */
export interface DashboardAnswer {
  from: number;
  to: number;
  /** `today 4.12 $ instead of 5.60 $`: the sentence at the top. Without a bill it speaks of tokens. */
  headline: string;
  total: DashboardSum;
  /** By login: what the newest answer that tells it says of its limits, in percent that are used. */
  limits: { login: string; fiveHours?: number; week?: number }[];
  /** Steps of `stepMs`, in order; the first begins at or before `from`. Steps without requests are there too. */
  series: { stepMs: number; points: (DashboardSum & { at: number })[] };
  byModel: DashboardGroup[];
  byPolicy: DashboardGroup[];
  byAgent: DashboardGroup[];
  byProject: DashboardGroup[];
  /** Requests by the last stage that changed them; `none` for the others. */
  stages: { stage: string; requests: number }[];
  /** Requests whose conversation was condensed, by provider, and their tokens before and after that. */
  condensations: { provider: string; requests: number; tokensBefore: number; tokensAfter: number }[];
  /** By tool: chars of its results as they came, and those that masking and shortening took, of requests whose account has it. */
  tools: { tool: string; charsBefore: number; charsRemoved: number; results: number; reduced: number }[];
  /** Percentiles. Absent where no request has the time. */
  latency: {
    reduceMicros?: Percentiles;
    firstByteMs?: Percentiles;
    totalMs?: Percentiles;
  };
  /** What was refused or sent as it came, and why, most frequent first. */
  problems: { kind: "refused" | "skipped"; reason: string; requests: number; lastAt: number }[];
  /** Causes of {@link CacheDiagnosis} other than `hit`, most tokens first. */
  cacheBreaks: { cause: CacheDiagnosis["cause"]; requests: number; lostTokens: number }[];
  /**
   * Requests since this server began that came too fast for their bodies to be read: they are in no row of `tools` and of
   * `cacheBreaks`.
   */
  unread: number;
  /** What is offered as filters. */
  choices: { models: string[]; policies: string[]; agents: string[] };
}

export interface DashboardSum {
  requests: number;
  refused: number;
  /** Answered requests without a bill that is understood. */
  unbilled: number;
  reduced: number;
  /** Requests that were sent as they came because something failed. */
  failedOpen: number;
  /** Billed tokens. */
  input: number;
  cached: number;
  written: number;
  output: number;
  /** Input tokens the other way. */
  otherInput: number;
  /** Models of billed requests without a known price: their dollars are in no sum. */
  unpriced: { what: string; requests: number }[];
  /** What else was billed and has no known price, such as a service tier. */
  lacks: { what: string; requests: number }[];
  /** Dollars of the requests whose price is known, as billed; absent where none of the billed ones has a price. */
  cost?: number;
  /** The same with Tamis and without: what was only observed is in both as billed, unless nothing was reduced. */
  costWith?: number;
  costWithout?: number;
  /** `costWithout − costWith`; may be negative. */
  saved?: number;
  /** Of `cost`: what the provider's cache saved against fresh input, whether or not anything was reduced. */
  cacheDiscount?: number;
  tokensBefore: number;
  tokensAfter: number;
  moves: number;
  waitingTokens: number;
  /** `cached / input`, from 0 to 1; absent without input. */
  hitRate?: number;
}

export interface DashboardGroup extends DashboardSum {
  key: string;
}

export interface Percentiles {
  count: number;
  p50: number;
  p90: number;
  p99: number;
  most: number;
}

/** Sessions that chance left alone beside those that it reduced; over the whole ledger. */
export interface HoldoutAnswer {
  /** `No loss seen: with 84 sessions …`: the sentence at the top. */
  answer: string;
  loss: "seen" | "none" | "unknown";
  reducedSessions: number;
  heldOutSessions: number;
  /** Failed edits are tested, the others described. */
  rows: HoldoutRow[];
}

/** One figure of both groups. */
export interface HoldoutRow {
  figure: "failedEdits" | "rereads" | "repeats" | "retries" | "turns" | "dollars";
  title: string;
  unit: "share" | "count" | "dollars";
  reduced?: HoldoutInterval | undefined;
  heldOut?: HoldoutInterval | undefined;
  /** Of failed edits in points, of the others as a share of the sessions left alone. */
  change?: HoldoutInterval | undefined;
  /** The smallest change that would have been seen. */
  smallest?: number | undefined;
}

/** A figure, and where it lies with 95 % probability. */
export interface HoldoutInterval {
  value: number;
  low: number;
  high: number;
}
