/** What `--preset` can be. */
export const PRESET_CHOICES = ["safe", "balanced", "strong", "none"] as const;

/** A preset, or `none` for the library's default policy. */
export type PresetChoice = (typeof PRESET_CHOICES)[number];
