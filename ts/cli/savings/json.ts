import { groupSavings, type Savings } from "../../simulate/index.js";
import { KINDS } from "./kinds.js";
import type { Unused } from "./unused.js";

/** Everything, for programs. Dollars are numbers, shares are from 0 to 1. */
export function toJson(savings: Savings, neverCalled: readonly Unused[]): string {
  const groups = Object.fromEntries(
    KINDS.filter((kind) => kind !== "session").map((kind) => [kind, groupSavings(savings, kind)]),
  );
  const { sessions, skipped, ...total } = savings;
  return `${JSON.stringify({ total, by: groups, neverCalled, sessions, skipped }, null, 2)}\n`;
}
