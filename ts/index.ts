export type { AdapterOptions } from "./adapters/engine.js";
export { type TamisFetchOptions, tamisFetch } from "./adapters/fetch.js";
export type { PassReason } from "./adapters/headers.js";
export { type Issue, TamisError, type TamisErrorCode, type TamisErrorDetails } from "./base/errors.js";
export { LIMITS } from "./base/limits.js";
export type { ReduceAsyncOptions, ReduceOptions } from "./contract/backend.js";
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
} from "./contract/report.js";
export { RULES as VALIDATION_RULES, type RuleId } from "./contract/rule-texts.js";
export {
  createSessionState,
  type SessionReport,
  type SessionState,
  type SessionUsage,
} from "./contract/session-state.js";
export type { Encoding, TokenText } from "./contract/token-backend.js";
export { MAX_VIOLATIONS, type ValidateOptions, type Violation } from "./contract/violations.js";
export type { TokenEstimator } from "./history/budget.js";
export type { ChatMessage } from "./history/chat-message.js";
export { type MaskedText, maskDispatchObservation } from "./history/dispatch.js";
export { buildSummary } from "./history/extract.js";
export { HistoryReducer } from "./history/history-reducer.js";
export { type MaskedHistory, maskObservations } from "./history/mask.js";
export {
  type MaskOptions,
  maskOldToolResults,
  type OpenAiMessage,
  type ToolCall,
  type ToolCallFunction,
} from "./history/mask-policy.js";
export type { AsyncHistoryReducerOptions, ModelSummaryOptions } from "./history/model-summary.js";
export type { HistoryReducerOptions } from "./history/options.js";
export { collectPairGroups, hasPairInvariantViolation, includePairMates } from "./history/pairs.js";
export type { HistoryReductionResult, ReductionStage, StageNote, StageReason } from "./history/result.js";
export type { HistoryStages } from "./history/stages.js";
export { truncationFallback } from "./history/truncate.js";
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
} from "./llm/index.js";
export type { AtomicUnit } from "./pipeline/atomic-units.js";
export {
  createReducer,
  type Reducer,
  type ReducerCall,
  type ReducerOptions,
  type ReducerSummaryOptions,
} from "./pipeline/create-reducer.js";
export { Draft } from "./pipeline/draft.js";
export type { ConversationView, Stage, StageContext, StageOutcome } from "./pipeline/stage.js";
export { maskStage } from "./pipeline/stages/mask.js";
export { summariseStage } from "./pipeline/stages/summarise.js";
export { truncateStage } from "./pipeline/stages/truncate.js";
export { MemorySummaryStore, type SummaryStore } from "./pipeline/summary/store.js";
export {
  createTelemetry,
  type FailureEvent,
  type ReductionEvent,
  type Telemetry,
  type TelemetryEvents,
  type Timing,
} from "./pipeline/telemetry.js";
export {
  definePolicy,
  type Policy,
  type PolicyInput,
  type PolicySettings,
  policyJsonSchema,
  type ToolRuleSettings,
} from "./policy/policy.js";
export { type MaskPolicy, type SnakeCaseMaskPolicy, toPolicy } from "./policy/seed-policy.js";
export { type PolicyFile, parsePolicyToml } from "./policy/toml.js";
export {
  type NoPriceReason,
  type PriceRequestOptions,
  priceRequest,
  type RequestPrice,
} from "./pricing/price-request.js";
export {
  type BilledTokens,
  type ModelPrices,
  type Price,
  type PriceOverrides,
  type PriceRequest,
  priceTokens,
  readPriceFile,
} from "./pricing/prices.js";
export { type RecordedUsage, recordUsage } from "./reduce/record-usage.js";
export {
  type BackendInfo,
  backend,
  detectWire,
  planBody,
  reduceBody,
  reduceBodyAsync,
  reduceBodyInto,
  reduceRequest,
} from "./reduce/reduce.js";
export type { Billed } from "./simulate/cache.js";
export { type CacheFinding, type CacheRule, cacheRule, cacheRuleFor, parseCacheRule } from "./simulate/cache-rule.js";
export { type LoggedSession, readSessionLog } from "./simulate/logs/read-log.js";
export {
  type BoundarySettings,
  clearPolicy,
  maskingPolicy,
  optimumPolicy,
  type SimulatedPolicy,
  type TransformStep,
} from "./simulate/policies.js";
export type { SessionBill } from "./simulate/replay.js";
export {
  type PriceResult,
  type SimulatedPrices,
  type SimulateOptions,
  type SimulationResult,
  simulate,
  type TraceSource,
  type UnreadableTrace,
} from "./simulate/simulate.js";
export { LARGE_TOKENS, type PolicySummary, type SessionRow } from "./simulate/summary.js";
export { INFERRED_PREFIX_TOKENS, type Trace } from "./simulate/trace.js";
export { clipText } from "./text/clip-text.js";
export {
  type CalibratedModel,
  type Calibration,
  type CalibrationState,
  createCalibration,
  type Observation,
} from "./tokens/calibration.js";
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
} from "./tokens/index.js";
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
export { type Repair, type Repaired, type RepairOptions, repairRequest } from "./validate/repair/index.js";
export { validateRequest } from "./validate/validate.js";
