// Results that say what is no longer so: a file that was read or changed again, a command that ran again.

import { hasFailed, type ResultText } from "../../lossless/result-text.js";

/** Why a result is stale. */
export type Staleness =
  /** The same call was made again: `by` has its newest result. */
  | { kind: "superseded"; by: ResultText }
  /** The file that it shows was changed later, or read again in another way. */
  | { kind: "stale" };

/** The results that are stale, in document order. Errors supersede nothing. Linear. */
export function findStale(results: readonly ResultText[]): Map<ResultText, Staleness> {
  const found = new Map<ResultText, Staleness>();
  const newest = new Map<string, ResultText>();
  const touched = new Set<string>();
  for (const result of results.toReversed()) {
    const { tool, args, shown, path, isWhole } = result;
    const key = JSON.stringify([tool, args]);
    const later = args === "" ? undefined : newest.get(key);
    if (later !== undefined && isWhole) found.set(result, { kind: "superseded", by: later });
    else if (path !== undefined && touched.has(path)) found.set(result, { kind: "stale" });
    if (hasFailed(result)) continue;
    if (later === undefined) newest.set(key, result);
    if (shown.path !== undefined) touched.add(shown.path);
  }
  return new Map([...found].reverse());
}
