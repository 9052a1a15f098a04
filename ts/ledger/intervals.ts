// Intervals in which a figure lies with 95 % probability, so that chance is not taken for an effect.
import { type Interval, type Ratio, RatioSums, Z_95 } from "../gateway/holdout/ratio.js";

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

/** The ratio of sums over sessions, which are the units of chance. @returns undefined with fewer than two, or nothing to divide by */
export function ratioOf(pairs: readonly Pair[]): Ratio | undefined {
  const sums = new RatioSums(Number.POSITIVE_INFINITY);
  for (const [index, [part, whole]] of pairs.entries()) sums.add(String(index), part, whole);
  return sums.ratio;
}

export function ratioInterval(ratio: Ratio | undefined): Interval | undefined {
  if (ratio === undefined) return undefined;
  const half = Z_95 * Math.sqrt(ratio.variance);
  return { value: ratio.value, low: Math.max(0, ratio.value - half), high: ratio.value + half };
}

/** By how much one ratio is above another as a share of it, and the standard error: 0.1 is a tenth more. */
export function changeOf(
  one: Ratio | undefined,
  other: Ratio | undefined,
): { value: number; error: number } | undefined {
  if (one === undefined || other === undefined || other.value === 0) return undefined;
  const times = one.value / other.value;
  const error = Math.sqrt(one.variance + times * times * other.variance) / other.value;
  return { value: times - 1, error };
}
