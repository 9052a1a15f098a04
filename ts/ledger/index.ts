// What was sent, billed and saved, kept on this machine for 90 days.

export type { Interval } from "../gateway/holdout/ratio.js";
export { type Bill, type BilledRequest, Bills, type TwoBills } from "../pricing/bills.js";
export { type CallCounts, CallWatch, type ReducedResult, type SeenCalls } from "../reduce/call-watch.js";
export {
  COMPARED,
  type ComparedFigure,
  type ComparedPart,
  type ComparedRow,
  type Comparison,
  compareHoldout,
} from "./compare.js";
export {
  type CallEntry,
  callEntriesOf,
  entryOf,
  type LedgerEntries,
  type LedgerEntry,
  type LedgerMode,
  type ResultEntry,
  type RunFacts,
} from "./entry.js";
export { hookLog, ledgerFile, stateFolder } from "./place.js";
export {
  LEDGER_DAYS,
  Ledger,
  type LedgerPageQuery,
  type LedgerQuery,
  type NumberedEntry,
  requireLedger,
} from "./store.js";
export { type LedgerSum, LedgerSummer, SUMMED, sumOf } from "./summary.js";
export { type Explanation, explain, type ReducedRow, type RuleRow } from "./why.js";
