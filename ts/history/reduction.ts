// One run of the graduated pipeline: its state, and the checks after each stage. The order of the stages (mask →
// summarise → truncate) is in history-reducer.ts.
import { fitsBudget, historyChars } from "./budget.js";
import type { ChatMessage } from "./chat-message.js";
import { indicesToKeep } from "./keep.js";
import { maskObservations } from "./mask.js";
import type { HistorySettings } from "./options.js";
import { hasPairInvariantViolation } from "./pairs.js";
import type { HistoryReductionResult, StageNote } from "./result.js";
import type { HistoryStages } from "./stages.js";
import { countSummarized, placeSummary, renderSummaryMessage } from "./summary-message.js";

/** The state of a reduction between the stages. */
export interface Reduction {
  readonly input: ChatMessage[];
  /** The input, or the masked history. */
  messages: ChatMessage[];
  /** Chars of the contents of `messages`. */
  chars: number;
  readonly keepIndices: ReadonlySet<number>;
  readonly settings: HistorySettings;
  readonly stages: HistoryStages;
  readonly notes: StageNote[];
  maskedCount: number;
  maskedChars: number;
}

/** @param chars Chars of the contents of `input`. */
export function startReduction(
  input: ChatMessage[],
  chars: number,
  settings: HistorySettings,
  stages: HistoryStages,
): Reduction {
  const keepIndices = indicesToKeep(input, settings.preserveRecentRawTurns);
  return { input, messages: input, chars, keepIndices, settings, stages, notes: [], maskedCount: 0, maskedChars: 0 };
}

/** Masks old results. Returns the result if that is enough; else the next stage works on the masked history. */
export function tryMasking(job: Reduction): HistoryReductionResult | undefined {
  const { settings, input, notes } = job;
  if (!settings.observationMasking) return note(notes, "masking", "disabled");
  const masked = job.stages.mask(input, job.keepIndices, { maxObservationChars: settings.maxObservationChars });
  if (masked.maskedCount === 0) return note(notes, "masking", "nothing_to_do");
  if (masked.maskedChars < 0) return note(notes, "masking", "not_shorter");
  if (hasPairInvariantViolation(masked.messages, input)) return note(notes, "masking", "pair_violation");
  // Tamis's own stage reports correct numbers, and reading all messages once more takes as long as masking them.
  const isOwn = job.stages.mask === maskObservations;
  job.chars = isOwn ? job.chars - masked.maskedChars : historyChars(masked.messages);
  job.messages = masked.messages;
  job.maskedCount = masked.maskedCount;
  job.maskedChars = masked.maskedChars;
  if (!fitsBudget(masked.messages, settings, job.chars)) return note(notes, "masking", "over_budget");
  return finish(job, { messages: masked.messages, fits: true, reductionStage: "masking", invariantStatus: "ok" });
}

/** The messages that a summary will replace: old ones, after masking. */
export function messagesToSummarize({ messages, keepIndices }: Reduction): ChatMessage[] {
  return messages.filter((_, index) => !keepIndices.has(index));
}

/**
 * Replaces the old messages by a summary. Returns the result if that is enough, else undefined, and adds a note.
 *
 * @param old The result of {@link messagesToSummarize}.
 */
export function trySummary(
  job: Reduction,
  old: readonly ChatMessage[],
  text: string,
  summaryBy: "model" | "extract",
): HistoryReductionResult | undefined {
  const { settings, input, notes } = job;
  if (old.length === 0) return note(notes, "summarization", "nothing_to_do");
  const summary = renderSummaryMessage(text, countSummarized(old), settings.summaryRole);
  const messages = placeSummary(job.messages, job.keepIndices, summary);
  const by = summaryBy === "model" ? "the model's summary" : "the extract";
  const chars = historyChars(messages);
  if (chars >= job.chars) return note(notes, "summarization", "not_shorter", by);
  if (hasPairInvariantViolation(messages, input)) return note(notes, "summarization", "pair_violation", by);
  if (!fitsBudget(messages, settings, chars)) return note(notes, "summarization", "over_budget", by);
  return finish(job, { messages, fits: true, reductionStage: "summarization", invariantStatus: "ok", summaryBy });
}

/** Drops the old messages. This is the last stage: its result is final whether it fits or not. */
export function truncate(job: Reduction): HistoryReductionResult {
  const { input, settings, notes } = job;
  const { messages } = job.stages.truncate(job.messages, settings.preserveRecentRawTurns);
  const broken = hasPairInvariantViolation(messages, input);
  if (broken) note(notes, "fallback", "pair_violation");
  const left = broken ? input : messages;
  const fits = fitsBudget(left, settings, historyChars(left));
  if (!fits) note(notes, "fallback", "over_budget");
  return finish(job, { messages: left, fits, reductionStage: "fallback", invariantStatus: "fallback" });
}

function finish(
  { input, notes, maskedCount, maskedChars }: Reduction,
  outcome: Pick<HistoryReductionResult, "messages" | "fits" | "reductionStage" | "invariantStatus" | "summaryBy">,
): HistoryReductionResult {
  const { messages } = outcome;
  const isSummary = outcome.reductionStage === "summarization";
  return {
    reduced: messages !== input,
    droppedCount: input.length - messages.length + (isSummary ? 1 : 0),
    maskedCount,
    maskedChars,
    notes,
    ...outcome,
  };
}

function note(notes: StageNote[], stage: StageNote["stage"], reason: StageNote["reason"], detail?: string): undefined {
  notes.push(detail === undefined ? { stage, reason } : { stage, reason, detail });
}
