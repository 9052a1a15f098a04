// The settings of condensations with a workspace's over them, as far as they condense less than the user's own.
import { camelCase } from "../../shape/spelling.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { CONDENSATION_JUDGEMENTS } from "../../trust/condensation-judgements.js";
import { type Ignored, overruled, UNTRUSTED } from "../../trust/ignored.js";
import { asWritten, type Keys, saysSomething } from "../../trust/paths.js";
import { checkCondensationSettings } from "../settings/check.js";
import { loadCondensationSettings, mergeSettings } from "../settings/resolve.js";
import type { CondensationSettingsInput } from "../settings/settings.js";

const MODES = "modes";
const PROFILES = "profileThresholds";
const PERCENT = "autoCondenseContextPercent";

/** The settings that hold, and the workspace's keys that do not count; paths begin within the table. */
export interface NarrowedCondensation {
  settings: CondensationSettingsInput;
  ignored: readonly Ignored[];
}

/**
 * Lays a workspace's table over the user's settings, which are right.
 *
 * @param table As it is in the file; wrong keys of it do not count.
 */
export function narrowCondensation(own: CondensationSettingsInput, table: JsonRecord): NarrowedCondensation {
  const ignored: Ignored[] = [];
  const trusted = withoutUntrusted(table, [], ignored);
  const { settings: wanted, issues, notices } = checkCondensationSettings(trusted);
  for (const { path, message } of [...issues, ...notices])
    ignored.push({ path: keysOf(path), message: `${message}; the default holds`, why: "invalid" });
  const compare = (mode: string | undefined, given: object, at: Keys, keyOf = (key: string): Keys => [key]) => {
    const effective = loadCondensationSettings(own, mode).settings;
    let counted: JsonRecord = {};
    for (const [key, value] of Object.entries(given)) {
      const judgement = CONDENSATION_JUDGEMENTS[key];
      if (value === undefined || judgement === undefined || judgement === "never") continue;
      const before: unknown = Reflect.get(effective, key);
      const judged = judgement(before, value);
      if (judged.verdict === "counts") counted = { ...counted, [key]: value };
      else {
        const path = asWritten([...at, ...keyOf(key)], table);
        const isForeign = judged.verdict === "never";
        const message = isForeign ? "a workspace may only choose native or smart" : overruled(before);
        ignored.push({ path, message, why: isForeign ? "untrusted" : "overruled" });
      }
    }
    return counted;
  };
  const { modes = {}, profileThresholds = {}, ...base } = wanted;
  const narrowed: JsonRecord = compare(undefined, base, []);
  const ofModes = Object.entries(modes).map(([mode, one]) => [mode, compare(mode, one, [MODES, mode])] as const);
  const ofProfiles = Object.entries(profileThresholds).flatMap(([id, percent]) => {
    const counted = compare(id, { [PERCENT]: percent }, [PROFILES, id], () => []);
    return Object.hasOwn(counted, PERCENT) ? [[id, percent] as const] : [];
  });
  const less = {
    ...narrowed,
    ...(ofModes.length === 0 ? {} : { modes: Object.fromEntries(ofModes) }),
    ...(ofProfiles.length === 0 ? {} : { profileThresholds: Object.fromEntries(ofProfiles) }),
  };
  return { settings: Object.keys(less).length === 0 ? own : mergeSettings(own, less), ignored };
}

/** The keys of a path in which names with dots are between quotes. */
const keysOf = (path: string): Keys =>
  (path.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? []).map((key) => (key.startsWith('"') ? String(JSON.parse(key)) : key));

/** The table without keys that count from no workspace, also in modes; these are named. */
function withoutUntrusted(table: JsonRecord, at: Keys, ignored: Ignored[]): JsonRecord {
  const entries = Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
    const name = camelCase(key);
    if (at.length === 0 && name === MODES && isRecord(value)) {
      const modes = Object.entries(value).map(([mode, one]): [string, unknown] => [
        mode,
        isRecord(one) ? withoutUntrusted(one, [key, mode], ignored) : one,
      ]);
      return [[key, Object.fromEntries(modes)]];
    }
    if (CONDENSATION_JUDGEMENTS[name] !== "never") return [[key, value]];
    if (saysSomething(value)) ignored.push({ path: [...at, key], message: UNTRUSTED, why: "untrusted" });
    return [];
  });
  return Object.fromEntries(entries);
}
