// Savings and tuning
//   GET  savings            → SavingsAnswer
//   POST savings  {}        → SavingsAnswer   (begins a calculation over the sources; events tell the progress)
//   GET  tune               → TuneAnswer
//   POST tune     {}        → TuneAnswer      (as for savings)
import type { ApiIssue } from "./failure.js";

/** A calculation over the agents' own logs, or the named files. */
export interface WorkAnswer<T> {
  /** `none`: not calculated yet. */
  state: "none" | "running" | "done" | "failed";
  /** From 0 to 1, while it runs. */
  done?: number;
  /** Of `failed`. */
  problem?: string;
  result?: T;
}

/** What each policy would have saved. */
export type SavingsAnswer = WorkAnswer<SavingsResult>;

/** The policy that costs least of those after which calls still find what they name. */
export type TuneAnswer = WorkAnswer<TuneResult>;

/** A search's result. */
export interface TuneResult {
  at: number;
  /** The best policy, the default one and the presets. */
  policies: TunedPoint[];
  /** Of all policies tried, those that no other beats in both, the cheapest first. */
  front: TunedPoint[];
  /** The preset that differs in fewest settings, and in how many. */
  nearest: { preset: string; settings: number };
  /** Whether the best beats the default on sessions that the search did not see; absent without such sessions. */
  beatsDefault?: boolean;
  /** The least share of what calls name that was to stay. */
  minGrounding: number;
  /** Policies that were tried. */
  trials: number;
  /** Sessions that the search saw, and that were kept aside. */
  sessions: { seen: number; aside: number };
  problems: ApiIssue[];
}

/** What a policy makes of sessions. */
export interface TunedMeasure {
  /** The input bill over that of sending everything. */
  ratio: number;
  /** Share of what calls name that is still in the request, 0 to 1. */
  grounding: number;
  /** Sessions that it makes dearer by more than 2 %. */
  dearer: number;
}

/** A policy of a search, on the sessions that the search saw. */
export interface TunedPoint extends TunedMeasure {
  name: string;
  isChosen: boolean;
  /** On those kept aside; absent if there are none. */
  aside?: TunedMeasure;
  /** As for {@link PolicyPoint}. */
  changes?: { key: string; value?: unknown }[];
}

/** A calculation's result. */
export interface SavingsResult {
  at: number;
  requests: number;
  sessions: number;
  /** Dollars by what was bought. */
  dollars: { total: number; fresh: number; cacheRead: number; cacheWrite: number; output: number };
  /** The input's dollars by what it was made of. */
  content: Record<string, number>;
  /** For the plot of the bill against what calls still find. */
  policies: PolicyPoint[];
  /** The chosen point. */
  recommendation: { policy?: string; reason: string; saved: number; share: number };
  byDay: SavingsRow[];
  byProject: SavingsRow[];
  byAgent: SavingsRow[];
  byModel: SavingsRow[];
  bySession: SavingsRow[];
  /** Models without a price. */
  unpriced: string[];
  /** Requests that a login paid: they have no dollars. */
  logins: number;
  problems: ApiIssue[];
}

export interface PolicyPoint {
  name: string;
  about: string;
  /** Dollars; negative where it would have cost more. */
  saved: number;
  /** The input bill over that of sending everything. */
  ratio: number;
  /** Share of what calls name that is still in the request, 0 to 1; absent if unknown. */
  grounding?: number;
  /** Sessions that it would have made dearer by more than 2 %. */
  dearer: number;
  isChosen: boolean;
  /** Settings to save for it, as changes of {@link SaveRequest}; absent where no change of settings makes it. */
  changes?: { key: string; value?: unknown }[];
}

export interface SavingsRow {
  key: string;
  sessions: number;
  requests: number;
  /** Of the requests, those without a known price, or of a login. */
  unpriced: number;
  dollars: number;
  saved: number;
}
