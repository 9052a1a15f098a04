// `tamis/history`: chat messages kept within a budget, and each step of that by itself (seeds 000 and 001).
export { clipText } from "../text/clip-text.js";
export type { TokenEstimator } from "./budget.js";
export type { ChatMessage } from "./chat-message.js";
export { type MaskedText, maskDispatchObservation } from "./dispatch.js";
export { buildSummary } from "./extract.js";
export { HistoryReducer } from "./history-reducer.js";
export { type MaskedHistory, maskObservations } from "./mask.js";
export type { AsyncHistoryReducerOptions, ModelSummaryOptions } from "./model-summary.js";
export type { HistoryReducerOptions } from "./options.js";
export { collectPairGroups, hasPairInvariantViolation, includePairMates } from "./pairs.js";
export type { HistoryReductionResult, HistoryStageReason, ReductionStage, StageNote } from "./result.js";
export type { HistoryStages } from "./stages.js";
export { truncationFallback } from "./truncate.js";
