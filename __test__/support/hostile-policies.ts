import type { PolicyInput } from "../../ts/policy/policy.js";
import { written } from "./written.js";

const mask = { windowTurns: 2, minChars: 0, keepErrors: false } as const;
const args = { maxChars: 200, digest: { maxChars: 60, ratio: 0.2 } } as const;
/** Very different ways to edit the same conversation. */
export const HOSTILE_POLICIES: readonly PolicyInput[] = [
  {},
  { preset: "strong" },
  { mask },
  written({ mask, cache: { strategy: "rent", rent: 0.2 } }),
  { mask, cache: { strategy: "every-turn" } },
  { preset: "none", mask, cache: { strategy: "every-turn" } },
  written({ mask, cache: { strategy: "rent", rent: 1 } }),
  written({ mask, cache: { strategy: "rent", rent: 100 }, budget: { tokens: 4500 } }),
  { mask, cache: { thinking: "keep", strategy: "every-turn" } },
  { mask, cache: { thinking: "drop", strategy: "every-turn" } },
  written({ mask, cache: { thinking: "drop", rent: 0.2 } }),
  written({ mask, cache: { rent: 0.2 } }),
  written({ mask, cache: { rent: 0.1 }, args }),
  written({ mask, cache: { rent: 0.2 }, arrival: { dedupe: "newest" } }),
  written({ mask, tools: { schema: true } }),
];
