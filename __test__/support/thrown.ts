import { TamisError } from "../../ts/base/errors.js";

/** The TamisError that `run` throws; anything else fails the test. */
export function thrownBy(run: () => unknown): TamisError {
  try {
    run();
  } catch (error) {
    if (TamisError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("expected a TamisError, nothing was thrown");
}
