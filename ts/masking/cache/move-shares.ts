import { SCALE } from "../../wires/cache-facts.js";
import type { MoveRule } from "./move-rule.js";

/**
 * The most by which a bill may exceed that of sending everything, in percent: if this request is the last one, and if as
 * many as a quarter of those so far follow.
 */
export interface Excess {
  readonly now: bigint;
  readonly later: bigint;
}

/** How many halves of the rent waiting has cost, and the excess that is then allowed; undefined: any. */
type Share = readonly [halves: number, most: Excess | undefined];

/** When a move pays, by strategy: any of these. */
export function sharesOf(strategy: MoveRule["strategy"]): readonly Share[] {
  return strategy === "auto" ? STAGES : WHOLE_RENT;
}

const WHOLE_RENT: readonly Share[] = [[2, undefined]];
const STAGES: readonly Share[] = [
  [1, { now: 10n, later: 4n }],
  [2, { now: 12n, later: 4n }],
  // The move has been paid twice; its cost may grow with the conversation for as long as it waits.
  [4, undefined],
];

/** What one request more adds to what waiting has cost, and what a move costs; all × 10,000. */
interface Waited {
  halves: number;
  rent: number;
  cost: number;
  meter: number;
  each: number;
}

/** About how many more requests make a move pay; 0 if that cannot be said. */
export function requestsUntilPaid({ halves, rent, cost, meter, each }: Waited): number {
  const added = 2n * BigInt(SCALE) * BigInt(each);
  if (added <= 0n) return 0;
  const wanted = BigInt(halves) * BigInt(rent) * BigInt(cost) - 2n * BigInt(SCALE) * BigInt(meter);
  const count = (wanted + added - 1n) / added;
  return count > 0xffff_ffffn ? 0 : Math.max(1, Number(count));
}
