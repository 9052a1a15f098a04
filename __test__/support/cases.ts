/** Environment variable that multiplies the number of generated cases, for long runs by hand. */
const FACTOR = Number(process.env.TAMIS_TEST_FACTOR ?? 1);

/** How many cases a generated test runs: `count` in `npm test`. */
export function cases(count: number): number {
  return Math.max(1, Math.round(count * (Number.isFinite(FACTOR) ? FACTOR : 1)));
}

/** Time limit for a test of that many cases, in milliseconds, generous for slow shared machines. */
export function timeLimit(milliseconds: number): number {
  return milliseconds * Math.max(1, FACTOR || 1);
}
