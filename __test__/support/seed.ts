import fc from "fast-check";

/**
 * Seed of all generated cases, so that a run repeats the one before it and a failure is about the change at hand.
 * `TAMIS_TEST_SEED=random` draws a new one, which fast-check prints with a failure; a number repeats that run.
 */
const asked = process.env.TAMIS_TEST_SEED;
const seed = asked === "random" ? undefined : Number(asked ?? 20_261_122);
if (seed !== undefined && !Number.isSafeInteger(seed)) {
  throw new Error(`TAMIS_TEST_SEED is "random" or a whole number, not ${JSON.stringify(asked)}`);
}
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(seed === undefined ? {} : { seed }) });
