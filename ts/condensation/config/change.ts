// Changes of settings in files: checked as a whole before anything is written; a file is replaced at once or not at all.

import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CONFIG_FILE, userConfigFile } from "../../base/config-file.js";
import { type Issue, messageOf, TamisError } from "../../base/errors.js";
import { withFileLock } from "../../base/file-lock.js";
import { policyInvalid, shownValue, unknownNameMessage } from "../../base/issues.js";
import { makeFolder } from "../../base/make-folder.js";
import { checkTarget, createSafely, type SafeWrite, writeSafely } from "../../base/write-safely.js";
import { camelCase, snakeCase, tomlKey } from "../../shape/spelling.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { isSameFile } from "../../trust/workspace-file.js";
import { findProvider, providerNames } from "../providers/registry.js";
import { checkCondensationSettings } from "../settings/check.js";
import type { CondensationSettingsInput } from "../settings/settings.js";
import { editToml, type TomlPlace } from "./edit-toml.js";
import { isPluginList, PLUGIN_LIST, PLUGINS, readTable, readText, SECTION, settingsIn, tableOf } from "./load.js";
import { narrowCondensation } from "./workspace.js";

/** Whose settings change: the user's, or the workspace's. */
export type SettingsScope = "global" | "workspace";

/** Where a file is, and whether to write it. */
export interface ChangeOptions {
  /** Whose settings. @default global */
  scope?: SettingsScope | undefined;
  /** The workspace. @default the working directory */
  cwd?: string | undefined;
  /** Environment variables. @default process.env */
  env?: NodeJS.ProcessEnv | undefined;
  /** The user's own file, where it is another one. @default by the environment */
  config?: string | undefined;
  /** Only say what would change. @default false */
  dryRun?: boolean | undefined;
}

/** What was changed, or would be. */
export interface SettingsChange {
  /** The file. */
  file: string;
  /** Whether its text differs. */
  changed: boolean;
  /** The file's new text. */
  text: string;
  /** The copy of the file as it was; absent where none was made. */
  backup?: string;
  /** What was done, line by line, for people. */
  lines: readonly string[];
}

/** The file of a scope. */
export function settingsFile(options: ChangeOptions): string {
  const { scope = "global", cwd = process.cwd(), env = process.env, config } = options;
  return scope === "global" ? (config ?? userConfigFile(env)) : resolve(cwd, CONFIG_FILE);
}

/** The place of a key such as `provider`, `condensation.targetReductionPercent` or `modes.code.provider`. */
export function placeOf(path: string): TomlPlace {
  const keys = path.split(".");
  if (keys[0] === SECTION) keys.shift();
  const key = keys.pop() ?? "";
  const isMode = keys[0] === "modes";
  const name = isMode ? unquoted(keys.slice(1).join(".")) : undefined;
  const isKnown = isMode ? name !== undefined && name !== "" : keys.length === 0;
  if (key === "" || !isKnown) {
    throw new TamisError(
      "OPTION_INVALID",
      `key: expected one such as provider or modes.code.provider, a name with dots between quotes, got ${JSON.stringify(path)}`,
    );
  }
  return {
    table: [SECTION, ...(name === undefined ? [] : ["modes", name])],
    key: snakeCase(camelCase(key)),
  };
}

/** The mode that a key such as `modes.code.provider` is of; undefined for a key outside modes. */
export function modeOfKey(path: string): string | undefined {
  const [, table, name] = placeOf(path).table;
  return table === "modes" ? name : undefined;
}

/** A name without the quotes that one with dots has; undefined for dots without quotes. */
function unquoted(name: string): string | undefined {
  if (!/^".*"$/s.test(name)) return name.includes(".") ? undefined : name;
  try {
    return String(JSON.parse(name));
  } catch {
    return undefined;
  }
}

/**
 * Sets a key, or removes it where `value` is undefined. The whole file is checked first.
 *
 * @throws TamisError `POLICY_INVALID` with field, value and range; `CONFIG_UNTRUSTED` for what would not count in a
 * workspace's file; nothing is written then. `CONFIG_INVALID` for a file that does not parse.
 */
export function changeSetting(path: string, value: unknown, options: ChangeOptions = {}): SettingsChange {
  const file = settingsFile(options);
  return changeFile(
    file,
    (before) => {
      const edited = editSetting(before, path, value, file, options.scope);
      if (options.scope === "workspace") checkTrust(edited.text, path, file, options);
      return edited;
    },
    options,
  );
}

/** Refuses a key that would not count in a workspace's file. */
function checkTrust(text: string, path: string, file: string, { env = process.env, config }: ChangeOptions): void {
  const own = config ?? userConfigFile(env);
  if (isSameFile(file, own)) return;
  const { settings } = checkCondensationSettings(settingsIn(readTable(own, false) ?? {}));
  const { table, key } = placeOf(path);
  const place = [...table.slice(1), key].map(camelCase).join(".");
  const section = tableOf(text, file)[SECTION];
  const { ignored } = narrowCondensation(settings, isRecord(section) ? section : {});
  const refused = ignored.filter((one) =>
    `${one.path.map((part) => camelCase(String(part))).join(".")}.`.startsWith(`${place}.`),
  );
  if (refused.length === 0) return;
  const issues = refused.map((one) => ({ path: [SECTION, ...one.path].join("."), message: one.message }));
  throw new TamisError("CONFIG_UNTRUSTED", `${file}: ${issues[0]?.path}: ${issues[0]?.message}`, { issues });
}

/** A text with one other setting, checked; nothing is written. @throws As {@link changeSetting}. */
export function editSetting(before: string, path: string, value: unknown, file: string, scope?: SettingsScope) {
  const place = placeOf(path);
  const text = editToml(before, place, value, file);
  checkSection({ before, text, file, scope }, [...place.table.slice(1), place.key]);
  return { text, lines: text === before ? [] : [changeLine(place, value)] };
}

/** A change, for people. */
export const changeLine = ({ table, key }: TomlPlace, value: unknown): string =>
  `${[...table, key].join(".")} = ${value === undefined ? "(removed)" : JSON.stringify(value)}`;

/** The problems that a changed section has at the key, in whatever spelling, and those that are new. */
function checkSection(
  { before, text, file, scope }: { before: string; text: string; file: string; scope: SettingsScope | undefined },
  path: readonly string[],
): void {
  const wanted = path.join(".");
  const known = new Set(problemsOf(before, file, scope).map(({ path: at, message }) => `${at} ${message}`));
  const issues = problemsOf(text, file, scope).filter(
    ({ path: at, message }) => at.startsWith(wanted) || !known.has(`${at} ${message}`),
  );
  if (issues.length > 0) throw policyInvalid(issues, { source: file });
}

function problemsOf(text: string, file: string, scope: SettingsScope | undefined): readonly Issue[] {
  const section = tableOf(text, file)[SECTION];
  const table = isRecord(section) ? section : {};
  const { enabled, plugins } = table;
  const issues: Issue[] = [];
  if (enabled !== undefined && typeof enabled !== "boolean")
    issues.push({ path: "enabled", message: `expected true or false, got ${shownValue(enabled)}` });
  if (plugins !== undefined && !isPluginList(plugins))
    issues.push({ path: PLUGINS, message: `${PLUGIN_LIST}, got ${shownValue(plugins)}` });
  const { settings, issues: wrong } = checkCondensationSettings(settingsIn(table));
  // The user's plug-ins may have the provider that a workspace names, which does not count there in any case.
  const isWhole = plugins === undefined && scope !== "workspace";
  return [...issues, ...wrong, ...(isWhole ? unknownProviders(settings) : [])];
}

/** Names of providers that nobody has. Those of plug-ins are known once their code ran, so that a file with plug-ins has none. */
function unknownProviders({ provider, modes = {} }: CondensationSettingsInput): Issue[] {
  const named: [string, string | undefined][] = [
    ["provider", provider],
    ...Object.entries(modes).map(([name, mode]): [string, string | undefined] => [
      `modes.${tomlKey(name)}.provider`,
      mode.provider,
    ]),
  ];
  return named.flatMap(([path, name]) =>
    name === undefined || findProvider(name) !== undefined
      ? []
      : [{ path, message: unknownNameMessage("provider", name, providerNames()) }],
  );
}

/** A file's new text, and what was done to it. */
export interface Edited {
  text: string;
  lines: readonly string[];
}

/**
 * Replaces a file of settings by what `edit` makes of its text, unless that is the same or only looked at. Of two processes
 * that change one file at once, the later one edits what the earlier one wrote.
 *
 * @param edit Throws where the change must not be made; nothing is written then.
 * @param keep Gets the text that is about to be replaced.
 */
export function changeFile(
  file: string,
  edit: (before: string) => Edited,
  options: ChangeOptions,
  keep: (before: string) => void = () => {},
): SettingsChange {
  const edited = () => {
    const before = readText(file) ?? "";
    const { text, lines } = edit(before);
    const changed = text !== before;
    return { before, change: { file, changed, text, lines: changed ? lines : [] } };
  };
  // Anybody may have filled a workspace.
  const how: SafeWrite = options.scope === "workspace" ? { within: resolve(options.cwd ?? process.cwd()) } : {};
  checkTarget(file, how);
  // Tried first: a change that is refused makes no folder and no lock.
  const tried = edited().change;
  if (!tried.changed || options.dryRun === true) return tried;
  makeFolder(dirname(file));
  return withFileLock(file, () => {
    const { before, change } = edited();
    if (change.changed) {
      keep(before);
      writeSafely(file, change.text, how);
    }
    return change;
  });
}

/**
 * Writes older settings in the new form: keys in snake_case, and a table for each profile's threshold. A copy of the file
 * with the date in its name is made first. Done twice it changes nothing.
 *
 * @throws As {@link changeSetting}.
 */
export function migrateSettings(options: ChangeOptions & { now?: Date } = {}): SettingsChange {
  const file = settingsFile(options);
  const day = (options.now ?? new Date()).toISOString().replaceAll(":", "-").slice(0, 19);
  const backup = `${file}.${day}.bak`;
  const change = changeFile(
    file,
    (before) => inNewForm(before, file),
    options,
    (before) => {
      if (!existsSync(backup)) createSafely(backup, before, statSync(file).mode);
    },
  );
  return change.changed ? { ...change, backup } : change;
}

function inNewForm(before: string, file: string): Edited {
  const section = tableOf(before, file)[SECTION];
  const lines: string[] = [];
  let text = before;
  const move = (table: readonly string[], key: string, to: TomlPlace, value: unknown) => {
    text = editToml(editToml(text, { table, key }, undefined, file), to, value, file);
    lines.push(`${[...table, key].join(".")} → ${[...to.table, to.key].join(".")}`);
  };
  if (!isRecord(section)) return { text, lines };
  renameKeys(section, [SECTION], move);
  for (const [name, mode] of entriesOf(section.modes))
    if (isRecord(mode)) renameKeys(mode, [SECTION, "modes", name], move);
  for (const spelled of ["profileThresholds", "profile_thresholds"]) {
    const thresholds = entriesOf(section[spelled]);
    for (const [id, value] of thresholds) {
      const to = { table: [SECTION, "modes", id], key: "auto_condense_context_percent" };
      const own = isRecord(section.modes) ? ownPercent(section.modes[id]) : undefined;
      const isMoved = isPercent(value) && own === undefined;
      if (isMoved) text = editToml(text, to, Math.round(value), file);
      const why = isPercent(value) ? "the mode's own holds" : "as without a profile";
      lines.push(`${SECTION}.${spelled}.${id} → ${isMoved ? [...to.table, to.key].join(".") : `(removed: ${why})`}`);
    }
    text = withoutThresholds(text, spelled, Object.hasOwn(section, spelled) ? thresholds : undefined, file);
  }
  return { text, lines };
}

const isPercent = (value: unknown): value is number => typeof value === "number" && value >= 5 && value <= 100;

/** The percentage that a mode has of its own; -1 and what is wrong is none. */
function ownPercent(mode: unknown): number | undefined {
  if (!isRecord(mode)) return undefined;
  return Object.entries(mode).flatMap(([key, value]) =>
    camelCase(key) === "autoCondenseContextPercent" && isPercent(value) ? [value] : [],
  )[0];
}

/** The text without older thresholds, be they one value or a table with a header of its own. */
function withoutThresholds(
  text: string,
  spelled: string,
  thresholds: readonly (readonly [string, unknown])[] | undefined,
  file: string,
): string {
  if (thresholds === undefined) return text;
  try {
    return editToml(text, { table: [SECTION], key: spelled }, undefined, file);
  } catch {
    let left = text;
    for (const [id] of thresholds) left = editToml(left, { table: [SECTION, spelled], key: id }, undefined, file);
    return withoutEmptyTable(left, `${SECTION}.${spelled}`);
  }
}

const entriesOf = (table: unknown): [string, unknown][] => (isRecord(table) ? Object.entries(table) : []);

function renameKeys(
  table: JsonRecord,
  path: readonly string[],
  move: (table: readonly string[], key: string, to: TomlPlace, value: unknown) => void,
): void {
  for (const [key, value] of Object.entries(table)) {
    const name = snakeCase(key);
    if (name !== key && !isRecord(value)) move(path, key, { table: path, key: name }, value);
  }
}

/** The header of a table that lost its last key. */
function withoutEmptyTable(text: string, name: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (at < 0) return text;
  const next = lines.slice(at + 1).find((line) => line.trim() !== "");
  return next === undefined || next.trim().startsWith("[") ? lines.toSpliced(at, 1).join("\n") : text;
}

/** The name of the format of exported settings. */
const EXPORT_FORMAT = "tamis-condensation-1";

/** Settings as one JSON text. */
export const exportSettings = (settings: CondensationSettingsInput): string =>
  `${JSON.stringify({ format: EXPORT_FORMAT, settings }, null, 2)}\n`;

/** What an import would do. */
export interface ImportPreview {
  /** The settings of the file that are right. */
  settings: CondensationSettingsInput;
  /** Keys that are refused, and why. */
  refused: readonly { path: string; message: string }[];
}

/**
 * Reads exported settings, or older ones as a plain object, without changing anything.
 *
 * @throws TamisError `CONFIG_INVALID` for a text that is no JSON, or of another format.
 */
export function previewImport(text: string): ImportPreview {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TamisError("CONFIG_INVALID", `settings: not valid JSON: ${messageOf(cause)}`, { cause });
  }
  if (!isRecord(value)) throw new TamisError("CONFIG_INVALID", "settings: expected an object");
  if (value.format !== undefined && value.format !== EXPORT_FORMAT) {
    throw new TamisError(
      "CONFIG_INVALID",
      `settings: expected the format ${EXPORT_FORMAT}, got ${JSON.stringify(value.format)}`,
    );
  }
  const { settings, issues, notices } = checkCondensationSettings(value.format === undefined ? value : value.settings);
  return { settings, refused: [...issues, ...notices] };
}

/** Every key of settings as `changeSetting` takes it, with its value. */
export function settingEntries(settings: CondensationSettingsInput): [path: string, value: unknown][] {
  const { modes = {}, profileThresholds = {}, ...base } = settings;
  const flat = (prefix: string, table: object): [string, unknown][] =>
    Object.entries(table).flatMap(([key, value]) => (value === undefined ? [] : [[`${prefix}${key}`, value]]));
  const thresholds = Object.entries(profileThresholds).map(([id, value]): [string, unknown] => [
    `modes.${tomlKey(id)}.autoCondenseContextPercent`,
    value,
  ]);
  return [
    ...flat("", base),
    ...thresholds,
    ...Object.entries(modes).flatMap(([name, mode]) => flat(`modes.${tomlKey(name)}.`, mode)),
  ];
}
