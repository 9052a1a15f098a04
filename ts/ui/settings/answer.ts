// What the settings' view shows: every setting with its value, where that is from, and what can be done.
import { messageOf } from "../../base/system-errors.js";
import {
  loadCondensationConfig,
  loadCondensationSettings,
  migrateSettings,
  type SettingsChange,
} from "../../condensation/index.js";
import { loadConfig, pathText } from "../../gateway/index.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { ApiIssue, ModeState, Scope, SettingField, SettingsAnswer } from "../api.js";
import { type FieldShape, settingGroups } from "./groups.js";
import { policyInUse, policyTable, type SettingsPlaces, scopeState, scopesOf, tablesOf, valueAt } from "./places.js";
import { comparison, strategies, strategyPlaces } from "./strategies.js";

/** Everything that the files say, read once for one answer. */
interface ReadFiles {
  tables: Readonly<Record<Scope, JsonRecord>>;
  settings: JsonRecord;
  policy: unknown;
  notices: ApiIssue[];
  modes: Readonly<Record<string, JsonRecord>>;
  given: ReturnType<typeof loadCondensationConfig>["settings"];
}

/** The answer, but for what can be taken back. */
export function settingsAnswer(places: SettingsPlaces): SettingsAnswer {
  const files = readFiles(places);
  const all = strategies();
  const shapes = settingGroups();
  const groups = shapes.map((group) => ({ ...group, fields: group.fields.map((one) => fieldOf(one, files)) }));
  const choices = all.map(({ name, label }) => ({ value: name, label }));
  for (const { fields } of groups)
    for (const field of fields) if (field.key === "provider") field.control = { kind: "choice", choices };
  const perMode = shapes.flatMap(({ fields }) => fields.filter((one) => one.perMode));
  const migration = scopesOf(places).flatMap((scope) => migrationOf(scope, places));
  return {
    scopes: scopesOf(places).map((scope) => scopeState(scope, places)),
    strategies: all,
    comparison: comparison(all),
    places: strategyPlaces(groups.flatMap(({ fields }) => fields)),
    groups,
    modes: Object.keys(files.modes).map((name) => modeOf(name, perMode, files)),
    notices: files.notices,
    ...(migration.length === 0 ? {} : { migration }),
  };
}

function readFiles(places: SettingsPlaces): ReadFiles {
  const notices: ApiIssue[] = [];
  const { cwd, env, config } = places;
  let given: ReadFiles["given"] = {};
  try {
    const read = loadCondensationConfig({ cwd, env, config });
    given = read.settings;
    notices.push(...read.issues);
    const { workspace } = loadConfig({ cwd, env, config });
    const isOfPolicy = ({ path: [table] }: { path: readonly unknown[] }) => table !== "condensation";
    for (const { path, message } of workspace?.ignored.filter(isOfPolicy) ?? [])
      notices.push({ path: `${workspace?.source.name}: ${pathText(path)}`, message });
  } catch (error) {
    notices.push({ path: "", message: messageOf(error) });
  }
  const { settings } = loadCondensationSettings(given);
  const tables = {
    global: tablesOf("global", places),
    workspace: config === undefined ? tablesOf("workspace", places) : {},
  };
  const modes = (given.modes ?? {}) as Record<string, JsonRecord>;
  return { tables, settings: settings as unknown as JsonRecord, policy: policyInUse(places), notices, modes, given };
}

function fieldOf(shape: FieldShape, files: ReadFiles): SettingField {
  const { key, perMode } = shape;
  const isSwitch = key === "enabled";
  const isCondensation = perMode || isSwitch;
  const saidBy = (scope: Scope) => {
    const tables = files.tables[scope];
    return valueAt(isCondensation ? tables.condensation : policyTable(tables), key);
  };
  const set: SettingField["set"] = {};
  for (const scope of ["global", "workspace"] as const) {
    const value = saidBy(scope);
    if (value !== undefined) set[scope] = value;
  }
  const inUse = isSwitch ? (set.global ?? false) : valueAt(perMode ? files.settings : files.policy, key);
  // Settings do not say by which preset they came.
  const value = key === "preset" ? (set.workspace ?? set.global ?? shape.defaultValue) : inUse;
  return { ...shape, ...(value === undefined ? {} : { value }), from: originOf(shape, set, value, files), set };
}

function originOf(shape: FieldShape, set: SettingField["set"], value: unknown, files: ReadFiles): SettingField["from"] {
  const isJoined = Array.isArray(value) || shape.key === "preset";
  const counts = isJoined || JSON.stringify(set.workspace) === JSON.stringify(value);
  if (set.workspace !== undefined && shape.globalOnly === undefined && counts) return "workspace";
  if (set.global !== undefined) return "global";
  if (shape.perMode || shape.key === "enabled" || JSON.stringify(value) === JSON.stringify(shape.defaultValue))
    return "default";
  return valueAt(files.policy, "mask") === undefined ? "default" : "preset";
}

/** A mode's settings, and which of them it says itself. */
function modeOf(name: string, fields: readonly FieldShape[], { given, modes, tables }: ReadFiles): ModeState {
  const { settings } = loadCondensationSettings(given, name);
  return {
    name,
    fields: fields.map(({ key, defaultValue }) => {
      const value = valueAt(settings, key);
      const isOwn = valueAt(modes[name], key) !== undefined;
      const scope = (["workspace", "global"] as const).find(
        (one) => valueAt(tables[one].condensation, key) !== undefined,
      );
      const inherited = scope ?? "default";
      return {
        key,
        ...(value === undefined ? (defaultValue === undefined ? {} : { value: defaultValue }) : { value }),
        isInherited: !isOwn,
        from: isOwn ? "mode" : inherited,
      };
    }),
  };
}

function migrationOf(scope: Scope, places: SettingsPlaces) {
  const planned = plannedMigration(scope, places);
  if (planned === undefined || !planned.changed) return [];
  return [{ scope, file: planned.file, lines: [...planned.lines], backup: planned.backup ?? "" }];
}

function plannedMigration(scope: Scope, { cwd, env, config }: SettingsPlaces): SettingsChange | undefined {
  try {
    return migrateSettings({ scope, cwd, env, config, dryRun: true });
  } catch {
    return undefined;
  }
}
