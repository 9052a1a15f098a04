// Untrusted settings checked key by key: what is right counts, what is wrong is named. Saving refuses all of it then;
// loading goes on with the rest.
import type { Issue } from "../../base/errors.js";
import { shownValue, unknownKeyMessage } from "../../base/issues.js";
import { checkShape, type Problem } from "../../shape/check-shape.js";
import { keysAt } from "../../shape/parts.js";
import type { Shape } from "../../shape/shape.js";
import { camelCase, isTable, tomlKey } from "../../shape/spelling.js";
import { type JsonRecord, valueAt } from "../../text/json-value.js";
import { asWritten, type Keys } from "../../trust/paths.js";
import { CONDENSATION_CHECKS } from "./named-checks.js";
import { type CondensationSettingsInput, INHERIT } from "./settings.js";
import shape from "./shape.json" with { type: "json" };

const TABLE_SHAPE = shape as Shape;

/** Settings of which every key is right, and what was wrong with the others. */
export interface CheckedSettings {
  /** The settings. */
  settings: CondensationSettingsInput;
  /** `path` is the key as it is written, a mode's behind its name. */
  issues: readonly Issue[];
  /** What older settings say that no longer holds, and what holds in its place. */
  notices: readonly Issue[];
}

/** Tables whose keys the user names. */
const MODES = "modes";
const PROFILES = "profileThresholds";

/** Checks settings. Keys may be in camelCase or snake_case. Linear. */
export function checkCondensationSettings(input: unknown): CheckedSettings {
  if (!isTable(input)) {
    return { settings: {}, issues: [{ path: "", message: `expected a table, got ${shownValue(input)}` }], notices: [] };
  }
  const issues: Issue[] = [];
  const { [PROFILES]: profiles, ...table } = renamed(input, "", issues);
  const modes = isTable(table[MODES]) ? modesOf(table[MODES], issues) : undefined;
  const camel = { ...table, ...(modes && { [MODES]: modes }) };
  const { value, problems } = checkShape(TABLE_SHAPE, camel, CONDENSATION_CHECKS);
  const settings = (isTable(value) ? value : {}) as JsonRecord;
  for (const problem of problems) {
    issues.push(...toIssues(problem, camel, input));
    if (problem.kind !== "unknown keys") withoutWrong(settings, problem.path);
  }
  const notices: Issue[] = [];
  const thresholds = profiles === undefined ? undefined : thresholdsOf(profiles, issues, notices);
  return { settings: { ...settled(settings), ...(thresholds && { [PROFILES]: thresholds }) }, issues, notices };
}

/** The modes with their keys in camelCase. */
function modesOf(modes: JsonRecord, issues: Issue[]): JsonRecord {
  if (Object.hasOwn(modes, "__proto__")) issues.push({ path: `${MODES}.__proto__`, message: "is not a usable name" });
  const entries = Object.entries(modes).map(([name, mode]): [string, unknown] => [
    name,
    isTable(mode) ? withoutInherited(renamed(mode, `${MODES}.${tomlKey(name)}`, issues), name) : mode,
  ]);
  return Object.fromEntries(entries.filter(([name]) => name !== "__proto__"));
}

/** A mode without the settings that it inherits by saying so. */
function withoutInherited(mode: JsonRecord, name: string): JsonRecord {
  const known = keysAt(TABLE_SHAPE, [MODES, name]);
  return Object.fromEntries(Object.entries(mode).filter(([key, value]) => value !== INHERIT || !known.includes(key)));
}

/** Takes out the setting that a problem is about. */
function withoutWrong(settings: JsonRecord, path: readonly PropertyKey[]): void {
  const keys = path.slice(0, path[0] === MODES ? 3 : 1);
  const table = valueAt(settings, keys.slice(0, -1));
  const key = keys.at(-1);
  if (key !== undefined && isTable(table)) Reflect.deleteProperty(table, key);
}

/** Without keys that are there and undefined. */
function settled({ [MODES]: modes, ...settings }: JsonRecord): CondensationSettingsInput {
  const own = (table: object) => Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
  const ofModes = isTable(modes) && Object.entries(modes).map(([name, mode]) => [name, own(mode as object)]);
  return { ...own(settings), ...(ofModes && { [MODES]: Object.fromEntries(ofModes) }) };
}

/** Older settings may hold anything; what is no percentage then means "as without a profile". */
function thresholdsOf(profiles: unknown, issues: Issue[], notices: Issue[]): Record<string, number> | undefined {
  if (!isTable(profiles)) {
    issues.push({ path: PROFILES, message: `expected a table, got ${shownValue(profiles)}` });
    return undefined;
  }
  const entries = Object.entries(profiles).flatMap(([name, value]): [string, number][] => {
    const path = `${PROFILES}.${tomlKey(name)}`;
    if (name === "__proto__") issues.push({ path, message: "is not a usable name" });
    else if (typeof value === "number" && value >= 5 && value <= 100) return [[name, Math.round(value)]];
    else if (value !== INHERIT) {
      const message = `${shownValue(value)} is not from 5 to 100; autoCondenseContextPercent holds in its place`;
      notices.push({ path, message });
    }
    return [];
  });
  return Object.fromEntries(entries);
}

function toIssues({ path, kind, message, keys = [] }: Problem, camel: unknown, input: JsonRecord): Issue[] {
  if (kind === "unknown keys") {
    const known = keysAt(TABLE_SHAPE, path);
    return keys.map((key) => {
      const at = asWritten([...(path as Keys), key], input);
      return { path: joined(at), message: unknownKeyMessage(String(at.at(-1)), known) };
    });
  }
  const got = kind === "named" ? "" : `, got ${shownValue(valueAt(camel, path))}`;
  return [{ path: joined(asWritten(path as Keys, input)), message: `${message}${got}` }];
}

/** Names that are no plain words are between quotes, list positions in brackets. */
const joined = (path: Keys): string =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${tomlKey(key)}`)).join("");

/** Keys in camelCase. Of a key that is given in both spellings, the first counts. */
function renamed(table: JsonRecord, path: string, issues: Issue[]): JsonRecord {
  const entries = new Map<string, unknown>();
  for (const [key, value] of Object.entries(table)) {
    const name = camelCase(key);
    const place = path === "" ? key : `${path}.${key}`;
    if (entries.has(name)) issues.push({ path: place, message: "is given twice, in camelCase and in snake_case" });
    else if (name !== "__proto__") entries.set(name, value);
  }
  return Object.fromEntries(entries);
}
