// The gateway between agents and providers, as a library: `tamis gateway` and `tamis run` are made of the same.
export { checkConfig } from "./config-check.js";
export { type ConfigPlaces, type LoadedConfig, loadConfig, userConfigFile } from "./config-load.js";
export { configJsonSchema } from "./config-schema.js";
export { CONFIG_TEMPLATE } from "./config-template.js";
export { createGateway, type Gateway, type GatewayOptions } from "./gateway.js";
export { createLogger, type Logger } from "./log.js";
export type { GatewayInput, GatewayPolicyInput, GatewaySettings, NamedPolicy, Summarizers } from "./settings.js";
export type { SummarizerSettings } from "./settings-schema.js";
export type { GatewayTotals } from "./totals.js";
export { type Reloading, type Watching, watchConfig } from "./watch.js";
