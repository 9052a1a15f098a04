import { isRecord } from "../text/json-value.js";
import presets from "./presets.json" with { type: "json" };

/** Settings that fit together: masks alone, then from what every model reads alike to what saves most. */
export type Preset = "none" | "safe" | "balanced" | "strong";

/** The names of the presets, from the mildest on. */
export const PRESETS = ["none", "safe", "balanced", "strong"] as const satisfies readonly Preset[];

/** The preset whose settings are the default ones. */
export const DEFAULT_PRESET: Preset = "balanced";

/** What differs from the default settings, which are those of `balanced`. */
const SETTINGS: Readonly<Record<Preset, object>> = presets;

/**
 * A policy in which the keys that it does not give have the values of the preset that it names. One that names none is
 * as it is, so that the default settings hold. Keys are in camelCase; a list that is given replaces the preset's. The
 * policy does not change.
 */
export function withPreset(policy: unknown): unknown {
  if (!isRecord(policy)) return policy;
  const preset = PRESETS.find((one) => one === policy.preset);
  return preset === undefined ? policy : filledIn(SETTINGS[preset], policy);
}

function filledIn(given: unknown, over: unknown): unknown {
  if (!isRecord(given) || !isRecord(over)) return over === undefined ? given : over;
  const keys = new Set([...Object.keys(given), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, filledIn(given[key], over[key])]));
}
