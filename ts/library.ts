// What `import "tamis"` loads at the first call: reducing a request, and what every reduction needs. All other names belong to the
// room that makes them, each an entry of its own: tamis/tokens, /pricing, /simulate, /history, /validate, /pipeline, /llm,
// /session, /gateway and /adapters/*.
export type { AdapterOptions } from "./adapters/engine.js";
export type { PassReason } from "./adapters/headers.js";
export { type Issue, TamisError, type TamisErrorCode, type TamisErrorDetails } from "./base/errors.js";
export { LIMITS } from "./base/limits.js";
export type { ReduceAsyncOptions, ReduceOptions } from "./contract/backend.js";
export type { AnchoredBlock } from "./contract/cache-report.js";
export type {
  Phase,
  PipelineNote,
  PipelineStage,
  PipelineStageReason,
  SummaryReport,
} from "./contract/pipeline-report.js";
export type {
  Action,
  BeforeAfter,
  Decision,
  Edit,
  IntoReduction,
  Original,
  Plan,
  Reason,
  Reduction,
  Report,
  ReportCost,
  SkipReason,
  Span,
  Wire,
} from "./contract/report.js";
export {
  createSessionState,
  type SessionReport,
  type SessionState,
  type SessionUsage,
} from "./contract/session-state.js";
export {
  type MaskOptions,
  maskOldToolResults,
  type OpenAiMessage,
  type ToolCall,
  type ToolCallFunction,
} from "./history/mask-policy.js";
export {
  createReducer,
  type Reducer,
  type ReducerCall,
  type ReducerOptions,
  type ReducerSummaryOptions,
} from "./pipeline/create-reducer.js";
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
  type BatchOptions,
  type BatchReduction,
  type BatchReport,
  type BatchRequest,
  reduceBatch,
} from "./reduce/batch/reduce-batch.js";
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
export { type RecordedUsage, recordUsage } from "./reduce/session/record-usage.js";
export { reduceToolOutput, type ToolOutput, type ToolOutputOptions } from "./reduce/tool-output.js";
