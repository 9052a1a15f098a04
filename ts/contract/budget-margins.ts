// What a plan knows of its budget beyond doubt, for whoever would otherwise plan the request once more to count it.
import type { Report } from "./report.js";

export interface BudgetMargins {
  /** The request as it came is over the budget. */
  cameOver: boolean;
  /** The reduced request is within it, with room for what roundings hide. */
  hasRoom: boolean;
}

const NOTHING: BudgetMargins = { cameOver: false, hasRoom: false };
const known = new WeakMap<object, BudgetMargins>();

export function keepMargins(report: object, margins: BudgetMargins): void {
  known.set(report, margins);
}

/** The margins of a plan for which `margins` was asked; of any other, nothing is known. */
export const marginsOf = (report: Report | undefined): BudgetMargins =>
  (report === undefined ? undefined : known.get(report)) ?? NOTHING;
