import { TamisError } from "./errors.js";
import { shownValue, unknownKeyMessage } from "./issues.js";

/**
 * Refuses unknown keys, so that a typo never silently disables an option.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function checkKeys(options: object, valid: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !valid.includes(key));
  if (unknown !== undefined) throw new TamisError("OPTION_INVALID", `options: ${unknownKeyMessage(unknown, valid)}`);
}

/**
 * Returns the value if `accepts` accepts it.
 *
 * @throws TamisError `OPTION_INVALID`, naming the option, what was expected, and the value.
 */
export function check<T>(name: string, value: T, accepts: (value: unknown) => boolean, expected: string): T {
  if (accepts(value)) return value;
  throw new TamisError("OPTION_INVALID", `options.${name}: expected ${expected}, got ${shownValue(value)}`);
}

/** Accepts whole numbers of at least `least`. */
export const isCount = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least;
export const isFlag = (value: unknown) => typeof value === "boolean";
export const isFunction = (value: unknown) => typeof value === "function";
export const isBudget = (value: unknown) => typeof value === "number" && value >= 0;
