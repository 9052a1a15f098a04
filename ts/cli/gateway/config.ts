import { type GatewaySettings, type LoadedConfig, loadConfig } from "../../gateway/index.js";
import { CliFailure, explainSystemError, systemCode, WRONG_USAGE } from "../shared/failure.js";

/** A command line's settings of a gateway. */
export interface GatewayFlags {
  config?: string;
  host?: string;
  port?: number;
  observe?: boolean;
  /** Processes that answer. */
  workers?: number;
  /** Whether requests are kept in the ledger. `tamis run` keeps them unless this is false. */
  ledger?: boolean;
  /** Addresses and log lines as JSON. */
  json?: boolean;
}

/** Loads the configuration; the command line overrides it. */
export function loadWithFlags(flags: GatewayFlags): LoadedConfig {
  const loaded = readConfig(flags.config);
  return { ...loaded, settings: withFlags(loaded.settings, flags) };
}

/** @throws CliFailure if the file cannot be read; TamisError if it is invalid. */
export function readConfig(config: string | undefined): LoadedConfig {
  try {
    return loadConfig({ config });
  } catch (error) {
    if (systemCode(error) === undefined || !isSystemError(error)) throw error;
    throw new CliFailure(WRONG_USAGE, `cannot read ${config ?? "the configuration"}: ${explainSystemError(error)}`);
  }
}

/** A `TamisError` also has a code, so test for `syscall`. */
const isSystemError = (error: unknown) => error instanceof Error && "syscall" in error;

function withFlags(settings: GatewaySettings, { host, port, observe }: GatewayFlags): GatewaySettings {
  const changes = {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    ...(observe ? { mode: "observe" as const } : {}),
  };
  return { ...settings, gateway: { ...settings.gateway, ...changes } };
}
