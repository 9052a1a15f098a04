import type { LedgerEntry } from "../../ledger/index.js";
import { type CacheCause, type CacheDiagnosis, cacheText } from "../../pricing/diagnose-cache.js";
import type { RequestRow } from "../api.js";
import { whyNotMore } from "./why.js";

/** How a row is known. */
interface Known {
  id: string;
  source: RequestRow["source"];
  hasBody: boolean;
}

/** Of an entry, the members that a row has under the same name, where they are known. */
const SAME = [
  ...["session", "model", "host", "wire", "status", "refused", "skipped", "input", "cached", "written", "output"],
  ...["cost", "otherCost", "policy", "stage", "condensed", "reduceMicros", "firstByteMs", "ms"],
] as const;

export function rowOf(entry: LedgerEntry, known: Known): RequestRow {
  const { at, agent, mode, surface, run, tokensBefore, tokensAfter, reducedCount, moved, waitingTokens } = entry;
  const same = SAME.flatMap((name) => {
    const value: unknown = Reflect.get(entry, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const [saved, why, cache] = [savedBy(entry), whyNotMore(entry), cacheOf(entry)];
  return {
    ...known,
    ...{ at, agent, mode, surface, run, tokensBefore, tokensAfter, reducedCount, moved, waitingTokens },
    ...Object.fromEntries(same),
    ...(saved === undefined ? {} : { saved }),
    ...(why === undefined ? {} : { why }),
    ...(cache === undefined ? {} : { cache }),
  };
}

/** Dollars that the reduction saved, or would have; undefined without prices. */
export function savedBy({
  cost,
  otherCost,
  mode,
}: Pick<LedgerEntry, "cost" | "otherCost" | "mode">): number | undefined {
  if (cost === undefined || otherCost === undefined) return undefined;
  return mode === "reduce" ? otherCost - cost : cost - otherCost;
}

function cacheOf({ cacheCause, cacheLost = 0 }: LedgerEntry): CacheDiagnosis | undefined {
  if (cacheCause === undefined) return undefined;
  const cause = cacheCause as CacheCause;
  return { cause, message: cacheText(cause), lostTokens: cacheLost };
}
