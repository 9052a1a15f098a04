import type { ModelUsage } from "../llm/usage.js";
import type { ChatMessage } from "./chat-message.js";

/** The stage that a result comes from. */
export type ReductionStage = "masking" | "summarization" | "fallback";

/** Why a stage was not enough. */
export type HistoryStageReason =
  /** It is switched off. */
  | "disabled"
  /** There was nothing for it to do. */
  | "nothing_to_do"
  /** It would not have made the history shorter. */
  | "not_shorter"
  /** It left a call without its result, or a result without its call. */
  | "pair_violation"
  /** It did its work, and the history was still over its budget. */
  | "over_budget"
  /** The model gave no usable summary; the extract took its place. */
  | "model_failed";

/** What became of a stage that was not enough. */
export interface StageNote {
  stage: ReductionStage;
  reason: HistoryStageReason;
  /** A few words for people. */
  detail?: string;
}

/** What a reduction gives, after seeds 000 and 001. */
export interface HistoryReductionResult {
  /** The very list that came in where nothing changed. */
  messages: ChatMessage[];
  reduced: boolean;
  /** Messages that are no longer there, summarised ones included. */
  droppedCount: number;
  /** `fallback` where the truncation had to do it. */
  invariantStatus: "ok" | "fallback";
  /** Results that the masking stage masked, even where a later stage dropped them; present whenever `reduced`. */
  maskedCount?: number;
  /** Chars that masking took off; present whenever `reduced`. */
  maskedChars?: number;
  /** The stage that was enough, or the last one; absent where the history was within budget. */
  reductionStage?: ReductionStage;
  /** Whether `messages` are within the budget; absent where no budget was looked at. */
  fits?: boolean;
  /** Who wrote the summary; present for the stage `summarization`. */
  summaryBy?: "model" | "extract";
  /** What the model was asked and what that took, also where it failed; absent without a model. */
  modelUsage?: ModelUsage;
  /** Why earlier stages were not enough, in order; present where a stage was tried. */
  notes?: StageNote[];
}
