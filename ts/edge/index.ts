// `tamis/edge`: the core as WebAssembly, for runtimes that are not Node: browsers, Cloudflare Workers, edge functions.
// The build replaces what only Node has (ts/edge/build.mjs); nothing is loaded later, from a file or from the network.
export { type Issue, TamisError, type TamisErrorCode, type TamisErrorDetails } from "../base/errors.js";
export { LIMITS } from "../base/limits.js";
export type { ReduceAsyncOptions, ReduceOptions } from "../contract/backend.js";
export type { Decision, Edit, IntoReduction, Plan, Reason, Reduction, Report, Wire } from "../contract/report.js";
export { createSessionState, type SessionReport, type SessionState } from "../contract/session-state.js";
export {
  definePolicy,
  type Policy,
  type PolicyInput,
  type PolicySettings,
  policyJsonSchema,
} from "../policy/policy.js";
export {
  type BackendInfo,
  backend,
  detectWire,
  planBody,
  reduceBody,
  reduceBodyAsync,
  reduceBodyInto,
  reduceRequest,
} from "../reduce/reduce.js";
export { type RecordedUsage, recordUsage } from "../reduce/session/record-usage.js";
export { reduceToolOutput, type ToolOutput, type ToolOutputOptions } from "../reduce/tool-output.js";
export {
  countTokens,
  estimateRequest,
  estimateTokens,
  type RequestTokenOptions,
  type RequestTokens,
  type TokenOptions,
  useVocabulary,
} from "../tokens/index.js";
export {
  type Repair,
  type Repaired,
  type RepairOptions,
  repairRequest,
  type ValidateOptions,
  type Violation,
  validateRequest,
} from "../validate/index.js";
