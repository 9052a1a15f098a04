import { throwIfAborted } from "../llm/abort.js";
import type { SummaryModel } from "../llm/model-types.js";
import { fitsBudget } from "./budget.js";
import { type ChatMessage, checkMessages } from "./chat-message.js";
import { type AsyncHistoryReducerOptions, askForSummary, splitAsyncOptions } from "./model-summary.js";
import { type HistoryReducerOptions, type HistorySettings, resolveHistoryOptions } from "./options.js";
import { messagesToSummarize, type Reduction, startReduction, truncate, tryMasking, trySummary } from "./reduction.js";
import type { HistoryReductionResult } from "./result.js";
import { DEFAULT_STAGES, type HistoryStages } from "./stages.js";

/** A history of up to this many messages is never reduced. */
const NEVER_REDUCED_UP_TO = 2;

/**
 * Runs the graduated pipeline of seeds 000 and 001 over chat messages: mask old tool results, then summarise old
 * messages, then drop them. The first stage that brings the history within its budget ends the run. It keeps no state.
 *
 * Based on "The Complexity Trap" (JetBrains Research, NeurIPS 2025 DL4Code workshop): masking alone halves the cost of
 * an agent's context and solves as many tasks as a model's summaries.
 */
export class HistoryReducer {
  readonly #stages: HistoryStages;

  /** @param stages Stages that replace the default ones. */
  constructor(stages: Partial<HistoryStages> = {}) {
    this.#stages = { ...DEFAULT_STAGES, ...stages };
  }

  /**
   * Reduces a history that is over its budget, without a model. Linear in the chars of all contents.
   *
   * @param messages Never changed. They are returned as they are if there is nothing to do.
   * @returns Never throws for a history that cannot be brought within its budget: see `fits`.
   * @throws TamisError `OPTION_INVALID`.
   */
  reduce(messages: ChatMessage[], options: HistoryReducerOptions): HistoryReductionResult {
    const settings = resolveHistoryOptions(options);
    const job = this.#start(messages, settings);
    if ("reduced" in job) return job;
    return tryMasking(job) ?? this.#tryExtract(job, messagesToSummarize(job)) ?? truncate(job);
  }

  /**
   * Works like {@link reduce}, with a model for the summary. The model is called only if masking is not enough. If it
   * fails, is too slow, or its summary does not help, the extract replaces it, and `notes` gives the reason.
   *
   * @param summarize A function, an AI SDK language model, or a client with the name of a model.
   * @throws TamisError `OPTION_INVALID`; `AbortError` once `options.signal` is aborted.
   */
  async reduceAsync(
    messages: ChatMessage[],
    options: AsyncHistoryReducerOptions,
    summarize: SummaryModel,
  ): Promise<HistoryReductionResult> {
    const { reducer, signal, summary } = splitAsyncOptions(options, summarize);
    throwIfAborted(signal);
    const settings = resolveHistoryOptions(reducer);
    const job = this.#start(messages, settings);
    if ("reduced" in job) return job;
    const masked = tryMasking(job);
    if (masked !== undefined) return masked;
    const old = messagesToSummarize(job);
    const { text, usage } = await askForSummary(job, old, summarize, { ...summary, signal });
    const byModel = text === undefined ? undefined : trySummary(job, old, text, "model");
    const result = byModel ?? this.#tryExtract(job, old) ?? truncate(job);
    return { ...result, modelUsage: usage };
  }

  /** Returns the reduction to carry out, or the result if there is nothing to do. */
  #start(messages: ChatMessage[], settings: HistorySettings): Reduction | HistoryReductionResult {
    const untouched: HistoryReductionResult = { messages, reduced: false, droppedCount: 0, invariantStatus: "ok" };
    if (!settings.enabled) return untouched;
    const chars = checkMessages(messages);
    const fits = fitsBudget(messages, settings, chars);
    if (fits || messages.length <= NEVER_REDUCED_UP_TO) return { ...untouched, fits };
    return startReduction(messages, chars, settings, this.#stages);
  }

  #tryExtract(job: Reduction, old: ChatMessage[]): HistoryReductionResult | undefined {
    const text = this.#stages.summarize(old, job.settings.summaryMaxChars);
    return trySummary(job, old, text, "extract");
  }
}
