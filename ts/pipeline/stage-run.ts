import { marginsOf } from "../contract/budget-margins.js";
import type { Reduction, Report } from "../contract/report.js";
import { throwIfAborted } from "../llm/abort.js";
import { swapsTexts } from "../reduce/object-reduction.js";
import type { CallContext } from "./context.js";
import type { Draft } from "./draft.js";
import { type Accepted, finishReduction } from "./finish.js";
import type { Stage, StageOutcome } from "./stage.js";

/** The stages of one call and their results so far. */
export class StageRun {
  readonly #made: { stage: Stage["name"]; before: Draft; after: Draft }[] = [];
  readonly #accepted: Accepted[] = [];
  #masked: Accepted | undefined;
  #first: Accepted | undefined;

  constructor(
    private readonly original: Draft,
    private readonly read: () => Report,
    readonly context: CallContext,
  ) {}

  /** Whether the request as it came is within its limits. */
  get cameWithin(): boolean {
    if (this.#first !== undefined) return false;
    const { context, original } = this;
    const read = this.read();
    return read.skipped === undefined && context.countsAsPlans ? read.fits : context.fits(original);
  }

  /**
   * Whether a stage's request is within its limits. A report that says no is believed; one that says yes has added up savings
   * that were rounded one by one, and may be wrong by a token where it has no room.
   */
  fits({ draft, masked }: Accepted): boolean {
    const { context } = this;
    const report = masked?.report;
    const isCounted = report !== undefined && report.skipped === undefined && context.countsAsPlans;
    if (!isCounted) return context.fits(draft);
    return report.fits && (marginsOf(report).hasRoom || context.fitsByPlan(draft));
  }

  /** Runs the mask stage before anything is known of the request; false if it may have come within its limits. */
  async startsWith(stage: Stage): Promise<boolean> {
    const accepted = await this.tryStage(stage);
    const report = accepted?.masked?.report;
    const isKnown = report?.wire === this.context.wire && marginsOf(report).cameOver;
    if (isKnown) this.#first = accepted;
    return isKnown;
  }

  /** The result of {@link startsWith}, once. */
  takeFirst(): Accepted | undefined {
    const first = this.#first;
    this.#first = undefined;
    return first;
  }

  /** Runs a stage. Returns its request if that is smaller and as valid, else adds a note with the reason. */
  async tryStage(stage: Stage): Promise<Accepted | undefined> {
    const { context } = this;
    const before = this.#masked?.draft ?? this.original;
    const outcome = await this.#guarded(stage, before);
    // After an abort the result is no longer wanted, whatever it is.
    throwIfAborted(context.signal);
    if ("reason" in outcome) {
      const { reason, detail } = outcome;
      // Most requests have no result that is too large, and no report is the better for it.
      if (stage.name === "clipping" && reason !== "internal_error") return undefined;
      context.note({ stage: stage.name, reason, ...(detail === undefined ? {} : { detail }) });
      return undefined;
    }
    // The mask stage has checked each of its edits already.
    if (outcome.masked === undefined && !context.isSmaller(outcome.draft, before)) {
      context.note({ stage: stage.name, reason: "not_shorter" });
      return undefined;
    }
    const isSafe = outcome.masked !== undefined && swapsTexts(outcome.masked);
    const broken = isSafe ? undefined : context.newViolation(outcome.draft);
    if (broken !== undefined) {
      context.note({ stage: stage.name, reason: "invalid", detail: broken });
      return undefined;
    }
    const accepted = { ...outcome, stage: stage.name };
    this.#made.push({ stage: stage.name, before, after: outcome.draft });
    this.#accepted.push(accepted);
    if (outcome.masked !== undefined) this.#masked = accepted;
    return accepted;
  }

  async #guarded(stage: Stage, before: Draft): Promise<StageOutcome> {
    try {
      return await stage.run(before, this.context);
    } catch (error) {
      throwIfAborted(this.context.signal);
      return { reason: "internal_error", detail: String(error).slice(0, 200) };
    }
  }

  smallest(): Accepted | undefined {
    return this.#accepted.reduce<Accepted | undefined>(
      (best, one) => (best === undefined || this.context.isSmaller(one.draft, best.draft) ? one : best),
      undefined,
    );
  }

  finish<T>(chosen: Accepted | undefined, fits: boolean): Reduction<T> {
    const { original, context } = this;
    const masked = this.#masked;
    return finishReduction<T>({ original, read: this.read, chosen, masked, fits, made: this.#made }, context);
  }
}
