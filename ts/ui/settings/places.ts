// The files of settings, and what each of them says.
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { readText, tableOf } from "../../condensation/config/load.js";
import { settingsFile } from "../../condensation/index.js";
import { loadConfig, type NamedPolicy } from "../../gateway/index.js";
import { camelCase } from "../../shape/spelling.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Scope, ScopeState } from "../api.js";

export interface SettingsPlaces {
  /** The workspace. @default the working directory */
  cwd?: string | undefined;
  /** Environment variables. @default process.env */
  env?: NodeJS.ProcessEnv | undefined;
  /** The only file that counts. @default the user's own, and the workspace's over it */
  config?: string | undefined;
  /** The policies in use. @default those of the files */
  policies?: (() => ReadonlyMap<string, NamedPolicy>) | undefined;
  /** Takes over what was saved, and names what needs a restart. @default nothing runs that could */
  reload?: (() => readonly string[]) | undefined;
}

/** The scopes that count: with a file that counts alone, only the user's. */
export const scopesOf = ({ config }: SettingsPlaces): readonly Scope[] =>
  config === undefined ? ["global", "workspace"] : ["global"];

export function scopeState(scope: Scope, { cwd, env, config }: SettingsPlaces): ScopeState {
  const file = settingsFile({ scope, cwd, env, config });
  const exists = existsSync(file);
  const problem = writeProblem(exists ? file : nearestFolder(file));
  return { scope, file, exists, ...(problem === undefined ? {} : { problem }) };
}

function nearestFolder(file: string): string {
  let folder = dirname(file);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function writeProblem(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return `${path} cannot be written: ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** The tables of a scope's file; empty where there is none, or none that parses. */
export function tablesOf(scope: Scope, { cwd, env, config }: SettingsPlaces): JsonRecord {
  const file = settingsFile({ scope, cwd, env, config });
  try {
    return tableOf(readText(file) ?? "", file);
  } catch {
    return {};
  }
}

/** The default policy's table in a file: named, or all that is no section. */
export function policyTable(tables: JsonRecord): JsonRecord {
  const named = isRecord(tables.policies) ? tables.policies.default : undefined;
  return isRecord(named) ? named : tables;
}

/** The value at a dotted key, in either spelling of its parts; undefined if there is none. */
export function valueAt(table: unknown, key: string): unknown {
  return key.split(".").reduce<unknown>((at, part) => {
    if (!isRecord(at)) return undefined;
    const name = Object.keys(at).find((one) => camelCase(one) === part);
    return name === undefined ? undefined : at[name];
  }, table);
}

/** The settings of the default policy in use; undefined where the files cannot be used. */
export function policyInUse({ cwd, env, config, policies }: SettingsPlaces): unknown {
  try {
    const all = policies?.() ?? loadConfig({ cwd, env, config }).settings.policies;
    return all.get("default")?.policy.settings;
  } catch {
    return undefined;
  }
}
