// The graduated pipeline: mask, then clip, then summarise, then truncate. The first stage that brings a request within its budget
// ends it.
//
//   request ─within budget─▶ as it is
//      └▶ mask ─▶ checks ─fits─▶ done
//           └▶ clip what the budget cannot hold ─▶ checks ─fits─▶ done
//           └▶ summarise ─▶ checks ─fits─▶ done
//           └▶ truncate ─▶ checks ─▶ done, or the smallest valid request with `fits: false`
import { isUint8Array } from "node:util/types";
import { TamisError } from "../base/errors.js";
import { check, checkKeys, isCount, isFunction } from "../base/option-check.js";
import type { ReduceAsyncOptions, ReduceOptions } from "../contract/backend.js";
import type { Reduction, Report } from "../contract/report.js";
import { throwIfAborted } from "../llm/abort.js";
import type { SummaryModel, SummaryPrompt } from "../llm/index.js";
import { toAsk } from "../llm/model.js";
import { resolveSummarizeOptions } from "../llm/summarize.js";
import { loadBackend } from "../load/backend.js";
import { inCamelCase } from "../policy/check.js";
import {
  type Policy,
  type PolicyInput,
  policyOf,
  resolvePolicy,
  type SettingsInput,
  withSettings,
} from "../policy/policy.js";
import type { PriceOverrides } from "../pricing/prices.js";
import { contextTokensOf, needsContext, resolveContext } from "../reduce/budget.js";
import { ObjectCall } from "../reduce/calls.js";
import { checkBody, checkOptions, checkRequest, checkSignal } from "../reduce/check-arguments.js";
import { reduceBody } from "../reduce/reduce.js";
import { runCall } from "../reduce/run-call.js";
import { CallContext, measuringPolicy } from "./context.js";
import { Draft } from "./draft.js";
import { type Accepted, finishReduction } from "./finish.js";
import type { Stage, StageOutcome } from "./stage.js";
import { clipStage } from "./stages/clip.js";
import { maskStage } from "./stages/mask.js";
import { summariseStage } from "./stages/summarise.js";
import { truncateStage } from "./stages/truncate.js";
import { MemorySummaryStore, type SummaryStore } from "./summary/store.js";
import { promptOf, SummaryWriter, type WriterSettings } from "./summary/writer.js";

/** Settings of a {@link Reducer}. Every key is optional. */
export interface ReducerOptions {
  /** Rules of the mask stage, and `summarize`, `truncate`, `pin`. @default the library's policy */
  policy?: PolicyInput | Policy;
  /**
   * How far to reduce, instead of the policy's `budget`. Without a budget the mask stage alone does its work. @default
   * the policy's `budget`
   */
  budget?: BudgetInput;
  /**
   * Writes summaries, and switches them on; with `policy.summarize.enabled` alone the deterministic extract does.
   * @default none
   */
  summarize?: SummaryModel;
  /** More about the calls of the model. @default `{}` */
  summary?: ReducerSummaryOptions;
  /** Keeps the model's summaries. @default in this process's memory, 1,000 at most */
  summaryStore?: SummaryStore;
  /** Own prices, for `summarize.maxCost` and `report.summary.cost`. @default the installed list */
  prices?: PriceOverrides;
  /** The model's context limit in tokens, for shares. @default the limit in the installed price list */
  contextTokens?: number;
  /** The stages in order. One alone runs alone. @default mask, clip, summarise, truncate */
  stages?: readonly Stage[];
}

/** Settings of summaries that a policy, which is plain data, cannot express. */
export interface ReducerSummaryOptions extends Partial<WriterSettings["call"]> {
  /**
   * Makes the prompt; instead of `policy.summarize.prompt`. @default `policy.summarize.prompt`, else the built-in
   * prompt
   */
  prompt?: SummaryPrompt | undefined;
}

/** Options of one call of a {@link Reducer}. An aborted `signal` rejects with `AbortError`, and nothing has changed. */
export type ReducerCall = ReduceAsyncOptions;

/** The graduated pipeline over every wire: mask, then summarise, then truncate. The first stage that fits ends it. */
export interface Reducer {
  /** Resolves for every body and request. An unreadable one passes through with `report.skipped`. */
  reduce<T extends Uint8Array | object>(bodyOrRequest: T, call?: ReducerCall): Promise<Reduction<T>>;
}

/**
 * Creates a {@link Reducer}. Checks policy and options once, here.
 *
 * @throws TamisError `POLICY_INVALID`, `OPTION_INVALID`.
 */
export function createReducer(options: ReducerOptions = {}): Reducer {
  const settings = resolveOptions(options);
  return {
    reduce: (bodyOrRequest, call = {}) => reduceOne(settings, bodyOrRequest, call),
  };
}

/** Checked options. */
interface ReducerSettings {
  policy: Policy;
  contextTokens: number | undefined;
  writer: SummaryWriter | undefined;
  stages: readonly Stage[];
}

const KEYS = ["policy", "budget", "summarize", "summary", "summaryStore", "prices", "contextTokens", "stages"];
const SUMMARY_KEYS = ["prompt", "stream", "retryDelayMs", "maxInputChars", "maxInputTokens", "estimateTokens"];
const ALL_STAGES: readonly Stage[] = [maskStage, clipStage, summariseStage, truncateStage];

function resolveOptions(options: ReducerOptions): ReducerSettings {
  if (typeof options !== "object" || options === null) {
    throw new TamisError("OPTION_INVALID", "options: expected an object, such as { budget: { tokens: 100000 } }");
  }
  checkKeys(options, KEYS);
  const { budget, contextTokens, stages = ALL_STAGES } = options;
  const base = resolvePolicy(options.policy);
  const policy = budget === undefined ? base : withBudget(base, budget);
  const isStages = (value: unknown) => Array.isArray(value) && value.every((stage) => isFunction(stage?.run));
  check("stages", stages, isStages, "a list of stages, such as [maskStage]");
  if (contextTokens !== undefined) check("contextTokens", contextTokens, isCount(1), "a whole number of tokens");
  return { policy, contextTokens, writer: resolveWriter(options, policy), stages };
}

type BudgetInput = NonNullable<SettingsInput["budget"]>;

/** Checks the budget like a policy's. */
function withBudget(policy: Policy, budget: BudgetInput): Policy {
  return withSettings(policy, { budget: policyOf({ budget: inCamelCase(budget) as BudgetInput }).settings.budget });
}

function resolveWriter(options: ReducerOptions, { settings }: Policy): SummaryWriter | undefined {
  const { summarize: model, summary = {}, summaryStore = new MemorySummaryStore(), prices = {} } = options;
  const { enabled, maxChars, maxCalls, maxCost, prompt, timeoutMs } = settings.summarize;
  checkKeys(summary, SUMMARY_KEYS);
  resolveSummarizeOptions(summary);
  const isStore = (value: unknown) => [Object(value).get, Object(value).put].every(isFunction);
  check("summaryStore", summaryStore, isStore, "an object with get and put");
  if (model !== undefined) toAsk(model);
  if (!enabled && model === undefined) return undefined;
  const { prompt: ownPrompt = prompt === undefined ? undefined : promptOf(prompt), ...call } = summary;
  return new SummaryWriter({
    ...{ model, store: summaryStore, maxChars, maxCalls, maxCost, timeoutMs, prompt: ownPrompt, prices, call },
  });
}

async function reduceOne<T extends Uint8Array | object>(
  settings: ReducerSettings,
  bodyOrRequest: T,
  call: ReducerCall,
): Promise<Reduction<T>> {
  if (isUint8Array(bodyOrRequest)) checkBody(bodyOrRequest);
  else checkRequest(bodyOrRequest);
  checkOptions(call, ["signal"]);
  const { signal, contextTokens = settings.contextTokens, tokens = false, ...others } = call;
  // The policy decides at the end how tokens are counted.
  const options: ReduceOptions = { ...others, tokens: tokens !== false };
  checkSignal(signal);
  throwIfAborted(signal);
  const original = new Draft(bodyOrRequest);
  const { policy, read, isContextKnown } = readRequest(original, settings.policy, options, contextTokens);
  if (read.report.wire === undefined || policy.settings.mode === "off") return read as Reduction<T>;
  if (read.report.skipped !== undefined && read.report.skipped !== "server_side_editing") return read as Reduction<T>;
  const { wire, fits } = read.report;
  const context = new CallContext({ wire, original, policy, options, signal, writer: settings.writer, fits });
  if (!isContextKnown) context.note({ stage: "masking", reason: "context_unknown" });
  return runStages(settings.stages, original, read.report, context);
}

/** Reads the request with nothing masked, and resolves the policy's shares for the request's model. */
function readRequest(original: Draft, policy: Policy, options: ReduceOptions, contextTokens: number | undefined) {
  // Only what is sent belongs to a session.
  const { session: _, tenant: __, now: ___, ...stateless } = options;
  const read = (asked: Policy) =>
    readAsIs(original, asked.settings.mode === "off" ? asked : measuringPolicy(asked), stateless);
  if (!needsContext(policy)) return { policy, read: read(policy), isContextKnown: true };
  const isKnown = contextTokens !== undefined || policy.settings.budget?.model !== undefined;
  const model = options.model ?? (isKnown ? undefined : loadBackend().backend.describe(original.json, options)?.model);
  const resolved = resolveContext(policy, { contextTokens, model });
  const isContextKnown = contextTokensOf(policy, { contextTokens, model }) !== undefined;
  return { policy: resolved, read: read(resolved), isContextKnown };
}

function readAsIs({ body, written }: Draft, policy: Policy, options: ReduceOptions): Reduction<Uint8Array | object> {
  if (isUint8Array(body)) return reduceBody(body, policy, options);
  return runCall(new ObjectCall(loadBackend().backend, body, policy, options, written));
}

async function runStages<T>(
  stages: readonly Stage[],
  original: Draft,
  read: Report,
  context: CallContext,
): Promise<Reduction<T>> {
  const run = new StageRun(original, read, context);
  try {
    if (context.limits.exist && run.fits(original, read)) return run.finish<T>(undefined, true);
    for (const stage of stages) {
      throwIfAborted(context.signal);
      if ((stage.name === "summarization" || stage.name === "fallback") && context.isBound) {
        context.note({
          stage: stage.name,
          reason: "bound",
          detail: "thinking is checked against all messages before it",
        });
        continue;
      }
      const accepted = await run.tryStage(stage);
      if (accepted !== undefined && context.limits.exist && run.fits(accepted.draft, accepted.masked?.report)) {
        return run.finish<T>(accepted, true);
      }
      if (accepted !== undefined && context.limits.exist) {
        const detail = stage.name === "fallback" ? context.obstacle() : undefined;
        context.note({ stage: stage.name, reason: "over_budget", ...(detail === undefined ? {} : { detail }) });
      }
      if (!context.limits.exist) return run.finish<T>(accepted, true);
    }
    if (context.isInBoundLoop) {
      const detail = "what is in front of checked thinking is edited when the user speaks next";
      context.note({ stage: "masking", reason: "bound_loop", detail });
    }
    return run.finish<T>(run.smallest(), false);
  } catch (error) {
    throwIfAborted(context.signal);
    // A defect of the library must never cost the caller a request.
    context.note({ stage: "masking", reason: "internal_error", detail: String(error).slice(0, 200) });
    return run.finish<T>(undefined, false);
  }
}

/** The stages of one call and their results so far. */
class StageRun {
  readonly #made: { stage: Stage["name"]; before: Draft; after: Draft }[] = [];
  readonly #accepted: Accepted[] = [];
  #masked: Accepted | undefined;

  constructor(
    private readonly original: Draft,
    private readonly read: Report,
    private readonly context: CallContext,
  ) {}

  /**
   * Whether a request is within its limits. A report that says no is believed; one that says yes has added up savings that
   * were rounded one by one, and may be wrong by a token.
   */
  fits(draft: Draft, report: Report | undefined): boolean {
    const { context } = this;
    const isCounted = report !== undefined && report.skipped === undefined && context.countsAsPlans;
    if (!isCounted) return context.fits(draft);
    return report.fits && (draft === this.original || context.fitsByPlan(draft));
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
    const broken = context.newViolation(outcome.draft);
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
