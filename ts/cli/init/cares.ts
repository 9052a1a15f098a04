import type { PolicyInput } from "../../policy/policy.js";

/** How careful someone wants to be: the grounding to keep, and the preset where there are no sessions to learn from. */
export const CARES = {
  careful: { minGrounding: 0.92, preset: "safe", about: "almost all of what calls name stays in the request" },
  normal: { minGrounding: 0.85, preset: "balanced", about: "most of it stays, and more is saved" },
  bold: { minGrounding: 0.75, preset: "strong", about: "more of it goes, and most is saved" },
} as const satisfies Record<string, { minGrounding: number; preset: PolicyInput["preset"]; about: string }>;

/** A name of {@link CARES}. */
export type Care = keyof typeof CARES;
