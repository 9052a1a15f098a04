import type { BackendOptions, ReduceOptions } from "./backend.js";
import type { Policy } from "./policy.js";
import type { Report, Violation } from "./report.js";
import type { SessionFacts } from "./session-state.js";

/**
 * One call: what is reduced, and what can be asked of it. Methods of a class, because closures made anew for each call
 * would cost a small request 3 % of its time.
 */
export interface Job<Result> {
  /** The request as it came. */
  readonly before: Uint8Array | object;
  readonly policy: Policy;
  readonly options: ReduceOptions;
  /** Whether what comes out is what is sent, so that a session has to remember it. */
  readonly isSent: boolean;
  /** What the last run was asked for: another with the same decides the same. */
  asked?: BackendOptions;
  run(policy: Policy, options: BackendOptions): Result;
  /** What tells the conversation, and the step of that number; undefined for what is no conversation. */
  locate(step: number): SessionFacts | undefined;
  /** What the request has as its model. */
  modelOf(): unknown;
  /** What a provider would reject the request for. */
  findViolations(): Violation[];
  /** The request as it is afterwards; undefined where the result does not have it. */
  afterOf(result: Result): Uint8Array | object | undefined;
  /** The reduced request, by a run of its own. */
  make(policy: Policy, options: BackendOptions): Uint8Array | object;
}

/** A result, or that there is none. */
export type Outcome = { report: Report } | { bytesNeeded: number };
