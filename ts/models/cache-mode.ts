// Which cache a request gets, of those that its provider offers, and how long entries live in it.
import { type CacheRow, MODEL_TABLE } from "./rows.js";

/** How a request asks to be cached. */
export interface CacheWish {
  /** Whether it marks what is to be cached. @default false */
  isMarked?: boolean | undefined;
  /** Its `prompt_cache_retention`. @default none */
  retention?: string | undefined;
}

/** The cache that a request gets: the row's own, with what the mode changes that it asks for. */
export function cacheFor({ modes = [], ...cache }: CacheRow, { isMarked = false, retention }: CacheWish): CacheRow {
  const asked = modes.find((mode) => (mode.asked === "marker" ? isMarked : mode.asked === retention));
  if (asked === undefined) return { ...cache, modes };
  const { name: _, asked: __, ...values } = asked;
  return { ...cache, ...values } as CacheRow;
}

/** Seconds for which an unused entry can be counted on. */
export const lifeSecondsOf = ({ lifeSeconds, longLifeSeconds = lifeSeconds }: CacheRow, isLong: boolean): number =>
  isLong ? longLifeSeconds : lifeSeconds;

/**
 * Seconds after which an unused entry is gone for certain. Where the client must mark, that is its lifetime; else the
 * provider keeps it for as long as it likes, up to the longest that it names.
 */
export function goneSecondsOf(cache: CacheRow, isLong: boolean): number {
  const life = lifeSecondsOf(cache, isLong);
  if (cache.marker === "needed") return cache.longestSeconds ?? life;
  const own = (cache.modes ?? []).filter(({ asked }) => asked === "provider").map(({ lifeSeconds = 0 }) => lifeSeconds);
  return cache.longestSeconds ?? (own.length > 0 ? Math.max(life, ...own) : MODEL_TABLE.undocumentedLifeSeconds);
}
