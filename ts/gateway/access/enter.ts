// The first stage of a request to a provider: who it is, and whether that caller may have one more.
import type { Finished } from "../account/finished.js";
import { headerOf } from "../edge.js";
import type { Refusal } from "../refusal.js";
import { type Access, UNAUTHORIZED } from "./access.js";
import type { CallerLimits } from "./caller-limits.js";

/** Who is counted, and how far. */
export interface Counting {
  access: Access;
  limits: CallerLimits;
  /** Most requests of a caller at one time; 0: no limit. */
  most: number;
  /** The request gets a key of the operator's: its caller must show one of the gateway's. */
  isKeyed: boolean;
}

/**
 * Lets a request to a provider in, as one of its caller's: the holder of `x-tamis-key`, else whoever has its credential.
 * The function that is returned ends it.
 */
export function enter(
  rawHeaders: readonly string[],
  { access, limits, most, isKeyed }: Counting,
  finished: Finished,
): (() => void) | Refusal {
  const token = headerOf(rawHeaders, "x-tamis-key");
  const shown = token === undefined ? undefined : access.keys.holderOf(token);
  if (token !== undefined && shown === undefined) return UNAUTHORIZED;
  const admitted = isKeyed ? access.admit(rawHeaders) : undefined;
  if (admitted !== undefined && "reason" in admitted) return admitted;
  const holder = shown ?? (admitted?.isLocal ? undefined : admitted);
  finished.caller = holder?.name;
  if (holder !== undefined) return limits.enter(`key ${holder.name}`, most);
  // Without limits, no request spends time on a name.
  return limits.enter(most === 0 ? "" : limits.nameOf(rawHeaders), most);
}
