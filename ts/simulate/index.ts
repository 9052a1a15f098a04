// `tamis/simulate`: recorded conversations replayed under several policies, billed by models of the providers' caches.
export type { Billed } from "./cache.js";
export { type CacheFinding, type CacheRule, cacheRule, cacheRuleFor, parseCacheRule } from "./cache-rule.js";
export type { ClearSettings } from "./clearing.js";
export type { Grounding, GroundingSource, MissedWord } from "./grounding.js";
export type { Kept, KeptShare, KeptSums } from "./kept/kept.js";
export type { KeptRole } from "./kept/roles.js";
export { findLogs, type LogFile, type LogPlace, namedPlace, usualPlaces } from "./logs/find-logs.js";
export { type FileEntry, readLogFile, type UnreadableFile } from "./logs/read-file.js";
export { type LoggedSession, type Payment, type ReadLogOptions, readSessionLog } from "./logs/read-log.js";
export {
  type BoundarySettings,
  clearPolicy,
  maskingPolicy,
  optimumPolicy,
  type SimulatedPolicy,
  type TransformStep,
} from "./policies.js";
export type { SessionBill } from "./replay.js";
export type {
  CacheMiss,
  IdleGap,
  MissCause,
  SessionCache,
  SessionLifetimes,
} from "./savings/cache-misses.js";
export type { CacheGroup, CacheSums, CauseSum, LifetimeAdvice, LifetimeOption } from "./savings/cache-sums.js";
export { collectSavings, type SavingsOptions } from "./savings/collect.js";
export type { Content } from "./savings/content.js";
export { type HourSaving, type HourSavings, hoursThatPay } from "./savings/hour-rule.js";
export type { Dollars } from "./savings/money.js";
export type { CacheWeights, DayPaid, PolicyOutcome, SavedSession } from "./savings/one-session.js";
export {
  type GroupKind,
  groupSavings,
  type PolicyResult,
  type Recommendation,
  type Savings,
  type SavingsGroup,
} from "./savings/sum-up.js";
export { type GoneResult, openSession, type SessionTurn } from "./savings/turns.js";
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
export type { Measured } from "./tune/measure.js";
export {
  type NothingToTune,
  type Tuned,
  type TunedPolicy,
  type TunedSetting,
  type TuneOptions,
  tune,
} from "./tune/tune.js";
