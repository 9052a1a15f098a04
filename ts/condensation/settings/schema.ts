// The only description of the settings of condensations: the check, the JSON Schema, the help texts and the page's form derive
// from it (`ts/shape/make-shapes.mjs`). It is a function of zod, so that no program loads zod to check them.
import type * as zod from "zod";
import { refinement } from "../../shape/refinement.js";
import { MessageType } from "../providers/base/message-type.js";
import { CONDENSATION_CHECKS } from "./named-checks.js";
import { DEFAULT_CONDENSATION_SETTINGS as DEFAULTS, INHERIT, PROVIDER_NAME } from "./settings.js";

type Zod = typeof zod;

/** The table `[condensation]`: every key may be absent, and is then inherited or has its default. */
export function buildCondensationTable(z: Zod) {
  const table = <const T extends zod.core.$ZodLooseShape>(shape: T) =>
    z.strictObject(shape, "expected a table of settings").partial();
  const mode = table(keysOf(z, true));
  const modes = z.record(z.string(), mode, "expected a table").optional();
  return table(keysOf(z, false)).extend({ modes: modes.describe("Settings by mode of the agent.") });
}

/** The settings, of a mode or outside of modes. */
function keysOf(z: Zod, ofMode: boolean) {
  const percent = (min: number, max: number) => {
    const expected = `expected a whole number of percent from ${min} to ${max}${ofMode ? `, or ${INHERIT} to inherit` : ""}`;
    const own = z.int(expected).min(min, expected).max(max, expected);
    return ofMode ? z.union([z.literal(INHERIT), own], expected) : own;
  };
  const flag = () => z.boolean("expected true or false");
  const text = (expected: string, max: number) => z.string(`expected ${expected}`).max(max, `expected ${expected}`);
  const names = Object.values(MessageType);
  const type = z.enum(names, `expected one of ${names.join(", ")}`);
  const name = "expected the name of a provider: small letters, digits and hyphens";
  const keys = {
    provider: z.string(name).regex(PROVIDER_NAME, name).describe("`native`, `smart`, or a plug-in of yours."),
    autoCondenseContext: flag().describe(
      "Condense once a conversation nears its limit; acts only where condensation is asked for.",
    ),
    autoCondenseContextPercent: percent(5, 100).describe(
      "Condense once a conversation has this share of its context limit.",
    ),
    customCondensingPrompt: text("a prompt of at most 100,000 chars", 100_000).describe(
      "Prompt for the model that summarises; an empty text is none.",
    ),
    condensingApiHandler: text("the name of a handler", 256).describe(
      "Name of the model handler that summarises, where a program gives handlers.",
    ),
    enableLosslessPhase: flag().describe("Smart: first remove what is there twice."),
    enableContentTypeAwareness: flag().describe(
      "Smart: condense each type of content in its own way; off: one phase, oldest first.",
    ),
    preservationPriority: z
      .array(type, "expected a list of types of content")
      .refine(...refinement("distinct", CONDENSATION_CHECKS.distinct))
      .describe(
        "Smart: types in the order of keeping, first kept longest; the order of loss is the opposite. Types left out follow in the default order.",
      ),
    targetReductionPercent: percent(1, 95).describe(
      "Smart: the reduction to stop at, of all tokens before. At 65 the bill is 17 % below native's.",
    ),
    maxReductionPercentPerPhase: percent(1, 100).describe("Smart: the most that one phase takes of its type."),
  };
  if (ofMode) return keys;
  const shown = Object.entries(keys).map(([key, schema]) => {
    const value: unknown = Reflect.get(DEFAULTS, key);
    return [key, value === undefined ? schema : schema.meta({ ...schema.meta(), default: value })];
  });
  return Object.fromEntries(shown) as typeof keys;
}
