export type { ReduceOptions } from "./backend.js";
export { type Issue, TamisError, type TamisErrorCode } from "./errors.js";
export { LIMITS } from "./limits.js";
export {
  type MaskOptions,
  maskOldToolResults,
  type OpenAiMessage,
  type ToolCall,
  type ToolCallFunction,
} from "./mask-policy.js";
export { type MaskPolicy, type SnakeCaseMaskPolicy, toPolicy } from "./mask-policy-settings.js";
export {
  definePolicy,
  type Policy,
  type PolicyInput,
  type PolicySettings,
  policyJsonSchema,
  type ToolRuleSettings,
} from "./policy.js";
export { type PolicyFile, parsePolicyToml } from "./policy-toml.js";
export { type BackendInfo, backend, detectWire, planBody, reduceBody, reduceRequest } from "./reduce.js";
export type {
  Action,
  BeforeAfter,
  Decision,
  Edit,
  Plan,
  Reason,
  Reduction,
  Report,
  SkipReason,
  Span,
  Wire,
} from "./report.js";
