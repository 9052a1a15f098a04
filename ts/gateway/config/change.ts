// Changes of a configuration in its file: those of the default policy, and those of condensations. Several are made together
// or not at all.

import { TamisError } from "../../base/errors.js";
import {
  type ChangeOptions,
  changeFile,
  changeLine,
  type Edited,
  editSetting,
  type SettingsChange,
  settingsFile,
} from "../../condensation/config/change.js";
import { editToml, type TomlPlace } from "../../condensation/config/edit-toml.js";
import { tableOf } from "../../condensation/config/load.js";
import { camelCase, snakeCase } from "../../policy/check.js";
import { isPolicyKey } from "../../policy/policy.js";
import { isRecord } from "../../text/json-value.js";
import { checkConfig } from "./check.js";
import { checkTrust } from "./load.js";

/** One change. */
export interface ConfigChange {
  /** The key: `mask.windowTurns` or `preset` of the default policy; else one of condensations, such as `provider`. */
  key: string;
  /** The new value. @default the key is removed */
  value?: unknown;
}

/**
 * Makes changes of a file, all of them or none. Keys may be in camelCase or snake_case. The whole file is checked first.
 *
 * @throws TamisError `POLICY_INVALID` or `CONFIG_INVALID` with field, value and range; `CONFIG_UNTRUSTED` for a key that a
 * workspace may not set. Nothing is written then.
 */
export function changeConfig(changes: readonly ConfigChange[], options: ChangeOptions = {}): SettingsChange {
  const file = settingsFile(options);
  return changeFile(file, (before) => editAll(changes, before, file, options), options);
}

function editAll(changes: readonly ConfigChange[], before: string, file: string, options: ChangeOptions): Edited {
  let text = before;
  const lines: string[] = [];
  for (const { key, value } of changes.flatMap(inParts)) {
    const place = policyPlace(key, text, file);
    const edited = place === undefined ? editSetting(text, key, value, file) : editPolicy(text, place, value, file);
    text = edited.text;
    lines.push(...edited.lines);
  }
  if (text !== before) checkChange(before, text, file, options);
  return { text, lines };
}

/** A policy's table is set key by key; TOML has no null, which is what a key without a value means. */
function inParts({ key, value }: ConfigChange): ConfigChange[] {
  if (!isPolicySetting(key)) return [{ key, value }];
  if (!isRecord(value)) return [{ key, value: value ?? undefined }];
  return Object.entries(value).flatMap(([name, one]) => inParts({ key: `${key}.${name}`, value: one }));
}

/** Whether a key is one of the default policy. */
export const isPolicySetting = (key: string): boolean => isPolicyKey(key.split(".")[0] ?? "");

/** The place of a policy's key; undefined for any other. */
function policyPlace(path: string, text: string, file: string): TomlPlace | undefined {
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
  const source = { name: file, text };
  const table = tableOf(text, file);
  if (scope !== "workspace") {
    checkConfig(table, source);
    return;
  }
  checkTrust(table, source);
  const { condensation: _, ...policy } = table;
  checkConfig(policy, source);
}
