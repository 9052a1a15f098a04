/** What `--preset` can be: the presets of a policy. */
export const PRESET_CHOICES = ["none", "safe", "balanced", "strong"] as const;

/** A preset's name. */
export type PresetChoice = (typeof PRESET_CHOICES)[number];
