import { explainSystemError, systemCode } from "../../base/system-errors.js";
import { type GatewaySettings, type LoadedConfig, loadConfig, pathText } from "../../gateway/index.js";
import type { CostCap } from "../run/cost-limit.js";
import { CliFailure, WRONG_USAGE } from "../shared/failure.js";
import { writeStderr } from "../shared/io.js";
import { printable } from "../shared/terminal.js";

/** Most bytes of a request whose bodies are kept to be shown. */
export const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** A command line's settings of a gateway. */
export interface GatewayFlags {
  config?: string;
  host?: string;
  port?: number;
  observe?: boolean;
  /** Whether a gateway may start that can reduce nothing. */
  allowPassthrough?: boolean;
  /** Whether requests are kept in the ledger. `tamis run` keeps them unless this is false. */
  ledger?: boolean;
  /** Most that may be spent. */
  maxCost?: CostCap;
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
    const file = config ?? (error as NodeJS.ErrnoException).path ?? "the configuration";
    throw new CliFailure(WRONG_USAGE, `cannot read ${file}: ${explainSystemError(error)}`);
  }
}

/** Keys of a workspace's file that do not count, in one line; undefined where all of them do. */
export function ignoredLine({ workspace }: LoadedConfig): string | undefined {
  const ignored = workspace?.ignored ?? [];
  const [first] = ignored;
  if (workspace === undefined || first === undefined) return undefined;
  const { name } = workspace.source;
  const whole = ignored.find(({ path }) => path.length === 0);
  if (whole !== undefined) return `${printable(`${name}: ${whole.message}`, MOST_LINE)}`;
  const shown = ignored.slice(0, MOST_KEYS).map(({ path }) => printable(pathText(path), MOST_KEY));
  const more = ignored.length > shown.length ? ` and ${ignored.length - shown.length} more` : "";
  const verb = ignored.length === 1 ? "does" : "do";
  return `${printable(name, MOST_LINE)}: ${shown.join(", ")}${more} ${verb} not count here (tamis config validate says why)`;
}

/** Says which keys of a workspace's file do not count, where there are some. */
export async function tellIgnored(loaded: LoadedConfig): Promise<void> {
  const line = ignoredLine(loaded);
  if (line !== undefined) await writeStderr(`tamis: ${line}\n`);
}

const MOST_KEYS = 5;
const MOST_KEY = 80;
const MOST_LINE = 300;

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
