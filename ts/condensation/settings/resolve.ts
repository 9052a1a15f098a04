import type { Issue } from "../../base/errors.js";
import { policyInvalid, shownValue } from "../../base/issues.js";
import type { ConversationContext } from "../providers/base/context.js";
import type { CondensationOptions } from "../providers/base/options.js";
import { checkCondensationSettings } from "./check.js";
import {
  CONDENSATION_LIMITS,
  type CondensationLimits,
  type CondensationModeInput,
  type CondensationSettings,
  type CondensationSettingsInput,
  DEFAULT_CONDENSATION_SETTINGS,
} from "./settings.js";

/** Settings that hold, and what was wrong with what was given. */
export interface LoadedSettings {
  /** The settings. */
  settings: CondensationSettings;
  /** Keys that were replaced by their defaults, and why. */
  issues: readonly Issue[];
}

/**
 * The settings of a mode, with defaults filled in.
 *
 * @param input Default: nothing but defaults.
 * @param mode Default: no mode's.
 * @throws TamisError `POLICY_INVALID` with one issue for each key that is unknown or has a wrong value.
 */
export function defineCondensationSettings(input: CondensationSettingsInput = {}, mode?: string): CondensationSettings {
  const { settings, issues } = checkCondensationSettings(input);
  if (issues.length > 0) throw policyInvalid(issues, { source: "condensation" });
  return settingsOf(settings, mode);
}

/** The same for settings that are in use: a wrong key is replaced by its default, and named. */
export function loadCondensationSettings(input: unknown, mode?: string): LoadedSettings {
  const { settings, issues, notices } = checkCondensationSettings(input);
  return { settings: settingsOf(settings, mode), issues: [...issues, ...notices] };
}

/** Joins settings of several places; what comes later wins, key by key and mode by mode. All are right. */
export function mergeSettings(...inputs: readonly CondensationSettingsInput[]): CondensationSettingsInput {
  let joined: CondensationSettingsInput = {};
  for (const input of inputs) joined = joinTwo(joined, input);
  return joined;
}

function joinTwo(before: CondensationSettingsInput, after: CondensationSettingsInput): CondensationSettingsInput {
  const modes = { ...before.modes };
  for (const [name, mode] of Object.entries(after.modes ?? {})) modes[name] = { ...modes[name], ...mode };
  return {
    ...before,
    ...after,
    modes,
    profileThresholds: { ...before.profileThresholds, ...after.profileThresholds },
  };
}

/** Defaults, then the settings, then those of the mode. */
function settingsOf(input: CondensationSettingsInput, mode: string | undefined): CondensationSettings {
  const { modes = {}, profileThresholds = {}, ...base } = input;
  const own: CondensationModeInput = mode !== undefined && Object.hasOwn(modes, mode) ? (modes[mode] ?? {}) : {};
  const threshold = mode !== undefined && Object.hasOwn(profileThresholds, mode) ? profileThresholds[mode] : undefined;
  const merged = {
    ...DEFAULT_CONDENSATION_SETTINGS,
    ...base,
    ...(threshold === undefined ? {} : { autoCondenseContextPercent: threshold }),
    ...own,
  };
  return { ...merged, preservationPriority: completed(merged.preservationPriority) } as CondensationSettings;
}

/** Types that a list leaves out follow in the default order. */
function completed(list: CondensationSettings["preservationPriority"]): CondensationSettings["preservationPriority"] {
  const rest = DEFAULT_CONDENSATION_SETTINGS.preservationPriority.filter((type) => !list.includes(type));
  return [...list, ...rest];
}

/** Keys of options that are no settings. */
const OWN_KEYS = new Set<keyof CondensationOptions>([
  "settings",
  "apiHandler",
  "condensingApiHandler",
  "handlers",
  "isAutomaticTrigger",
  "signal",
  "pin",
  "summaryStore",
  "timeoutMs",
  "maxModelCalls",
  "maxCost",
]);

const isFrom = (least: number, most: number) => (value: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** What the limits of a call have to be. */
const LIMITS: Record<keyof CondensationLimits, [isRight: (value: number) => boolean, expected: string]> = {
  timeoutMs: [isFrom(1, 3_600_000), "whole milliseconds from 1 to 3,600,000"],
  maxModelCalls: [isFrom(0, 100), "a whole number of calls from 0 to 100"],
  maxCost: [(value) => Number.isFinite(value) && value >= 0, "US dollars, 0 or more"],
};

/** The limits of one condensation; a wrong one is replaced by its default, and named. */
function limitsOf(options: CondensationOptions): { limits: CondensationLimits; issues: Issue[] } {
  const issues: Issue[] = [];
  const given = Object.entries(LIMITS).flatMap(([key, [isRight, expected]]) => {
    const value = options[key as keyof CondensationLimits];
    if (value === undefined || isRight(value)) return value === undefined ? [] : [[key, value]];
    issues.push({ path: key, message: `expected ${expected}, got ${shownValue(value)}` });
    return [];
  });
  return { limits: { ...CONDENSATION_LIMITS, ...Object.fromEntries(given) }, issues };
}

/** The settings of one condensation: keys of the options win over `options.settings`; both over the mode's. */
export function settingsOfCall(
  { mode }: ConversationContext,
  options: CondensationOptions,
): LoadedSettings & { settings: CondensationSettings & CondensationLimits } {
  const direct = Object.entries(options).filter(
    ([key, value]) => value !== undefined && !OWN_KEYS.has(key as keyof CondensationOptions),
  );
  const { condensingApiHandler: handler } = options;
  const named = typeof handler === "string" ? { condensingApiHandler: handler } : {};
  const base = checkCondensationSettings(options.settings ?? {});
  const own = checkCondensationSettings({ ...Object.fromEntries(direct), ...named });
  // What the caller gives for this one condensation also wins over the mode's settings.
  const merged = mergeSettings(base.settings, own.settings);
  const { modes: _, profileThresholds: __, ...wins } = own.settings;
  const withMode = mode === undefined ? merged : mergeSettings(merged, { modes: { [mode]: wins } });
  const { limits, issues } = limitsOf(options);
  return {
    settings: { ...settingsOf(withMode, mode), ...limits },
    issues: [...base.issues, ...base.notices, ...own.issues, ...own.notices, ...issues],
  };
}
