import type { SessionTotals } from "./state.js";
import type { Turn } from "./turn.js";
import type { LimitState } from "./warnings.js";

/** A change that is written to disk first and then made in memory. */
export interface Change {
  append?: readonly Turn[];
  replace?: Turn[];
  limit?: LimitState;
  totals?: SessionTotals;
}
