// What is said of the stages of a reduction; `createReducer` has several.

/** The stages of `createReducer`: mask, clip, summarise, truncate. */
export type PipelineStage = "masking" | "clipping" | "summarization" | "fallback";

/** The effect of one stage. */
export interface Phase {
  /** The stage. */
  name: PipelineStage;
  /** Tokens of the whole request, by `tokens.method`. */
  tokensBefore: number;
  /** Tokens of the request that the stage made, by the same method. */
  tokensAfter: number;
}

/**
 * Why a stage was skipped or was not enough: `disabled` by the policy; `nothing_to_do`; `not_shorter`; `invalid` (it
 * broke a rule of the wire that the input kept); `over_budget` (it succeeded, but that was not enough); `model_failed`
 * (the extract replaced the model's summary); `store_failed` (the summary store threw or hung);
 * `delta` (the list is the end of a conversation that the provider keeps); `bound` (the model checks thinking against
 * everything before it, so that no message may be dropped or replaced); `bound_loop` (such a model is in a loop of
 * calls: what waits is masked when the user speaks next); `unreadable` (repeated keys, or elements that are no objects); `server_side_editing`; `context_unknown` (a share of an unknown context limit);
 * `over_cap` (results went that would stay by their role, because there were too many of them; `reduceBody`, too);
 * `below_cache_minimum` (a result becomes smaller only behind as many tokens as the model's cache needs);
 * `internal_error`, a defect in Tamis.
 */
export type PipelineStageReason =
  | "disabled"
  | "nothing_to_do"
  | "not_shorter"
  | "invalid"
  | "over_budget"
  | "model_failed"
  | "store_failed"
  | "delta"
  | "bound"
  | "bound_loop"
  | "unreadable"
  | "server_side_editing"
  | "context_unknown"
  | "over_cap"
  | "below_cache_minimum"
  | "internal_error";

/** The outcome of a stage that was not enough. */
export interface PipelineNote {
  /** The stage. */
  stage: PipelineStage;
  /** Why it was skipped or was not enough. */
  reason: PipelineStageReason;
  /** A few words for people. */
  detail?: string;
}

/** How a summary was made. */
export interface SummaryReport {
  /** `mixed`: the model wrote some pieces, the others are extracts. */
  by: "model" | "extract" | "mixed";
  /** Number of consecutive pieces. A move adds one, so that earlier pieces keep their bytes. */
  pieces: number;
  /** Pieces that were found in the store. */
  reused: number;
  /** Requests sent to the model, including second attempts. */
  calls: number;
  /** Input tokens of all calls, as the provider reported them; absent where it did not. */
  inputTokens?: number;
  /** Output tokens of all calls, as the provider reported them; absent where it did not. */
  outputTokens?: number;
  /** US dollars by the price list; absent if the model or its tokens are unknown. */
  cost?: number;
}
