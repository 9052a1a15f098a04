// `tamis/simulate`: recorded conversations replayed under several policies, billed by models of the providers' caches.
export type { Billed } from "./cache.js";
export { type CacheFinding, type CacheRule, cacheRule, cacheRuleFor, parseCacheRule } from "./cache-rule.js";
export type { ClearSettings } from "./clearing.js";
export type { Grounding } from "./grounding.js";
export { type LoggedSession, type ReadLogOptions, readSessionLog } from "./logs/read-log.js";
export {
  type BoundarySettings,
  clearPolicy,
  maskingPolicy,
  optimumPolicy,
  type SimulatedPolicy,
  type TransformStep,
} from "./policies.js";
export type { SessionBill } from "./replay.js";
export {
  type PriceResult,
  type SimulatedPrices,
  type SimulateOptions,
  type SimulationResult,
  simulate,
  type TraceSource,
  type UnreadableTrace,
} from "./simulate.js";
export { LARGE_TOKENS, type PolicySummary, type SessionRow } from "./summary.js";
export { INFERRED_PREFIX_TOKENS, type Trace } from "./trace.js";
