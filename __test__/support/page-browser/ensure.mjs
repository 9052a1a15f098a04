/** Throws with `message` where something does not hold. */
export function ensure(holds, message) {
  if (!holds) throw new Error(message);
}

/** Throws where two values differ. */
export function equal(actual, expected, message) {
  ensure(actual === expected, `${message}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}
