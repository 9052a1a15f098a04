import type { NamedChecks } from "../shape/shape.js";

/** The checks of a profile that are more than a limit, by the names under which its shape has them. */
export const PROFILE_CHECKS = {
  place: (json) => {
    const { variable, argument } = Object(json);
    return (variable === undefined) === (argument === undefined) ? "expected either variable or argument" : undefined;
  },
} satisfies NamedChecks;
