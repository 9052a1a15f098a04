// How the agents people use are started, and what each of them heeds.

export { planService, type ServicePlan } from "./always/service.js";
export {
  ALWAYS_AGENTS,
  type AlwaysAgent,
  planAlways,
  type SettingsChange,
  undoAlways,
  type WrittenChange,
  writeAlways,
} from "./always/settings.js";
export { HOUR_DAYS, type LifetimeProfile, lifetimeToKeep, placesOf, readHours } from "./cache-lifetime.js";
export { claudePluginFiles, shellCommand, type TamisCommand } from "./claude-plugin.js";
export { HOOK_AGENTS, type HookAgent, type HookResult, reduceHookEvent } from "./hook.js";
export { loginsBy } from "./logins.js";
export {
  BaseUrlProblem,
  checkedUrl,
  type LaunchFile,
  type LaunchInput,
  type LaunchPlan,
  type PlannedRoute,
  planLaunch,
} from "./plan.js";
export {
  type FoundPlugin,
  findPlugin,
  installPlugin,
  type PluginChange,
  type PluginParts,
  type PluginPlace,
  pluginProblem,
  uninstallPlugin,
} from "./plugin.js";
export { adviseOnPrefix, type PrefixAdvice } from "./prefix/advice.js";
export {
  agentOfLog,
  isPrefixAgent,
  type LeaveOut,
  logNameOf,
  newestVersion,
  type PrefixAgent,
  versionFacts,
} from "./prefix/facts.js";
export {
  chooseLean,
  LEAST_SESSIONS,
  type LeanItem,
  leanHindrance,
  leanItems,
  leaveOut,
  optionalTools,
  savedTokens,
} from "./prefix/lean.js";
export { newestSession, type Resumed, resumedBy } from "./prefix/resumed.js";
export { type CacheLoss, PrefixSum, type PrefixUsage, readPrefixUsage } from "./prefix/usage.js";
export { agentProfiles, profileFor, profileJsonSchema, readProfile } from "./profiles.js";
export type { AgentProfile } from "./schema.js";
export type { Surroundings } from "./settings.js";
export type { UserPlace } from "./user-place.js";
