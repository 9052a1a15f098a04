/** Node loads it when it is first asked for, through an accessor that costs a small request 2 % of its time. */
let clock: typeof performance | undefined;

/** Milliseconds since the process started, with fractions. */
export function nowMillis(): number {
  clock ??= performance;
  return clock.now();
}

/** Whole microseconds since {@link nowMillis} was `startedAt`. */
export const microsSince = (startedAt: number): number => Math.round((nowMillis() - startedAt) * 1000);
