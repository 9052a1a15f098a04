// One class for each kind of call: what it runs, on which backend.

import { firstBytes } from "../base/memory.js";
import type { Backend, BackendOptions, ReduceOptions, RequestHead, TooSmall } from "../contract/backend.js";
import type { IntoReduction, Plan, Reduction, Report, Violation } from "../contract/report.js";
import type { SessionFacts } from "../contract/session-facts.js";
import type { Policy } from "../policy/policy.js";
import { type Keeps, keepsThinking, keepsThinkingInSlices, type Rendering } from "./keeps-thinking.js";
import { jsonOf, type RequestJson } from "./object-json.js";
import { reduceObject } from "./object-reduction.js";
import { violationsIn } from "./object-violations.js";

/**
 * One call: the request, and the questions that it answers. These are methods of a class, because new closures for each
 * call would cost a small request 3 % of its time.
 */
export interface Call<Result> {
  /** The request as it came. */
  readonly before: Uint8Array | object;
  readonly policy: Policy;
  readonly options: ReduceOptions;
  /** Whether the result is sent, so that a session has to remember it. */
  readonly isSent: boolean;
  /** The options of the last run: another run with them decides the same. */
  asked?: BackendOptions;
  run(policy: Policy, options: BackendOptions): Result;
  /** The facts that identify the conversation, and the step of that number; undefined if there is no conversation. */
  locate(step: number): SessionFacts | undefined;
  /** What the request says of itself; undefined where it is passed through. */
  describe(): RequestHead | undefined;
  /** What a provider would reject the request for. */
  findViolations(): Violation[];
  /** The request as it is afterwards; undefined where the result does not have it. */
  afterOf(result: Result): Uint8Array | object | undefined;
  /** The reduced request, by a run of its own. */
  make(policy: Policy, options: BackendOptions): Uint8Array | object;
  readonly keeps: typeof keepsThinking;
}

/** The parts of a call that a session needs; its answers may be promises. */
export interface Located<Result> extends Pick<Call<Result>, "isSent" | "asked"> {
  run(policy: Policy, options: BackendOptions): Result | Promise<Result>;
  make(policy: Policy, options: BackendOptions): Rendering | Promise<Rendering>;
  locate(step: number): SessionFacts | undefined | Promise<SessionFacts | undefined>;
  keeps: Keeps;
}

/** A result, or that there is none. */
export type Outcome = { report: Report } | { bytesNeeded: number };

abstract class BodyCall<Result> implements Call<Result> {
  asked?: BackendOptions;
  readonly keeps = keepsThinking;
  /** Set by `describe`. */
  protected head?: RequestHead | undefined;

  constructor(
    protected readonly backend: Backend,
    readonly before: Uint8Array,
    readonly policy: Policy,
    readonly options: ReduceOptions,
  ) {}

  abstract run(policy: Policy, options: BackendOptions): Result;
  abstract afterOf(result: Result): Uint8Array | undefined;

  get isSent(): boolean {
    return isReduced(this.policy);
  }

  locate(step: number) {
    return this.backend.locateSession(this.before, this.options, step);
  }

  /** The head is kept for the run that follows. */
  describe() {
    this.head = this.backend.describe(this.before, this.options);
    return this.head;
  }

  /** The options of a run, with what is known of the body. */
  withHead(options: BackendOptions): BackendOptions {
    return this.head === undefined ? options : { ...options, head: this.head };
  }

  findViolations() {
    return this.backend.validateBody(this.before, wireOf(this.options));
  }

  make(policy: Policy, options: BackendOptions) {
    return this.backend.reduceBody(this.before, policy, options).body;
  }
}

/** A body into a new one. */
export class ReduceCall extends BodyCall<Reduction<Uint8Array>> {
  run(policy: Policy, options: BackendOptions) {
    return this.backend.reduceBody(this.before, policy, this.withHead(options));
  }

  afterOf({ changed, body }: Reduction<Uint8Array>) {
    return changed ? body : this.before;
  }
}

/** The same off the JavaScript thread: nobody may write to the body, transfer or resize it until the call is over. */
export class LentCall implements Located<Reduction<Uint8Array>> {
  asked?: BackendOptions;
  readonly keeps = keepsThinkingInSlices;

  constructor(
    private readonly backend: Backend,
    private readonly call: ReduceCall,
  ) {}

  get isSent(): boolean {
    return this.call.isSent;
  }

  run(policy: Policy, options: BackendOptions) {
    return this.backend.reduceBodyAsync(this.call.before, policy, this.call.withHead(options), LENT);
  }

  make(policy: Policy, options: BackendOptions) {
    return this.backend.reduceBodyAsync(this.call.before, policy, options, LENT).then(({ body }) => body);
  }

  locate(step: number) {
    return this.backend.locateLent(this.call.before, this.call.options, step);
  }
}

const LENT = { isLent: true, isWorthIt: true } as const;

/** A body into memory of the caller's. */
export class IntoCall extends BodyCall<IntoReduction | TooSmall> {
  readonly #out: Uint8Array;

  constructor(backend: Backend, body: Uint8Array, out: Uint8Array, policy: Policy, options: ReduceOptions) {
    super(backend, body, policy, options);
    this.#out = out;
  }

  run(policy: Policy, options: BackendOptions) {
    return this.backend.reduceBodyInto(this.before, this.#out, policy, this.withHead(options));
  }

  afterOf(result: IntoReduction | TooSmall) {
    return "changed" in result && result.changed ? firstBytes(this.#out, result.bytesWritten) : this.before;
  }
}

/** What would be changed in a body. */
export class PlanCall extends BodyCall<Plan> {
  override get isSent() {
    return false;
  }

  run(policy: Policy, options: BackendOptions) {
    return this.backend.planBody(this.before, policy, this.withHead(options));
  }

  afterOf() {
    return undefined;
  }
}

/** A request that is an object already. The backend reads its JSON, `json` if it was written; the edits are made on the object. */
export class ObjectCall<T extends object> implements Call<Reduction<T>> {
  asked?: BackendOptions;
  readonly keeps = keepsThinking;
  #json: RequestJson | undefined;

  constructor(
    private readonly backend: Backend,
    readonly before: T,
    readonly policy: Policy,
    readonly options: ReduceOptions,
    json?: RequestJson,
  ) {
    this.#json = json;
  }

  get isSent(): boolean {
    return isReduced(this.policy);
  }

  run(policy: Policy, options: BackendOptions) {
    return reduceObject(this.backend, { request: this.before, json: this.#written() }, policy, options);
  }

  locate(step: number) {
    return this.backend.locateSession(this.#written().bytes, this.options, step);
  }

  describe() {
    return this.backend.describe(this.#written().bytes, this.options);
  }

  findViolations() {
    return violationsIn(this.backend, this.#written(), wireOf(this.options));
  }

  afterOf({ body }: Reduction<T>) {
    return body;
  }

  make(policy: Policy, options: BackendOptions) {
    return this.run(policy, options).body;
  }

  #written(): RequestJson {
    this.#json ??= jsonOf(this.before);
    return this.#json;
  }
}

const isReduced = ({ settings }: Policy): boolean => settings.mode === "reduce";

const wireOf = ({ wire }: ReduceOptions) => (wire === undefined ? {} : { wire });
