// What the bills of a session say about it: how many tokens its provider makes of an estimated one, how large the part is
// that the log lacks, and what the cache had lost.
import type { Billed } from "./cache.js";

/** What was learned from a session's bills. */
export interface Learned {
  /** Billed tokens for each estimated one. */
  readonly ratio: number;
  /** Estimated tokens of system prompt and tools, and the part of them that other sessions left in the cache. */
  readonly prefixTokens: number;
  readonly cachedTokens: number;
  /** The most estimated tokens that the cache still had at each step; infinite where it had all that it was given. */
  readonly heldTokens: readonly number[];
}

/** Growth below this says too little about the ratio. */
const LEAST_GROWTH_TOKENS = 2_000;
/** No tokenizer differs more from the estimate. */
const RATIOS = { least: 0.6, most: 4 } as const;
/** Below this share of what the request before had, the cache has lost a part. */
const WHOLE_SHARE = 0.9;

/**
 * Reads the bills of a session. Linear.
 *
 * @param estimated Estimated tokens of the messages of each step's request.
 * @param recorded The bill of each.
 */
export function learnFrom(estimated: readonly number[], recorded: readonly Billed[]): Learned {
  const totals = recorded.map(totalOf);
  const ratio = learnRatio(estimated, totals);
  const [first, bill] = [totals[0] ?? 0, recorded[0]];
  const prefixTokens = Math.max(0, Math.round(first / ratio) - (estimated[0] ?? 0));
  return {
    ratio,
    prefixTokens,
    cachedTokens: Math.min(prefixTokens, Math.round((bill?.read ?? 0) / ratio)),
    heldTokens: recorded.map(({ read }, step) => {
      const before = recorded[step - 1];
      const given = before === undefined ? 0 : before.read + before.written;
      return read < WHOLE_SHARE * Math.min(given, totals[step] ?? 0)
        ? Math.round(read / ratio)
        : Number.POSITIVE_INFINITY;
    }),
  };
}

const totalOf = ({ fresh, read, written }: Billed): number => fresh + read + written;

/** By the growth from request to request: what the log lacks of all of them is not in it. */
function learnRatio(estimated: readonly number[], totals: readonly number[]): number {
  let [grown, billed] = [0, 0];
  for (let step = 1; step < totals.length; step++) {
    const more = (totals[step] ?? 0) - (totals[step - 1] ?? 0);
    const moreText = (estimated[step] ?? 0) - (estimated[step - 1] ?? 0);
    // A request that is smaller than the one before lacks something, of which the log may not tell.
    if (more < 0 || moreText < 0) continue;
    grown += moreText;
    billed += more;
  }
  return grown < LEAST_GROWTH_TOKENS ? 1 : Math.min(RATIOS.most, Math.max(RATIOS.least, billed / grown));
}
