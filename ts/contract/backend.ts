import type { Policy } from "../policy/policy.js";
import type { PriceOverrides } from "./price-types.js";
import type { IntoReduction, Plan, Reason, Reduction, Report, Wire } from "./report.js";
import type { SessionFacts, SessionMemory } from "./session-facts.js";
import type { SessionState } from "./session-state.js";
import type { PlanOfStep } from "./step-plan.js";
import type { Faults, ValidateOptions, Violation } from "./violations.js";

/** What a caller may say about one request beside the policy. */
export interface ReduceOptions {
  /** The request's wire. @default detected by shape */
  wire?: Wire;
  /** The model's name, where it is not in the body (Gemini, Azure). @default the body's `model` */
  model?: string;
  /**
   * The host of the endpoint, such as `api.anthropic.com`: it decides about a model whose name says nothing. `tamisFetch`,
   * the undici interceptor and the gateway know it. @default unknown
   */
  host?: string;
  /** The model's context limit in tokens, for `budget.fraction`. @default that of the installed price list */
  contextTokens?: number;
  /**
   * Fill `report.chars` and `report.tokens`. `true` and `"chars4"`: a quarter of the chars, which takes next to no time;
   * `"estimate"` and `"exact"`: the whole request, measured before and after as `estimateRequest` and `countRequest` do,
   * a model without a known encoding always by estimate. `createReducer` goes by its policy's `tokens.method` in all of
   * these. @default false
   */
  tokens?: boolean | "chars4" | "estimate" | "exact";
  /** Fill `report.decisions` with the results that were left as they are, too. @default false */
  explain?: boolean;
  /** Fill `report.cost` and `report.savedCost`; this measures the request. @default false; true with `prices` */
  cost?: boolean;
  /**
   * Own prices for `report.cost`, dollars for a million tokens by model; they win over the list. @default the installed
   * list
   */
  prices?: PriceOverrides;
  /**
   * What is kept of the conversation between its requests, from `createSessionState`; the reduction updates it.
   * @default none: the request alone decides
   */
  session?: SessionState;
  /**
   * Whose conversation it is; only with `session` or `restore.handles`. Another tenant's state is ignored, and another
   * tenant's equal values have other handles. @default none
   */
  tenant?: string;
  /**
   * The day whose facts of models count, such as `2026-11-28`, by UTC: prices, limits and lifetimes of caches change. A session
   * keeps the day of its first request. A day before all dates has the oldest values, one in the future those announced.
   * @default the day of the release
   */
  asOf?: string | undefined;
  /**
   * The caller's clock, in milliseconds; only with `session`. Shows that a cache has timed out. @default
   * none
   */
  now?: number;
}

/** Of a call without options. One object, so that a small request spends no time on looking for any. */
export const NO_OPTIONS: ReduceOptions = Object.freeze({});

/** The options of a call as a backend gets them. */
export interface BackendOptions extends Omit<ReduceOptions, "session" | "now" | "asOf"> {
  memory?: SessionMemory;
  /** Finds what `marginsOf` tells of the report. @default false */
  margins?: boolean;
  /** What `describe` found in the same body: a backend may use again what it read for it. */
  head?: RequestHead;
}

/** What a request says of itself. */
export interface RequestHead {
  wire: Wire;
  /** The model's name: that of the options, else the body's; undefined where neither has one. */
  model: string | undefined;
  /** Elements of the list of messages. */
  messages: number;
}

/** How a reduction on another thread is made. */
export interface TaskOptions {
  signal?: AbortSignal | undefined;
  /** Nobody writes to the body, transfers or resizes it until the promise is settled: it is read without a copy. @default false */
  isLent?: boolean | undefined;
  /** It goes to another thread whatever its size. @default large ones do */
  isWorthIt?: boolean | undefined;
}

/** Options of `reduceBodyAsync`. */
export interface ReduceAsyncOptions extends ReduceOptions {
  /**
   * Gives the call up: the promise rejects with the signal's reason, an `AbortError` unless it has another. @default
   * none
   */
  signal?: AbortSignal;
}

/** A buffer that the output does not fit into, as data. */
export interface TooSmall {
  bytesNeeded: number;
}

/** A reduction of which only counts are told: what they were counted in is gone. */
export interface BriefReduction {
  /** What to send: the very bytes that came where nothing changed. */
  body: Uint8Array;
  changed: boolean;
  report: BriefReport;
}

/** What is read from the body is missing, and so is `cache.rule`, which goes by the model. */
export type BriefReport = Omit<Report, "model" | "decisions" | "violations">;

/** A body that arrives in pieces, put together in memory of the backend's own. Empty once taken or reduced. */
export interface BodyIntake {
  /** Copies `piece`. @throws Error where there is no memory */
  push(piece: Uint8Array): void;
  /**
   * The same, and the piece may be empty afterwards: its memory is given back at once. For pieces that only the caller has.
   */
  absorb(piece: Uint8Array): void;
  /** The same of a text in UTF-8, in which halves of surrogate pairs are U+FFFD. */
  pushText(text: string): void;
  /** All bytes so far. */
  take(): Uint8Array;
  /** Frees the memory of bytes that nobody wants. */
  release(): void;
  /**
   * As `Backend.reduceBodyAsync`, of the pushed bytes. `isAlone` says that no other request waits for the JavaScript
   * thread: then large bodies may be reduced on it, too, which is faster.
   */
  reduce(policy: Policy, options: BackendOptions, isAlone: boolean): Promise<BriefReduction>;
}

/** A tool's output, and a request that tells what is known of its call, which an empty text answers in it. */
export interface OutputRequest {
  request: Uint8Array;
  wire: Wire;
  text: string;
}

/** What a request sends of an output, and the kind of reduction that removed most; undefined where it stays. */
export interface OutputForm {
  text: string;
  kind: Reason | undefined;
}

/**
 * Which implementation is in use: the addon, the same core over WebAssembly, or none.
 */
export type BackendName = Report["backend"];

/**
 * What both implementations offer. A backend never throws for a body that it cannot read, and never changes the bytes
 * it is given.
 */
export interface Backend {
  readonly name: BackendName;
  /** CPU features the implementation uses, or `""`. */
  readonly cpu: string;
  reduceBody(body: Uint8Array, policy: Policy, options: BackendOptions): Reduction<Uint8Array>;
  /** `out` has been checked: plain memory apart from the body's. */
  reduceBodyInto(body: Uint8Array, out: Uint8Array, policy: Policy, options: BackendOptions): IntoReduction | TooSmall;
  /** Reads the body, or copies it, before it returns, unless it is lent. `signal` is not aborted yet. */
  reduceBodyAsync(
    body: Uint8Array,
    policy: Policy,
    options: BackendOptions,
    task?: TaskOptions,
  ): Promise<Reduction<Uint8Array>>;
  /** Makes room for a body of `bytes`; missing where a backend has no memory of its own. @throws Error where there is none */
  readonly openIntake?: ((bytes: number) => BodyIntake) | undefined;
  planBody(body: Uint8Array, policy: Policy, options: BackendOptions): Plan;
  /** The same plan, for a caller that plans step after step of one session. */
  planStep(body: Uint8Array, policy: Policy, options: BackendOptions): PlanOfStep;
  /**
   * What a plan of the request with the output would send of it, found without that request; undefined where only a plan
   * tells. Missing where a backend has no shorter way.
   */
  formOfOutput?(output: OutputRequest, policy: Policy): OutputForm | undefined;
  /** Reads what a plan of the body would report, and decides nothing; undefined for a body that is passed through. */
  describe(body: Uint8Array, options: BackendOptions): RequestHead | undefined;
  /** The wire by shape; undefined for what is not a request. */
  detectWire(body: Uint8Array): Wire | undefined;
  /** What tells the conversation, and the step of that number; undefined for what is no conversation. */
  locateSession(body: Uint8Array, options: BackendOptions, step: number): SessionFacts | undefined;
  /** The same, off the JavaScript thread where the backend can: the body is lent as in {@link TaskOptions.isLent}. */
  locateLent(body: Uint8Array, options: BackendOptions, step: number): Promise<SessionFacts | undefined>;
  /** What a provider would reject the request for. */
  validateBody(body: Uint8Array, options: ValidateOptions): Violation[];
  /** The same, all of them, for what repairs them. */
  findFaults(body: Uint8Array, options: ValidateOptions): Faults;
}
