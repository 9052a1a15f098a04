// The gateway between agents and providers, as a library. `tamis gateway` and `tamis run` use it.

export type { TelemetryTargets } from "../adapters/opentelemetry-parts.js";
export { userConfigFile } from "../base/config-file.js";
export { createLogger, type Logger, type LogTarget } from "./account/log.js";
export type { KeptRequest, RequestAccount } from "./account/request-account.js";
export type { RequestBodies } from "./account/request-bodies.js";
export type { GatewayTotals } from "./account/totals.js";
export type { CondensationParts } from "./condense/condenser.js";
export type { GatewayCondensation, GatewayCondensationInput } from "./condense/section.js";
export { type ConfigChange, changeConfig, isPolicySetting, isRunSetting } from "./config/change.js";
export { checkConfig } from "./config/check.js";
export { type ConfigIssue, configError, configInvalid, pathText, warningLine } from "./config/issues.js";
export { configJsonSchema } from "./config/json-schema.js";
export {
  type ConfigPlaces,
  type IgnoredKey,
  type LoadedConfig,
  type LoadedWorkspace,
  loadConfig,
  withDefaultPolicy,
} from "./config/load.js";
export type { SummarizerSettings } from "./config/parts.js";
export { readPolicySetting, readRunSetting } from "./config/read-setting.js";
export type {
  GatewayInput,
  GatewayPolicyInput,
  GatewaySettings,
  NamedPolicy,
  Summarizers,
} from "./config/settings.js";
export { checkSurroundings } from "./config/surroundings.js";
export { CONFIG_TEMPLATE } from "./config/template.js";
export type { Incoming, Outgoing } from "./edge.js";
export { createGateway } from "./gateway.js";
export { conversationOf } from "./holdout/holdout.js";
export type { CloseOptions, Gateway, GatewayOptions, GatewayPage } from "./options.js";
export { originalsFolder } from "./restore/place.js";
export { type Reloading, signFiles, type Watching, watchConfig } from "./watch.js";
