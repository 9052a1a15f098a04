import type { Finished } from "../account/finished.js";
import { headerOf } from "../edge.js";
import type { Refusal } from "../refusal.js";
import { type Access, UNAUTHORIZED } from "./access.js";
import type { CallerLimit, CallerLimits } from "./caller-limits.js";

/** Who is counted, and how far. */
export interface Counting {
  access: Access;
  limits: CallerLimits;
  /** The limits of callers without a key. */
  limit: CallerLimit;
}

/**
 * Lets a request to a provider in, as one of its caller's: the holder of `x-tamis-key`, else whoever has its credential.
 * The function that is returned ends it.
 */
export function enter(
  rawHeaders: readonly string[],
  { access, limits, limit }: Counting,
  finished: Finished,
): (() => void) | Refusal {
  const token = headerOf(rawHeaders, "x-tamis-key");
  const holder = token === undefined ? undefined : access.keys.holderOf(token);
  if (token !== undefined && holder === undefined) return UNAUTHORIZED;
  finished.caller = holder?.name;
  if (holder !== undefined) return limits.enter(`key ${holder.name}`, holder);
  const isUnlimited = limit.requestsPerMinute === 0 && limit.concurrentRequests === 0;
  // Without limits, no request spends time on a name.
  return limits.enter(isUnlimited ? "" : limits.nameOf(rawHeaders), limit);
}
