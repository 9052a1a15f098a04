/** A small seeded generator (mulberry32): the same numbers on every machine, unlike `Math.random`. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** About normal, mean 0, deviation 1. */
  normal(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
