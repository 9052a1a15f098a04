// The default policy with a workspace's settings over it, as far as they edit less than the user's own.
import { type Issue, TamisError } from "../base/errors.js";
import { pathKeys } from "../base/issues.js";
import { inCamelCase, isExperimentalKey, saidBy } from "../policy/check.js";
import { EXPERIMENTAL } from "../policy/groups.js";
import { checkSettings, type PolicySettings, type SettingsInput } from "../policy/policy.js";
import { isMaskPolicyKey } from "../policy/seed-policy.js";
import { GATEWAY_SECTIONS, readPolicyTable } from "../policy/toml.js";
import { snakeCase } from "../shape/spelling.js";
import type { JsonRecord } from "../text/json-value.js";
import { type Ignored, OVERRULED, overruled, UNTRUSTED } from "./ignored.js";
import type { Judged } from "./judgement.js";
import { asWritten, type Keys, laidOver, saysSomething, valueIn, without, withValue } from "./paths.js";
import { POLICY_JUDGEMENTS } from "./policy-judgements.js";
import { narrowToolRules, type ToolRules } from "./tool-rules.js";

/** A policy of a workspace, read once and laid over any policy of the user's. */
export interface WorkspacePolicy {
  /** The table without what is wrong and what no workspace may set. */
  table: JsonRecord;
  /** Its settings with every default; undefined where it says nothing. */
  settings: PolicySettings | undefined;
  /** What counts whatever the user's own policy is. */
  ignored: readonly Ignored[];
}

/** Reads the keys of a policy in a workspace's file; `table` has no section of a gateway's. */
export function readWorkspacePolicy(table: JsonRecord): WorkspacePolicy {
  const ignored: Ignored[] = [];
  let left = table;
  const refuse = (path: Keys, message: string, why: "untrusted" | "invalid") => {
    const written = asWritten(path, left);
    if (saysSomething(valueIn(left, path))) ignored.push({ path: written, message, why });
    left = without(left, written);
  };
  for (const [key, judgement] of Object.entries(POLICY_JUDGEMENTS)) {
    if (judgement !== "never") continue;
    for (const path of [key, `${EXPERIMENTAL}.${key}`]) refuse(path.split("."), UNTRUSTED, "untrusted");
  }
  refuse(["placeholderTemplate"], UNTRUSTED, "untrusted");
  for (const { path, message } of problemsOf(left)) refuse(pathKeys(path), message, "invalid");
  const [problem] = problemsOf(left);
  if (problem !== undefined) {
    ignored.push(asIgnored(problem));
    return { table: {}, settings: undefined, ignored };
  }
  if (!saysSomething(left)) return { table: {}, settings: undefined, ignored };
  const { policy } = readPolicyTable(left);
  return { table: left, settings: policy.settings, ignored };
}

function problemsOf(table: JsonRecord): readonly Issue[] {
  try {
    readPolicyTable(table, { tables: GATEWAY_SECTIONS });
    return [];
  } catch (error) {
    if (!TamisError.isInstance(error) || error.issues.length === 0) throw error;
    return error.issues;
  }
}

/** The user's policy with what a workspace asks for, as far as that edits less; and what does not count. */
export function narrowPolicy(
  own: PolicySettings,
  workspace: WorkspacePolicy,
): { settings: PolicySettings; ignored: readonly Ignored[] } {
  const { settings: filled, table } = workspace;
  if (filled === undefined) return { settings: own, ignored: workspace.ignored };
  const given = givenIn(table);
  // A preset says something about every key.
  const over = given.preset === undefined ? given : (filled as unknown as JsonRecord);
  const rules = valueIn(given, ["mask", "tools"]) === undefined ? undefined : filled.mask.tools;
  const merged = checkSettings(laidOver({ ...own }, over) as SettingsInput);
  if (!merged.ok) return { settings: own, ignored: [...workspace.ignored, ...merged.issues.map(asIgnored)] };
  const comparison = compare(own, merged.policy.settings, given, rules);
  const narrowed = checkSettings(comparison.settings as SettingsInput);
  if (!narrowed.ok) return { settings: own, ignored: [...workspace.ignored, ...narrowed.issues.map(asIgnored)] };
  const ignored = comparison.ignored.map((one) => ({ ...one, path: writtenIn(one.path, table) }));
  return { settings: narrowed.policy.settings, ignored: [...workspace.ignored, ...ignored] };
}

const asIgnored = ({ path, message }: Issue): Ignored => ({ path: pathKeys(path), message, why: "invalid" });

/** What a table says itself, in the library's keys. */
function givenIn(table: JsonRecord): JsonRecord {
  if (!Object.keys(table).some(isMaskPolicyKey)) return saidBy(table) as JsonRecord;
  const { enabled, ...mask } = inCamelCase(table) as JsonRecord;
  return enabled === false ? { mode: "off", mask } : { mask };
}

/** A MaskPolicy has keys of `mask` without that table. */
function writtenIn(path: Keys, table: JsonRecord): Keys {
  if (Object.keys(table).some(isMaskPolicyKey)) return asWritten(path[0] === "mask" ? path.slice(1) : path, table);
  return asWritten(isExperimentalKey(path) ? [EXPERIMENTAL, ...path] : path, table);
}

function compare(own: PolicySettings, merged: PolicySettings, given: JsonRecord, rules: ToolRules | undefined) {
  let settings: JsonRecord = { ...own };
  const ignored: Ignored[] = [];
  const ofPreset: string[] = [];
  for (const [key, judgement] of Object.entries(POLICY_JUDGEMENTS)) {
    const path = key.split(".");
    const isGiven = valueIn(given, path) !== undefined;
    if (judgement === "never" || (!isGiven && given.preset === undefined)) continue;
    const before = valueIn(own, path);
    const { verdict, value }: Judged = judgement(before, valueIn(merged, path));
    settings = withValue(settings, path, value);
    if (verdict === "counts") continue;
    if (isGiven) ignored.push({ path, message: overruled(before), why: "overruled" });
    else if (verdict === "wider") ofPreset.push(path.map(snakeCase).join("."));
  }
  if (ofPreset.length > 0) ignored.unshift({ path: ["preset"], message: overruledPreset(ofPreset), why: "overruled" });
  if (rules !== undefined) {
    const narrowed = narrowToolRules(own.mask, rules);
    settings = withValue(settings, ["mask", "tools"], narrowed.rules);
    const message = `${OVERRULED}, which has more for such tools`;
    for (const { glob, key } of narrowed.refused)
      ignored.push({ path: ["mask", "tools", glob, ...(key === "" ? [] : [key])], message, why: "overruled" });
  }
  return { settings, ignored };
}

const overruledPreset = (keys: readonly string[]): string => {
  const stays = keys.length === 1 ? "stays as it is" : "stay as they are";
  return `${OVERRULED}: ${keys.slice(0, MOST_KEYS).join(", ")}${keys.length > MOST_KEYS ? ", …" : ""} ${stays}`;
};

const MOST_KEYS = 5;
