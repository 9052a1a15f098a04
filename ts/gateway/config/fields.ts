// Kinds of values that several tables of the gateway's configuration have, as functions of zod: no program loads it.
import type * as zod from "zod";
import { refinement } from "../../shape/refinement.js";
import { GATEWAY_CHECKS, HOSTS, URLS } from "./named-checks.js";

export type Zod = typeof zod;

const VARIABLES = "expected the name of an environment variable: letters, digits and underscores";

/** A check of {@link GATEWAY_CHECKS} as zod takes it. */
export const named = (name: keyof typeof GATEWAY_CHECKS) => refinement(name, GATEWAY_CHECKS[name]);

export function fieldsOf(z: Zod) {
  return {
    /** A table with these keys and no others. */
    table: <const T extends zod.core.$ZodLooseShape>(shape: T) => z.strictObject(shape, "expected a table of settings"),
    whole(what: string, min: number, max: number) {
      const expected = `expected ${what} from ${min} to ${max}`;
      return z.int(expected).min(min, expected).max(max, expected);
    },
    flag: () => z.boolean("expected true or false"),
    text: (what: string, max = 4096) =>
      z.string(`expected ${what}`).min(1, `expected ${what}`).max(max, `expected ${what}`),
    oneOf: <const T extends readonly [string, ...string[]]>(values: T) =>
      z.enum(values, `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`),
    /** The base URL of a provider. */
    upstreamUrl: () => z.string(URLS).refine(...named("upstreamUrl")),
    /** An address to listen on. */
    hostName: () => z.string(HOSTS).refine(...named("hostName")),
    /** The name of an environment variable. */
    variableName: () => z.string(VARIABLES).regex(/^[A-Za-z_][A-Za-z0-9_]{0,254}$/, VARIABLES),
  };
}
