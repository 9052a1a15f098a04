// What was sent, billed and saved, kept on this machine for 90 days.
export { type Bill, type BilledRequest, Bills, type TwoBills } from "../pricing/bills.js";
export { entryOf, type LedgerEntry, type LedgerMode, type RunFacts } from "./entry.js";
export { hookLog, ledgerFile, stateFolder } from "./place.js";
export { LEDGER_DAYS, Ledger, type LedgerPageQuery, type LedgerQuery, type NumberedEntry } from "./store.js";
export { type LedgerSum, sumOf } from "./summary.js";
