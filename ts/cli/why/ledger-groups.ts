// What the help names without loading the ledger.

/** What the ledger can be added up by. */
export const LEDGER_GROUPS = ["agent", "key", "user", "team", "model", "project", "policy", "day"] as const;
export type LedgerGroup = (typeof LEDGER_GROUPS)[number];

/** The options of `tamis why --ledger`. */
export interface LedgerFlags {
  days?: number;
  json?: boolean;
  by?: LedgerGroup;
}
