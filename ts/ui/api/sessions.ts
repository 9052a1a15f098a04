// Sessions
//   GET sessions?source=ledger|logs   → SessionsAnswer
//   GET sessions/ID                   → SessionDetail
import type { CacheDiagnosis } from "../../pricing/diagnose-cache.js";
import type { ApiIssue } from "./failure.js";

/** Conversations, newest first. */
export interface SessionsAnswer {
  sessions: SessionRow[];
  /** Files that could not be read. */
  problems: ApiIssue[];
}

/** A conversation in the list. */
export interface SessionRow {
  id: string;
  /** `ledger`: requests that passed through Tamis; `log`: an agent's own log, or a recorded file. */
  source: "ledger" | "log";
  name: string;
  agent?: string;
  project?: string;
  model?: string;
  startedAt?: number;
  requests: number;
  /** Dollars paid; absent where unknown. */
  cost?: number;
  /** What the configured policy saved, or of a log what the recommended one would have; may be negative. */
  saved?: number;
}

/** A conversation, turn by turn. */
export interface SessionDetail {
  session: SessionRow;
  /** The policy of `reduced`: what was used, or of a log what is recommended. */
  policy?: string;
  turns: SessionTurnRow[];
}

/** One request of a conversation. */
export interface SessionTurnRow {
  /** From 0. */
  step: number;
  at?: number;
  /** Tokens without the policy and with it. */
  tokens: number;
  reduced: number;
  /** Of those, what no cache had. */
  unread: number;
  reducedUnread: number;
  cost?: number;
  otherCost?: number;
  /** Results that go with this request. */
  gone: { tool: string; from: number; tokens: number }[];
  /** What the call that answers names and the request no longer has. */
  missed: string[];
  cache?: CacheDiagnosis;
  /** Of the ledger: the request's id. */
  requestId?: string;
}
