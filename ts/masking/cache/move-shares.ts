import type { MoveRule } from "./move-rule.js";

/**
 * The most by which a bill may exceed that of sending everything, in percent: if this request is the last one, and if as
 * many as a quarter of those so far follow.
 */
export interface Excess {
  readonly now: bigint;
  readonly later: bigint;
}

/** What the rent is divided by, and the excess that is then allowed; undefined: any. */
type Share = readonly [share: number, most: Excess | undefined];

/** When a move pays, by strategy: any of these. */
export function sharesOf(strategy: MoveRule["strategy"]): readonly Share[] {
  return strategy === "auto" ? EARLY_AND_LATE : WHOLE_RENT;
}

const WHOLE_RENT: readonly Share[] = [[1, undefined]];
const EARLY_AND_LATE: readonly Share[] = [
  [2, { now: 9n, later: 2n }],
  [1, { now: 12n, later: 4n }],
];
