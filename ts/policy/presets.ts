import presets from "./presets.json" with { type: "json" };

/** Settings that fit together, from what every model reads alike to what saves most. */
export type Preset = "safe" | "balanced" | "strong";

/** The names of the presets, from the mildest on. */
export const PRESETS = ["safe", "balanced", "strong"] as const satisfies readonly Preset[];

const SETTINGS: Readonly<Record<Preset, object>> = presets;

/**
 * A policy in which the keys that it does not give have the values of the preset that it names, if it names one. Keys are
 * in camelCase; a list that is given replaces the preset's. The policy does not change.
 */
export function withPreset(policy: unknown): unknown {
  const name = isTable(policy) ? policy.preset : undefined;
  const preset = PRESETS.find((one) => one === name);
  return preset === undefined ? policy : filledIn(SETTINGS[preset], policy);
}

function filledIn(given: unknown, over: unknown): unknown {
  if (!isTable(given) || !isTable(over)) return over === undefined ? given : over;
  const keys = new Set([...Object.keys(given), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, filledIn(given[key], over[key])]));
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
