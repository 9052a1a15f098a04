/** Cached, because the accessor of Node's global, which loads it on first use, costs a small request 2 % of its time. */
let clock: typeof performance | undefined;

/** Milliseconds since the process started, with fractions. */
export function nowMillis(): number {
  clock ??= performance;
  return clock.now();
}

/** Whole microseconds since {@link nowMillis} returned `startedAt`. */
export const microsSince = (startedAt: number): number => Math.round((nowMillis() - startedAt) * 1000);

/** A span of time for people: `5 min`, `1 h`. */
export const spanOf = (seconds: number): string => (seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`);

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;
