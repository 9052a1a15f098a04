// Changes of a configuration in its file: those of the default policy, and those of condensations. Several are made together
// or not at all.

import { userConfigFile } from "../../base/config-file.js";
import { TamisError } from "../../base/errors.js";
import {
  type ChangeOptions,
  changeFile,
  changeLine,
  type Edited,
  editSetting,
  placeOf,
  type SettingsChange,
  settingsFile,
} from "../../condensation/config/change.js";
import { editToml, type TomlPlace } from "../../condensation/config/edit-toml.js";
import { tableOf } from "../../condensation/config/load.js";
import { isPolicyKey } from "../../policy/policy.js";
import { camelCase, snakeCase } from "../../shape/spelling.js";
import { isRecord } from "../../text/json-value.js";
import { isSameFile } from "../../trust/workspace-file.js";
import { checkConfig } from "./check.js";
import { configError, pathText } from "./issues.js";
import { type IgnoredKey, loadOwn, narrowedBy } from "./load.js";

/** One change. */
export interface ConfigChange {
  /** The key: `mask.windowTurns` or `preset` of the default policy; `run.cacheLifetime`; else one of condensations, such as `provider`. */
  key: string;
  /** The new value. @default the key is removed */
  value?: unknown;
}

/**
 * Makes changes of a file, all of them or none. Keys may be in camelCase or snake_case. The whole file is checked first.
 *
 * @throws TamisError `POLICY_INVALID` or `CONFIG_INVALID` with field, value and range; `CONFIG_UNTRUSTED` for what would
 * not count in a workspace's file. Nothing is written then.
 */
export function changeConfig(changes: readonly ConfigChange[], options: ChangeOptions = {}): SettingsChange {
  const file = settingsFile(options);
  return changeFile(file, (before) => editAll(changes, before, file, options), options);
}

function editAll(changes: readonly ConfigChange[], before: string, file: string, options: ChangeOptions): Edited {
  let text = before;
  const lines: string[] = [];
  const places: string[] = [];
  for (const { key, value } of changes.flatMap(inParts)) {
    const policy = policyPlace(key, text, file);
    const { table, key: name } = policy ?? placeOf(key);
    const edited =
      policy === undefined ? editSetting(text, key, value, file, options.scope) : editPolicy(text, policy, value, file);
    text = edited.text;
    lines.push(...edited.lines);
    places.push(pathText([...table, name]));
  }
  if (text === before) return { text, lines };
  checkChange(before, text, file, options);
  if (options.scope === "workspace") checkTrust(before, text, file, places, options);
  return { text, lines };
}

/** Refuses what would not count: keys of the change, and others that are new. */
function checkTrust(
  before: string,
  text: string,
  file: string,
  places: readonly string[],
  { env = process.env, config }: ChangeOptions,
): void {
  const own = config ?? userConfigFile(env);
  if (isSameFile(file, own)) return;
  const { settings } = loadOwn(own);
  const ignoredIn = (one: string): readonly IgnoredKey[] =>
    narrowedBy({ name: file, text: one, table: tableOf(one, file) }, settings).workspace.ignored;
  const known = new Set(ignoredIn(before).map(({ path }) => pathText(path)));
  const refused = ignoredIn(text).filter(({ path }) => {
    const at = pathText(path);
    return !known.has(at) || places.some((place) => at === place || at.startsWith(`${place}.`));
  });
  if (refused.length > 0) throw configError("CONFIG_UNTRUSTED", refused, { name: file, text });
}

/** A policy's table is set key by key; TOML has no null, which is what a key without a value means. */
function inParts({ key, value }: ConfigChange): ConfigChange[] {
  if (!isPolicySetting(key)) return [{ key, value }];
  if (!isRecord(value)) return [{ key, value: value ?? undefined }];
  return Object.entries(value).flatMap(([name, one]) => inParts({ key: `${key}.${name}`, value: one }));
}

/** The keys that a change sets one by one. */
export const changedKeys = (change: ConfigChange): string[] => inParts(change).map(({ key }) => key);

/** Whether a key is one of the default policy. */
export const isPolicySetting = (key: string): boolean => isPolicyKey(key.split(".")[0] ?? "");

/** Whether a key is one of the table [run]. */
export const isRunSetting = (key: string): boolean => key.split(".")[0] === RUN;

const RUN = "run";

/** The place of a key of a policy or of [run]; undefined for any other. */
function policyPlace(path: string, text: string, file: string): TomlPlace | undefined {
  if (isRunSetting(path)) return { table: [RUN], key: snakeCase(camelCase(path.slice(RUN.length + 1))) };
  if (!isPolicySetting(path)) return undefined;
  const keys = path.split(".");
  const key = keys.pop() ?? "";
  const { policies } = tableOf(text, file);
  const isNamed = isRecord(policies) && Object.hasOwn(policies, "default");
  const table = keys.map((one) => snakeCase(camelCase(one)));
  return { table: [...(isNamed ? ["policies", "default"] : []), ...table], key: snakeCase(camelCase(key)) };
}

function editPolicy(before: string, place: TomlPlace, value: unknown, file: string) {
  const text = editToml(before, place, value, file);
  return { text, lines: text === before ? [] : [changeLine(place, value)] };
}

/** Only what the change brings counts: the file may have tables of another program, or of another version. */
function checkChange(before: string, text: string, file: string, options: ChangeOptions): void {
  const known = new Set(problemOf(before, file, options)?.issues.map(({ path, message }) => `${path} ${message}`));
  const problem = problemOf(text, file, options);
  if (problem?.issues.some(({ path, message }) => !known.has(`${path} ${message}`)) ?? false) throw problem;
}

function problemOf(text: string, file: string, options: ChangeOptions): TamisError | undefined {
  try {
    check(text, file, options);
    return undefined;
  } catch (error) {
    if (!TamisError.isInstance(error) || error.issues.length === 0) throw error;
    return error;
  }
}

/** The whole file, as the gateway reads it. */
function check(text: string, file: string, { scope }: ChangeOptions): void {
  const { condensation, ...others } = tableOf(text, file);
  // The table of condensations in a workspace's file has been checked by key.
  checkConfig(scope === "workspace" ? others : { condensation, ...others }, { name: file, text });
}
