import type { PolicyInput } from "../../ts/policy/policy.js";

/**
 * A policy that only masks, by a window of 8 tool turns, unless it says otherwise: for tests that look at one thing at a
 * time. Without it the default policy holds, in which everything works together.
 */
export const masksAlone = (policy: PolicyInput = {}): PolicyInput => ({ preset: "none", ...policy });
