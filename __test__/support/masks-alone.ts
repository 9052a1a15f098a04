import type { PolicyInput, SettingsInput } from "../../ts/policy/policy.js";
import { written } from "./written.js";

/**
 * A policy that only masks, by a window of 8 tool turns, unless it says otherwise: for tests that look at one thing at a
 * time. Without it the default policy holds, in which everything works together.
 */
export const masksAlone = (policy: SettingsInput | PolicyInput = {}): PolicyInput =>
  written({ preset: "none", ...policy });
