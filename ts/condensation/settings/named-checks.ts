import type { NamedChecks } from "../../shape/shape.js";

/** The checks of settings that are more than a limit, by the names under which their shape has them. */
export const CONDENSATION_CHECKS = {
  distinct: (list) => {
    const names = list as readonly string[];
    const twice = names.find((one, index) => names.indexOf(one) !== index);
    return twice === undefined ? undefined : `names ${twice} twice`;
  },
} satisfies NamedChecks;
