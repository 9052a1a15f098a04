import type { Policy } from "../policy/policy.js";
import type { Info, SavingsResult, TuneResult } from "./api.js";
import type { LedgerReader } from "./ledger/reader.js";
import type { Trials } from "./reductions/trials.js";
import type { LiveFeed } from "./requests/feed.js";
import type { LogWork } from "./savings/log-work.js";
import type { LogSessions } from "./sessions/log-sessions.js";
import type { SettingsStore } from "./settings/store.js";

/** What a page is made of. */
export interface PageParts {
  info(): Promise<Info>;
  settings: SettingsStore;
  feed: LiveFeed;
  ledger: LedgerReader;
  trials: Trials;
  logs: LogSessions;
  savings: LogWork<SavingsResult>;
  tuning: LogWork<TuneResult>;
  /** Files and folders that were named; none: the agents' own places. */
  sources: readonly string[];
  env: NodeJS.ProcessEnv;
  /** A policy in use by its name; undefined for one that is not, any more. */
  policyNamed(name: string | undefined): Policy | undefined;
  now(): number;
}
