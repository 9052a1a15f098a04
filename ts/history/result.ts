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
  /** It succeeded, but the history was still over its budget. */
  | "over_budget"
  /** The model gave no usable summary, so the extract was used. */
  | "model_failed";

/** The outcome of a stage that was not enough. */
export interface StageNote {
  /** The stage. */
  stage: ReductionStage;
  /** Why it was skipped or was not enough. */
  reason: HistoryStageReason;
  /** A few words for people. */
  detail?: string;
}

/** The result of a reduction, after seeds 000 and 001. */
export interface HistoryReductionResult {
  /** The input list itself if nothing changed. */
  messages: ChatMessage[];
  /** Whether anything changed. */
  reduced: boolean;
  /** Messages that were removed, including summarised ones. */
  droppedCount: number;
  /** `fallback` if messages had to be dropped. */
  invariantStatus: "ok" | "fallback";
  /** Results that the masking stage masked, even if a later stage dropped them. Present whenever `reduced`. */
  maskedCount?: number;
  /** Chars that masking removed. Present whenever `reduced`. */
  maskedChars?: number;
  /** The stage that was enough, or the last one. Absent if the history was within budget. */
  reductionStage?: ReductionStage;
  /** Whether `messages` are within the budget. Absent if no budget was checked. */
  fits?: boolean;
  /** The author of the summary. Present for the stage `summarization`. */
  summaryBy?: "model" | "extract";
  /** The model calls and their cost, including failed ones. Absent without a model. */
  modelUsage?: ModelUsage;
  /** Why earlier stages were not enough, in order. Present if a stage was tried. */
  notes?: StageNote[];
}
