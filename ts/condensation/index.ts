// `tamis/condensation`: conversations condensed by interchangeable providers (requirements document 003).

export type { ReferenceLines } from "../contract/content-reference.js";
export type { Consolidated } from "../contract/lossless.js";
export type {
  ApiHandler,
  HandlerBlock,
  HandlerChunk,
  HandlerMessage,
  HandlerModel,
  HandlerOptions,
} from "../llm/handler/api-handler.js";
export { type ApiHandlerOptions, toApiHandler } from "../llm/handler/to-api-handler.js";
export { type ConditionalResult, condense, condenseIfNeeded } from "./condense.js";
export {
  type ChangeOptions,
  changeSetting,
  exportSettings,
  type ImportPreview,
  migrateSettings,
  modeOfKey,
  previewImport,
  type SettingsChange,
  type SettingsScope,
  settingEntries,
  settingsFile,
} from "./config/change.js";
export { type CondensationConfig, type CondensationPlaces, loadCondensationConfig } from "./config/load.js";
export {
  type CondensationEvent,
  type CondensationEvents,
  type ContextCondensedEvent,
  onCondensation,
  type TruncationEvent,
} from "./events.js";
export { type FeedbackOptions, renderFeedback, savedDollars } from "./feedback/feedback.js";
export { CONSOLIDATION_RULES, type ConsolidationRule } from "./lossless/consolidation/rules.js";
export type { ContentReference } from "./lossless/references/content-reference.js";
export {
  type ExpandedConversation,
  expandConversation,
  referenceKeys,
} from "./lossless/references/expand-conversation.js";
export { IMPORTANCE_WEIGHTS, type ImportanceParts, type ImportanceWeights } from "./lossy/tree-scoring/score.js";
export type { ConversationContext } from "./providers/base/context.js";
export { MessageType } from "./providers/base/message-type.js";
export type { CondensationOptions } from "./providers/base/options.js";
export type { ContextCondensationProvider } from "./providers/base/provider.js";
export type {
  CondensationErrorCode,
  CondensationMetrics,
  CondensationNote,
  CondensationReport,
  CondensationResult,
  PhaseName,
  PhaseReport,
  Rollback,
  TokenEstimate,
  TypeTokens,
  ValidationCheck,
} from "./providers/base/result.js";
export { NativeCondensationProvider } from "./providers/native/native-provider.js";
export { type SummarizeResponse, summarizeConversation } from "./providers/native/summarize-conversation.js";
export { findProvider, loadProvider, providerNames, registerProvider } from "./providers/registry.js";
export type { ImportanceWeightsInput, SmartProviderOptions } from "./providers/smart/smart-options.js";
export { type BlockScore, SmartCondensationProvider } from "./providers/smart/smart-provider.js";
export { ReplayMemory } from "./replay/memory.js";
export { type ReplayedHistory, type ReplayOptions, replayCondensation } from "./replay/replay.js";
export { type CheckedSettings, checkCondensationSettings } from "./settings/check.js";
export { describeCondensationSettings, type SettingDescription } from "./settings/describe.js";
export {
  defineCondensationSettings,
  type LoadedSettings,
  loadCondensationSettings,
  mergeSettings,
} from "./settings/resolve.js";
export {
  type CondensationLimits,
  type CondensationModeInput,
  type CondensationSettings,
  type CondensationSettingsInput,
  DEFAULT_CONDENSATION_SETTINGS,
} from "./settings/settings.js";
