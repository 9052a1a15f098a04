export type { AdapterOptions } from "./adapters/engine.js";
export { type TamisFetchOptions, tamisFetch } from "./adapters/fetch.js";
export type { PassReason } from "./adapters/headers.js";
export type { ReduceAsyncOptions, ReduceOptions } from "./backend.js";
export { clipText } from "./clip-text.js";
export type { Billed } from "./economics/cache.js";
export { type CacheFinding, type CacheRule, cacheRule, cacheRuleFor, parseCacheRule } from "./economics/cache-rule.js";
export {
  type BoundarySettings,
  clearPolicy,
  maskingPolicy,
  optimumPolicy,
  type SimulatedPolicy,
  type TransformStep,
} from "./economics/policies.js";
export type { SessionBill } from "./economics/replay.js";
export { INFERRED_PREFIX_TOKENS, type Trace } from "./economics/session.js";
export { type LoggedSession, readSessionLog } from "./economics/session-log.js";
export {
  type PriceResult,
  type SimulatedPrices,
  type SimulateOptions,
  type SimulationResult,
  simulate,
  type TraceSource,
  type UnreadableTrace,
} from "./economics/simulate.js";
export { LARGE_TOKENS, type PolicySummary, type SessionRow } from "./economics/summary.js";
export { type Issue, TamisError, type TamisErrorCode, type TamisErrorDetails } from "./errors.js";
export type { TokenEstimator } from "./history/budget.js";
export type { ChatMessage } from "./history/chat-message.js";
export { type MaskedText, maskDispatchObservation } from "./history/dispatch.js";
export { buildSummary } from "./history/extract.js";
export { type MaskedHistory, maskObservations } from "./history/mask.js";
export type { AsyncHistoryReducerOptions, ModelSummaryOptions } from "./history/model-summary.js";
export type { HistoryReducerOptions } from "./history/options.js";
export { collectPairGroups, hasPairInvariantViolation, includePairMates } from "./history/pairs.js";
export type { HistoryReductionResult, ReductionStage, StageNote, StageReason } from "./history/result.js";
export type { HistoryStages } from "./history/stages.js";
export { truncationFallback } from "./history/truncate.js";
export { HistoryReducer } from "./history-reducer.js";
export { LIMITS } from "./limits.js";
export {
  type AiSdkModel,
  type AnthropicStyleClient,
  type CallOptions,
  type ClientModel,
  callModel,
  defaultSummaryPrompt,
  type ModelFailure,
  type ModelFailureReason,
  type ModelResult,
  type ModelUsage,
  type OpenAiStyleClient,
  SUMMARY_SECTIONS,
  type SummarizeOptions,
  type SummaryFunction,
  type SummaryModel,
  type SummaryPrompt,
  type SummaryPromptInput,
  type SummarySection,
  type SummarySource,
  summarizeSource,
  type TokenUsage as ModelTokenUsage,
} from "./llm.js";
export {
  type MaskOptions,
  maskOldToolResults,
  type OpenAiMessage,
  type ToolCall,
  type ToolCallFunction,
} from "./mask-policy.js";
export { type MaskPolicy, type SnakeCaseMaskPolicy, toPolicy } from "./mask-policy-settings.js";
export {
  createReducer,
  type Reducer,
  type ReducerCall,
  type ReducerOptions,
  type ReducerSummaryOptions,
} from "./pipeline.js";
export {
  definePolicy,
  type Policy,
  type PolicyInput,
  type PolicySettings,
  policyJsonSchema,
  type ToolRuleSettings,
} from "./policy.js";
export { type PolicyFile, parsePolicyToml } from "./policy-toml.js";
export { type NoPriceReason, type PriceRequestOptions, priceRequest, type RequestPrice } from "./price-request.js";
export {
  type BilledTokens,
  type ModelPrices,
  type Price,
  type PriceOverrides,
  type PriceRequest,
  priceTokens,
  readPriceFile,
} from "./pricing.js";
export {
  type BackendInfo,
  backend,
  detectWire,
  planBody,
  reduceBody,
  reduceBodyAsync,
  reduceBodyInto,
  reduceRequest,
} from "./reduce.js";
export { type Repair, type Repaired, type RepairOptions, repairRequest } from "./repair/index.js";
export type {
  Action,
  AnchoredBlock,
  BeforeAfter,
  Decision,
  Edit,
  IntoReduction,
  Original,
  Phase,
  PipelineNote,
  PipelineStage,
  Plan,
  Reason,
  Reduction,
  Report,
  ReportCost,
  SkipReason,
  Span,
  StageReason as PipelineStageReason,
  SummaryReport,
  Wire,
} from "./report.js";
export { createSessionState, type SessionReport, type SessionState, type SessionUsage } from "./session-state.js";
export { type RecordedUsage, recordUsage } from "./session-usage.js";
export type { AtomicUnit } from "./stages/atomic-units.js";
export { Draft } from "./stages/draft.js";
export { maskStage } from "./stages/mask.js";
export type { ConversationView, Stage, StageContext, StageOutcome } from "./stages/stage.js";
export { summariseStage } from "./stages/summarise.js";
export { MemorySummaryStore, type SummaryStore } from "./stages/summary-store.js";
export { truncateStage } from "./stages/truncate.js";
export {
  createTelemetry,
  type FailureEvent,
  type ReductionEvent,
  type Telemetry,
  type TelemetryEvents,
  type Timing,
} from "./telemetry.js";
export type { Encoding, TokenText } from "./token-backend.js";
export {
  type CalibratedModel,
  type Calibration,
  type CalibrationState,
  createCalibration,
  type Observation,
} from "./tokens/calibration.js";
export { encodingForModel, type ModelEncoding } from "./tokens/models.js";
export type { TokenOptions } from "./tokens/options.js";
export type { RecentLedgerStats as LedgerStats } from "./tokens/recent-texts.js";
export type { RequestTokenOptions } from "./tokens/request/index.js";
export type {
  Approximation,
  BlockKind,
  BlockTokens,
  MessageTokens,
  RequestTokens,
  ToolDefinitionTokens,
} from "./tokens/request/types.js";
export { parseUsage, type TokenUsage } from "./tokens/usage.js";
export {
  chars4,
  countRequest,
  countTokens,
  countTokensBatch,
  createTokenLedger,
  estimateRequest,
  estimateTokens,
  estimateTokensBatch,
  type TokenLedger,
  type TokenLedgerOptions,
} from "./tokens.js";
export { validateRequest } from "./validate.js";
export { MAX_VIOLATIONS, type ValidateOptions, type Violation } from "./validation.js";
export { RULES as VALIDATION_RULES, type RuleId } from "./validation-rules.js";
