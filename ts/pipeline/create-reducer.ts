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
import type { Reduction } from "../contract/report.js";
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
import { maskFirst, OverGuess } from "./mask-first.js";
import type { Stage } from "./stage.js";
import { StageRun } from "./stage-run.js";
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
  guess: OverGuess;
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
  return { policy, contextTokens, writer: resolveWriter(options, policy), stages, guess: new OverGuess() };
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
  const { policy, isContextKnown } = resolveShares(original, settings.policy, options, contextTokens);
  const read = once(() => readAsIs(original, policy, options));
  const { stages, writer, guess } = settings;
  const asked = { original, policy, options, signal, writer };
  let run = stages[0] === maskStage ? await maskFirst(asked, () => read().report, guess) : undefined;
  if (run === undefined) {
    const { wire, skipped, fits } = read().report;
    if (wire === undefined || policy.settings.mode === "off") return read() as Reduction<T>;
    if (skipped !== undefined && skipped !== "server_side_editing") return read() as Reduction<T>;
    guess.learn(original, fits);
    run = new StageRun(original, () => read().report, new CallContext({ ...asked, wire, fits }));
  }
  if (!isContextKnown) run.context.note({ stage: "masking", reason: "context_unknown" });
  return runStages(stages, run);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The policy with its shares of a context limit resolved for the request's model. */
function resolveShares(original: Draft, policy: Policy, options: ReduceOptions, contextTokens: number | undefined) {
  if (!needsContext(policy)) return { policy, isContextKnown: true };
  const isKnown = contextTokens !== undefined || policy.settings.budget?.model !== undefined;
  const model = options.model ?? (isKnown ? undefined : loadBackend().backend.describe(original.json, options)?.model);
  const isContextKnown = contextTokensOf(policy, { contextTokens, model }) !== undefined;
  return { policy: resolveContext(policy, { contextTokens, model }), isContextKnown };
}

/** Reads the request with nothing masked. */
function readAsIs({ body, written }: Draft, policy: Policy, options: ReduceOptions): Reduction<Uint8Array | object> {
  // Only what is sent belongs to a session.
  const { session: _, tenant: __, now: ___, ...stateless } = options;
  const measuring = policy.settings.mode === "off" ? policy : measuringPolicy(policy);
  if (isUint8Array(body)) return reduceBody(body, measuring, stateless);
  return runCall(new ObjectCall(loadBackend().backend, body, measuring, stateless, written));
}

async function runStages<T>(stages: readonly Stage[], run: StageRun): Promise<Reduction<T>> {
  const { context } = run;
  try {
    if (context.limits.exist && run.cameWithin) return run.finish<T>(undefined, true);
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
      const accepted = run.takeFirst() ?? (await run.tryStage(stage));
      if (accepted !== undefined && context.limits.exist && run.fits(accepted)) return run.finish<T>(accepted, true);
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
