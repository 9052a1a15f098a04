// The table [condensation] of the user's own configuration, and the workspace's over it.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { userConfigFile } from "../../base/config-file.js";
import { type Issue, TamisError } from "../../base/errors.js";
import { parseToml } from "../../policy/toml.js";
import { camelCase } from "../../shape/spelling.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Ignored } from "../../trust/ignored.js";
import { readWorkspace } from "../../trust/workspace.js";
import { readWorkspaceFile } from "../../trust/workspace-file.js";
import { checkCondensationSettings } from "../settings/check.js";
import type { CondensationSettingsInput } from "../settings/settings.js";
import { narrowCondensation } from "./workspace.js";

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
export const PLUGIN_LIST = "expected a list of names of packages or files";
export const OTHER_KEYS: ReadonlySet<string> = new Set([PLUGINS, "enabled", "contextTokens", "summarizer"]);

/**
 * Reads settings from files. A wrong key is left out and named; the others count.
 *
 * @throws TamisError `CONFIG_INVALID` for a file of the user's that does not parse, with line and column; a system error
 * for one that cannot be read. A workspace's file never throws.
 */
export function loadCondensationConfig(places: CondensationPlaces = {}): CondensationConfig {
  const { config, cwd = process.cwd(), env = process.env } = places;
  const own = config ?? userConfigFile(env);
  const user = readTable(own, config !== undefined);
  const workspace = config !== undefined ? undefined : readWorkspaceFile(cwd, own);
  const issues: Issue[] = [];
  const trusted = split(user ?? {}, own, issues);
  const checked = checkCondensationSettings(trusted.settings);
  issues.push(...named(own, [...checked.issues, ...checked.notices]));
  const files = user === undefined ? [] : [own];
  if (workspace === undefined) return { settings: checked.settings, plugins: trusted.plugins, issues, files };
  const { condensation, ignored, file } = readWorkspace(workspace);
  const narrowed = narrowCondensation(checked.settings, condensation);
  const unusable = ignored.filter(({ why }) => why === "invalid");
  issues.push(...[...unusable, ...narrowed.ignored].map((one) => asIssue(file.name, one)));
  return { settings: narrowed.settings, plugins: trusted.plugins, issues, files: [...files, file.name] };
}

/** A key of a workspace's that does not count. */
function asIssue(file: string, { path, message, why }: Ignored): Issue {
  const code = why === "invalid" ? "" : "CONFIG_UNTRUSTED: ";
  return { path: [file, path.join(".")].filter((part) => part !== "").join(": "), message: `${code}${message}` };
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
    // The system does not name a folder that is read as a file.
    throw Object.assign(error as Error, { path: file });
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

const named = (file: string, issues: readonly Issue[]): Issue[] =>
  issues.map(({ path, message }) => ({ path: `${file}: ${path}`, message: `${message}; the default holds` }));
