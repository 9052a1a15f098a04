import { type GatewaySettings, type LoadedConfig, loadConfig } from "../../gateway/index.js";
import { CliFailure, explainSystemError, systemCode, WRONG_USAGE } from "../shared/failure.js";

/** What a command line says about a gateway. */
export interface GatewayFlags {
  config?: string;
  host?: string;
  port?: number;
  observe?: boolean;
}

/** The configuration with the command line's word on top. */
export function loadWithFlags(flags: GatewayFlags): LoadedConfig {
  const loaded = readConfig(flags.config);
  return { ...loaded, settings: withFlags(loaded.settings, flags) };
}

/** @throws CliFailure where the file cannot be read; TamisError where it cannot be used. */
export function readConfig(config: string | undefined): LoadedConfig {
  try {
    return loadConfig({ config });
  } catch (error) {
    if (systemCode(error) === undefined || !isSystemError(error)) throw error;
    throw new CliFailure(WRONG_USAGE, `cannot read ${config ?? "the configuration"}: ${explainSystemError(error)}`);
  }
}

/** A `TamisError` has a code as well. */
const isSystemError = (error: unknown) => error instanceof Error && "syscall" in error;

function withFlags(settings: GatewaySettings, { host, port, observe }: GatewayFlags): GatewaySettings {
  const changes = {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(observe ? { mode: "observe" as const } : {}),
  };
  return { ...settings, gateway: { ...settings.gateway, ...changes } };
}
