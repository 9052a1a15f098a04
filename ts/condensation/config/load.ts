// The table [condensation] of the user's own configuration, and the workspace's over it.
import { readFileSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CONFIG_FILE, userConfigFile } from "../../base/config-file.js";
import { type Issue, TamisError } from "../../base/errors.js";
import { camelCase } from "../../policy/check.js";
import { parseToml } from "../../policy/toml.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { checkCondensationSettings } from "../settings/check.js";
import { mergeSettings } from "../settings/resolve.js";
import type { CondensationSettingsInput } from "../settings/settings.js";

/** Where to look for settings. */
export interface CondensationPlaces {
  /** The only file to read, fully trusted. @default the user's own file, and the workspace's over it */
  config?: string | undefined;
  /** The workspace. @default the working directory */
  cwd?: string | undefined;
  /** Environment variables. @default process.env */
  env?: NodeJS.ProcessEnv | undefined;
}

/** Settings of files. */
export interface CondensationConfig {
  /** Every key is right; the workspace's win. */
  settings: CondensationSettingsInput;
  /** Plug-ins that the user's own file names, and the folder that their paths are relative to. */
  plugins: readonly { name: string; folder: string }[];
  /** Keys that do not count, and why: wrong ones, and those that a workspace may not set (`CONFIG_UNTRUSTED`). */
  issues: readonly Issue[];
  /** Files that were read. */
  files: readonly string[];
}

/** The name of the table. */
export const SECTION = "condensation";

/** Keys of the table that are no settings of a condensation: the plug-ins, and what a gateway reads. */
export const PLUGINS = "plugins";
/** What they have to be. */
export const PLUGIN_LIST = "expected a list of names of packages or files";
export const OTHER_KEYS: ReadonlySet<string> = new Set([PLUGINS, "enabled", "contextTokens", "summarizer"]);

/** Built-in names; a workspace must not choose other code. */
const BUILT_IN: ReadonlySet<unknown> = new Set(["native", "smart"]);
const UNTRUSTED: ReadonlySet<string> = new Set([...OTHER_KEYS, "customCondensingPrompt", "condensingApiHandler"]);

/**
 * Reads settings from files. A wrong key is left out and named; the others count.
 *
 * @throws TamisError `CONFIG_INVALID` for a file that does not parse, with line and column; a system error for a `config`
 * that cannot be read.
 */
export function loadCondensationConfig(places: CondensationPlaces = {}): CondensationConfig {
  const { config, cwd = process.cwd(), env = process.env } = places;
  const own = config ?? userConfigFile(env);
  const user = readTable(own, config !== undefined);
  const workspaceFile = resolve(cwd, CONFIG_FILE);
  const workspace = config !== undefined || isSame(own, workspaceFile) ? undefined : readTable(workspaceFile, false);
  const issues: Issue[] = [];
  const trusted = split(user ?? {}, own, issues);
  const checked = checkCondensationSettings(trusted.settings);
  issues.push(...named(own, [...checked.issues, ...checked.notices]));
  const files = [...(user === undefined ? [] : [own]), ...(workspace === undefined ? [] : [workspaceFile])];
  if (workspace === undefined) return { settings: checked.settings, plugins: trusted.plugins, issues, files };
  const over = checkCondensationSettings(withoutUntrusted(workspace, workspaceFile, issues));
  issues.push(...named(workspaceFile, [...over.issues, ...over.notices]));
  return { settings: mergeSettings(checked.settings, over.settings), plugins: trusted.plugins, issues, files };
}

/** The table of a file; undefined if there is no file. */
export function readTable(file: string, mustExist: boolean): JsonRecord | undefined {
  const text = readText(file, mustExist);
  if (text === undefined) return undefined;
  const section = tableOf(text, file)[SECTION];
  return isRecord(section) ? section : {};
}

/** The text of a file; undefined if there is none. */
export function readText(file: string, mustExist = false): string | undefined {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!mustExist && (code === "ENOENT" || code === "ENOTDIR")) return undefined;
    throw error;
  }
}

/** All tables of a file. @throws TamisError `CONFIG_INVALID` with line and column. */
export function tableOf(text: string, file: string): JsonRecord {
  try {
    return parseToml(text, { source: file });
  } catch (error) {
    if (!TamisError.isInstance(error)) throw error;
    throw new TamisError("CONFIG_INVALID", error.message, { issues: error.issues, cause: error });
  }
}

/** Whether a value names plug-ins. */
export const isPluginList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

function split(table: JsonRecord, file: string, issues: Issue[]) {
  const { [PLUGINS]: plugins = [] } = table;
  const settings = settingsIn(table);
  if (isPluginList(plugins)) {
    return { settings, plugins: plugins.map((name: string) => ({ name, folder: dirname(file) })) };
  }
  issues.push({ path: `${file}: ${PLUGINS}`, message: PLUGIN_LIST });
  return { settings, plugins: [] };
}

/** The settings of the table, without what is none. */
export const settingsIn = (table: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(table).filter(([key]) => !OTHER_KEYS.has(camelCase(key))));

function withoutUntrusted(table: JsonRecord, file: string, issues: Issue[], at = ""): JsonRecord {
  const entries = Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
    const name = camelCase(key);
    const path = `${at}${key}`;
    if (at === "" && name === "modes" && isRecord(value)) {
      const modes = Object.entries(value).map(([mode, one]) => [
        mode,
        isRecord(one) ? withoutUntrusted(one, file, issues, `modes.${mode}.`) : one,
      ]);
      return [[key, Object.fromEntries(modes)]];
    }
    const isOther = name === "provider" && !BUILT_IN.has(value);
    if (!UNTRUSTED.has(name) && !isOther) return [[key, value]];
    const what = isOther ? "a workspace may only choose native or smart" : "a workspace may not set this";
    const message = `CONFIG_UNTRUSTED: ${what}; it does not count. Put it into your own configuration`;
    issues.push({ path: `${file}: ${path}`, message });
    return [];
  });
  return Object.fromEntries(entries);
}

const named = (file: string, issues: readonly Issue[]): Issue[] =>
  issues.map(({ path, message }) => ({ path: `${file}: ${path}`, message: `${message}; the default holds` }));

function isSame(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return resolve(a) === resolve(b);
  }
}
