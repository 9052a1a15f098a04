import type { Issue } from "../../base/errors.js";
import { policyInvalid } from "../../base/issues.js";
import type { ConversationContext } from "../providers/base/context.js";
import type { CondensationOptions } from "../providers/base/options.js";
import { checkCondensationSettings } from "./check.js";
import {
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
    fallback: { ...before.fallback, ...after.fallback },
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
    fallback: { ...DEFAULT_CONDENSATION_SETTINGS.fallback, ...given(base.fallback), ...given(own.fallback) },
  };
  return { ...merged, preservationPriority: completed(merged.preservationPriority) } as CondensationSettings;
}

const given = (table: object | undefined): object =>
  Object.fromEntries(Object.entries(table ?? {}).filter(([, value]) => value !== undefined));

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
]);

/** The settings of one condensation: keys of the options win over `options.settings`; both over the mode's. */
export function settingsOfCall({ mode }: ConversationContext, options: CondensationOptions): LoadedSettings {
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
  return {
    settings: settingsOf(withMode, mode),
    issues: [...base.issues, ...base.notices, ...own.issues, ...own.notices],
  };
}
