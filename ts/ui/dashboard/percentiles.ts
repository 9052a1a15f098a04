import type { Percentiles } from "../api.js";

/** Percentiles of times; undefined where there are none. */
export function percentilesOf(values: readonly (number | undefined)[]): Percentiles | undefined {
  const sorted = values.filter((value): value is number => value !== undefined).sort((a, b) => a - b);
  const most = sorted.at(-1);
  if (most === undefined) return undefined;
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? most;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), most };
}
