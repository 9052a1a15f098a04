// Intervals in which a figure lies with 95 % probability, so that chance is not taken for an effect.

/** A figure with its interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

const Z_95 = 1.959_964;

/**
 * Wilson's interval of a share.
 *
 * @param count At most `all`.
 * @returns undefined where `all` is 0.
 */
export function shareInterval(count: number, all: number): Interval | undefined {
  if (all === 0) return undefined;
  const share = count / all;
  const square = Z_95 ** 2;
  const middle = (share + square / (2 * all)) / (1 + square / all);
  const half = (Z_95 / (1 + square / all)) * Math.sqrt((share * (1 - share)) / all + square / (4 * all ** 2));
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** A part and a whole of one session. */
export type Pair = readonly [part: number, whole: number];

const DRAWS = 2_000;
const LOW = 0.025;

/** The ratio of sums over sessions, by bootstrap. Sessions differ more than their calls do, so whole sessions are drawn. */
export function ratioInterval(pairs: readonly Pair[]): Interval | undefined {
  const value = ratioOf(pairs);
  if (value === undefined) return undefined;
  const next = generator();
  return { value, ...middleOf(Array.from({ length: DRAWS }, () => ratioOf(drawn(pairs, next)))) };
}

/** How much the ratio of one group is above that of another: 0.1 is a tenth more. @returns undefined where one has none */
export function changeInterval(group: readonly Pair[], other: readonly Pair[]): Interval | undefined {
  const change = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined || b === 0 ? undefined : a / b - 1;
  const value = change(ratioOf(group), ratioOf(other));
  if (value === undefined) return undefined;
  const next = generator();
  const draws = Array.from({ length: DRAWS }, () => change(ratioOf(drawn(group, next)), ratioOf(drawn(other, next))));
  return { value, ...middleOf(draws) };
}

function ratioOf(pairs: readonly Pair[]): number | undefined {
  let [parts, wholes] = [0, 0];
  for (const [part, whole] of pairs) {
    parts += part;
    wholes += whole;
  }
  return wholes === 0 ? undefined : parts / wholes;
}

const drawn = (pairs: readonly Pair[], next: () => number): Pair[] =>
  pairs.map(() => pairs[Math.floor(next() * pairs.length)] ?? [0, 0]);

function middleOf(draws: readonly (number | undefined)[]): { low: number; high: number } {
  const sorted = draws.filter((draw) => draw !== undefined).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { low: at(LOW), high: at(1 - LOW) };
}

/** The same numbers each time, so that the same ledger says the same: Marsaglia's xorshift with 32 bits. */
function generator(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
