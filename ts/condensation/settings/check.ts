// Untrusted settings checked key by key: what is right counts, what is wrong is named. Saving refuses all of it then;
// loading goes on with the rest.
import type * as zod from "zod";
import type { Issue } from "../../base/errors.js";
import { shownValue, unknownKeyMessage } from "../../base/issues.js";
import { camelCase, snakeCase } from "../../policy/check.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { INHERIT, loadCondensationSchema, NUMBERS } from "./schema.js";
import type { CondensationModeInput, CondensationSettingsInput } from "./settings.js";

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
  const issues: Issue[] = [];
  const notices: Issue[] = [];
  if (!isRecord(input)) {
    return { settings: {}, issues: [{ path: "", message: `expected a table, got ${shownValue(input)}` }], notices };
  }
  const { base, mode } = loadCondensationSchema();
  const { [MODES]: modes, [PROFILES]: profiles, ...own } = renamed(input, "", issues);
  const settings: CondensationSettingsInput = checkTable(base, own, "", input, issues, [MODES, PROFILES]);
  const named = checkNamed(MODES, modes, issues, (value, path) => checkMode(mode, value, path, issues));
  const thresholds = checkNamed(PROFILES, profiles, issues, (value, path) => checkThreshold(value, path, notices));
  return {
    settings: {
      ...settings,
      ...(named === undefined ? {} : { modes: named }),
      ...(thresholds === undefined ? {} : { profileThresholds: thresholds }),
    },
    issues,
    notices,
  };
}

function checkMode(
  schema: zod.ZodObject,
  value: unknown,
  path: string,
  issues: Issue[],
): CondensationModeInput | undefined {
  if (!isRecord(value)) {
    issues.push({ path, message: `expected a table of settings, got ${shownValue(value)}` });
    return undefined;
  }
  const checked = checkTable(schema, renamed(value, path, issues), path, value, issues, []);
  return Object.fromEntries(Object.entries(checked).filter(([, one]) => one !== INHERIT));
}

/** Older settings may hold anything; what is no percentage then means "as without a profile". */
function checkThreshold(value: unknown, path: string, notices: Issue[]): number | undefined {
  if (typeof value === "number" && value >= 5 && value <= 100) return Math.round(value);
  if (value !== INHERIT) {
    const message = `${shownValue(value)} is not from 5 to 100; autoCondenseContextPercent holds in its place`;
    notices.push({ path, message });
  }
  return undefined;
}

/** Checks a table of tables by names of the user's. */
function checkNamed<T>(
  key: string,
  table: unknown,
  issues: Issue[],
  checkOne: (value: unknown, path: string) => T | undefined,
): Record<string, T> | undefined {
  if (table === undefined) return undefined;
  if (!isRecord(table)) {
    issues.push({ path: key, message: `expected a table, got ${shownValue(table)}` });
    return undefined;
  }
  const entries = Object.entries(table).flatMap(([name, value]): [string, T][] => {
    const path = `${key}.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}`;
    if (name === "__proto__") issues.push({ path, message: "is not a usable name" });
    const checked = name === "__proto__" ? undefined : checkOne(value, path);
    return checked === undefined ? [] : [[name, checked]];
  });
  return Object.fromEntries(entries);
}

/** The keys that are right. */
function checkTable(
  schema: zod.ZodObject,
  table: JsonRecord,
  path: string,
  written: JsonRecord,
  issues: Issue[],
  others: readonly string[],
): JsonRecord {
  const spelled = (key: string) => (Object.hasOwn(written, key) ? key : snakeCase(key));
  const at = (key: string) => (path === "" ? spelled(key) : `${path}.${spelled(key)}`);
  const right: JsonRecord = {};
  for (const [key, value] of Object.entries(table)) {
    const one = schema.shape[key] as zod.ZodType | undefined;
    if (one === undefined) {
      issues.push({
        path: at(key),
        message: unknownKeyMessage(spelled(key), [...Object.keys(schema.shape), ...others]),
      });
      continue;
    }
    const parsed = one.safeParse(value);
    if (parsed.success && value !== undefined) right[key] = parsed.data;
    for (const problem of parsed.error?.issues ?? [])
      issues.push(toIssue(problem, at(key), value, path !== "" && NUMBERS.includes(key)));
  }
  return right;
}

function toIssue(problem: zod.core.$ZodIssue, path: string, value: unknown, mayInherit: boolean): Issue {
  // Of a number that may be inherited, the second choice says what it has to be.
  const nested = problem.code === "invalid_union" ? problem.errors.at(-1)?.[0] : undefined;
  const { message } = nested ?? problem;
  const or = mayInherit ? `, or ${INHERIT} to inherit` : "";
  const inner = problem.path.map((key) => `[${String(key)}]`).join("");
  const got = problem.path.reduce<unknown>((one, key) => (one as JsonRecord | undefined)?.[key as string], value);
  return {
    path: `${path}${inner}`,
    message: `${message}${or}${problem.code === "custom" ? "" : `, got ${shownValue(got)}`}`,
  };
}

/** Keys in camelCase. Of a key that is given in both spellings, the first counts. */
function renamed(table: JsonRecord, path: string, issues: Issue[]): JsonRecord {
  const entries = new Map<string, unknown>();
  for (const [key, value] of Object.entries(table)) {
    const name = camelCase(key);
    const place = path === "" ? key : `${path}.${key}`;
    if (entries.has(name)) issues.push({ path: place, message: "is given twice, in camelCase and in snake_case" });
    else if (name !== "__proto__")
      entries.set(name, isRecord(value) && name === "fallback" ? renamed(value, place, issues) : value);
  }
  return Object.fromEntries(entries);
}
