// Savings and tuning
//   GET  savings            → SavingsAnswer
//   POST savings  {}        → SavingsAnswer   (begins a calculation over the sources; events tell the progress)
import type { ApiIssue } from "./failure.js";

/** What each policy would have saved over the agents' own logs and the named files. */
export interface SavingsAnswer {
  /** `none`: not calculated yet. */
  state: "none" | "running" | "done" | "failed";
  /** From 0 to 1, while it runs. */
  done?: number;
  /** Of `failed`. */
  problem?: string;
  result?: SavingsResult;
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
  problems: ApiIssue[];
}

/** One policy in the plot. */
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
  /** Settings to save for it, as changes of {@link SaveRequest}; absent for one that is not this library's. */
  changes?: { key: string; value?: unknown }[];
}

/** A row of a table. */
export interface SavingsRow {
  key: string;
  sessions: number;
  requests: number;
  dollars: number;
  saved: number;
}
