import type { ChatMessage } from "./chat-message.js";
import { buildSummary } from "./extract.js";
import { type MaskedHistory, maskObservations } from "./mask.js";
import type { HistoryReductionResult } from "./result.js";
import { truncationFallback } from "./truncate.js";

/** The three stages of the pipeline. Each can be replaced. A stage's result is checked before it is used. */
export interface HistoryStages {
  /**
   * Masks old tool results outside `keepIndices`; with `maxObservationChars` chars of each to show. @default
   * maskObservations
   */
  mask(
    messages: ChatMessage[],
    keepIndices: ReadonlySet<number>,
    options: { maxObservationChars: number },
  ): MaskedHistory;
  /** The text of a summary of old messages, of at most `maxChars` chars. @default buildSummary */
  summarize(messages: ChatMessage[], maxChars: number): string;
  /** Drops the oldest messages, down to the newest `preserveRecentRawTurns` raw turns. @default truncationFallback */
  truncate(messages: ChatMessage[], preserveRecentRawTurns: number): Pick<HistoryReductionResult, "messages">;
}

export const DEFAULT_STAGES: HistoryStages = {
  mask: maskObservations,
  summarize: buildSummary,
  truncate: truncationFallback,
};
