// Changes of settings in files: checked as a whole before anything is written; a file is replaced at once or not at all.
import { existsSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CONFIG_FILE, userConfigFile } from "../../base/config-file.js";
import { TamisError } from "../../base/errors.js";
import { policyInvalid, shownValue } from "../../base/issues.js";
import { makeFolder } from "../../base/make-folder.js";
import { replaceFile } from "../../base/replace-file.js";
import { camelCase, snakeCase } from "../../policy/check.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { checkCondensationSettings } from "../settings/check.js";
import type { CondensationSettingsInput } from "../settings/settings.js";
import { editToml, type TomlPlace } from "./edit-toml.js";
import { readText, SECTION, settingsIn, tableOf } from "./load.js";

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
  const isMode = keys.length === 2 && (keys[0] === "modes" || keys[0] === "profileThresholds");
  const isFallback = keys.at(-1) === "fallback" && (keys.length === 1 || keys.length === 3);
  if (key === "" || (keys.length > 0 && !isMode && !isFallback)) {
    throw new TamisError(
      "OPTION_INVALID",
      `key: expected one such as provider or modes.code.provider, got ${JSON.stringify(path)}`,
    );
  }
  return { table: [SECTION, ...keys], key: snakeCase(camelCase(key)) };
}

/**
 * Sets a key, or removes it where `value` is undefined. The whole file is checked first.
 *
 * @throws TamisError `POLICY_INVALID` with field, value and range; nothing is written then. `CONFIG_INVALID` for a file
 * that does not parse.
 */
export function changeSetting(path: string, value: unknown, options: ChangeOptions = {}): SettingsChange {
  const file = settingsFile(options);
  const before = readText(file) ?? "";
  const { text, lines } = editSetting(before, path, value, file);
  return writeSettings(file, before, text, lines, options);
}

/** A text with one other setting, checked; nothing is written. @throws As {@link changeSetting}. */
export function editSetting(before: string, path: string, value: unknown, file: string) {
  const place = placeOf(path);
  const text = editToml(before, place, value, file);
  checkSection(text, file, [...place.table.slice(1), place.key]);
  return { text, lines: text === before ? [] : [changeLine(place, value)] };
}

/** A change, for people. */
export const changeLine = ({ table, key }: TomlPlace, value: unknown): string =>
  `${[...table, key].join(".")} = ${value === undefined ? "(removed)" : JSON.stringify(value)}`;

/** The problem that a changed section has at the key. */
function checkSection(text: string, file: string, path: readonly string[]): void {
  const section = tableOf(text, file)[SECTION];
  const table = isRecord(section) ? section : {};
  const wanted = path.join(".");
  const { enabled } = table;
  if (wanted === "enabled" && enabled !== undefined && typeof enabled !== "boolean") {
    const message = `expected true or false, got ${shownValue(enabled)}`;
    throw policyInvalid([{ path: wanted, message }], { source: file });
  }
  const issues = checkCondensationSettings(settingsIn(table)).issues.filter((issue) => issue.path.startsWith(wanted));
  if (issues.length > 0) throw policyInvalid(issues, { source: file });
}

/** Replaces a file of settings, unless it is the same or only looked at. */
export function writeSettings(
  file: string,
  before: string,
  text: string,
  lines: readonly string[],
  { dryRun }: ChangeOptions,
): SettingsChange {
  const changed = text !== before;
  if (changed && dryRun !== true) {
    makeFolder(dirname(file));
    replaceFile(file, text);
  }
  return { file, changed, text, lines: changed ? lines : [] };
}

/**
 * Writes older settings in the new form: keys in snake_case, and a table for each profile's threshold. A copy of the file
 * with the date in its name is made first. Done twice it changes nothing.
 *
 * @throws As {@link changeSetting}.
 */
export function migrateSettings(options: ChangeOptions & { now?: Date } = {}): SettingsChange {
  const file = settingsFile(options);
  const before = readText(file) ?? "";
  const section = tableOf(before, file)[SECTION];
  const lines: string[] = [];
  let text = before;
  const move = (table: readonly string[], key: string, to: TomlPlace, value: unknown) => {
    text = editToml(text, { table, key }, undefined, file);
    if (value !== undefined) text = editToml(text, to, value, file);
    lines.push(
      `${[...table, key].join(".")} → ${value === undefined ? "(removed: as without a profile)" : [...to.table, to.key].join(".")}`,
    );
  };
  if (isRecord(section)) {
    renameKeys(section, [SECTION], move);
    for (const [name, mode] of entriesOf(section.modes))
      if (isRecord(mode)) renameKeys(mode, [SECTION, "modes", name], move);
    for (const spelled of ["profileThresholds", "profile_thresholds"]) {
      for (const [id, value] of entriesOf(section[spelled])) {
        const isPercent = typeof value === "number" && value >= 5 && value <= 100;
        const to = { table: [SECTION, "modes", id], key: "auto_condense_context_percent" };
        move([SECTION, spelled], id, to, isPercent ? value : undefined);
      }
      text = withoutEmptyTable(text, `${SECTION}.${spelled}`);
    }
  }
  if (text === before) return { file, changed: false, text, lines: [] };
  const day = (options.now ?? new Date()).toISOString().replaceAll(":", "-").slice(0, 19);
  const backup = `${file}.${day}.bak`;
  if (options.dryRun !== true && !existsSync(backup)) writeFileSync(backup, before, { flag: "wx" });
  return { ...writeSettings(file, before, text, lines, options), backup };
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
    throw new TamisError(
      "CONFIG_INVALID",
      `settings: not valid JSON: ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
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
  const { modes = {}, profileThresholds = {}, fallback = {}, ...base } = settings;
  const flat = (prefix: string, table: object): [string, unknown][] =>
    Object.entries(table).flatMap(([key, value]): [string, unknown][] =>
      isRecord(value) ? flat(`${prefix}${key}.`, value) : value === undefined ? [] : [[`${prefix}${key}`, value]],
    );
  const thresholds = Object.entries(profileThresholds).map(
    ([id, value]): [string, unknown] => [...[`modes.${id}.autoCondenseContextPercent`, value]] as [string, unknown],
  );
  const own = [...flat("", base), ...flat("fallback.", fallback)];
  return [...own, ...thresholds, ...Object.entries(modes).flatMap(([name, mode]) => flat(`modes.${name}.`, mode))];
}
