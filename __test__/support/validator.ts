import type { Wire } from "../../ts/contract/report.js";
import { validateRequest } from "../../ts/validate/index.js";

/**
 * Rules that a request breaks, each with the message it is broken in, as comparable text: bytes move when a request
 * becomes smaller, places do not.
 */
export function violationsOf(request: Uint8Array, wire: Wire): string[] {
  return validateRequest(request, { wire }).map(({ rule, messageIndex }) => `${rule} at ${messageIndex ?? "–"}`);
}

/** The violations of `after` that `before` has not, each as often as it is new. */
export function newViolations(before: Uint8Array, after: Uint8Array, wire: Wire): string[] {
  const known = violationsOf(before, wire);
  return violationsOf(after, wire).filter((violation) => {
    const index = known.indexOf(violation);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}
