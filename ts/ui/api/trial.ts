// What the page and its server say to each other about a pasted request and a comparison.
import type { ApiIssue } from "./failure.js";
import type { ReductionDetail, ReductionNumbers } from "./reduction.js";
import type { SessionRow } from "./sessions.js";

/** The same request under several strategies. */
export interface CompareRequest {
  /** A live request with its body, or a trial. */
  id: string;
  /** Names of presets, `native`, `smart`, plug-ins, or `configured` for what the configuration says. At most 6. */
  strategies: string[];
  /** The mode whose settings count. */
  mode?: string;
}

/** One column a strategy, in the order asked for. */
export interface CompareAnswer {
  columns: CompareColumn[];
}

/** A strategy's result. */
export interface CompareColumn {
  strategy: string;
  label: string;
  /** For its detail and diff; absent with `problem`. */
  id?: string;
  numbers?: ReductionNumbers;
  feedback?: string;
  /** Messages of the user that are no longer word for word. */
  userMessagesChanged?: number;
  /** Why it could not be done. */
  problem?: string;
}

/** What a pasted text is. */
export type TryAnswer =
  /** A request: its reduction. */
  | { kind: "request"; reduction: ReductionDetail }
  /** An agent's log: its sessions, each opened by its id. */
  | { kind: "log"; agent: string; sessions: SessionRow[]; problems: ApiIssue[] };
