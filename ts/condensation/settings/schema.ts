import type * as zod from "zod";
import { loadPeer } from "../../base/load-peer.js";
import { requireHere } from "../../base/require-here.js";
import { MessageType } from "../providers/base/message-type.js";
import { DEFAULT_CONDENSATION_SETTINGS as DEFAULTS } from "./settings.js";

type Zod = typeof zod;

/** What a provider may be called. */
export const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** A number that means "as outside the mode". */
export const INHERIT = -1;

/**
 * The only description of the settings: checks, help texts and documentation derive from it. A function of zod, so that zod
 * is loaded only when settings are checked.
 */
function buildShape(z: Zod) {
  const whole = (what: string, min: number, max: number) => {
    const expected = `expected ${what} from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`;
    return z.int(expected).min(min, expected).max(max, expected);
  };
  const percent = (min: number, max: number) => whole("a whole number of percent", min, max);
  const flag = () => z.boolean("expected true or false");
  const text = (expected: string, max: number) => z.string(`expected ${expected}`).max(max, `expected ${expected}`);
  const names = Object.values(MessageType);
  const type = z.enum(names, `expected one of ${names.join(", ")}`);
  const cost = z.number("expected US dollars, 0 or more").min(0, "expected US dollars, 0 or more").finite();
  return {
    provider: z
      .string("expected the name of a provider")
      .regex(PROVIDER_NAME, "expected the name of a provider: small letters, digits and hyphens")
      .describe("`native`, `smart`, or a plug-in of yours."),
    autoCondenseContext: flag().describe(
      "Condense once a conversation nears its limit; acts only where condensation is asked for.",
    ),
    autoCondenseContextPercent: percent(5, 100).describe("Share of the context limit from which that is so."),
    customCondensingPrompt: text("a prompt of at most 100,000 chars", 100_000).describe(
      "Prompt for the model that summarises; an empty text is none.",
    ),
    condensingApiHandler: text("the name of a handler", 256).describe("Name of the handler that summarises."),
    enableLosslessPhase: flag().describe("Smart: first remove what is there twice."),
    enableContentTypeAwareness: flag().describe(
      "Smart: condense each type of content in its own way; off: one phase, oldest first.",
    ),
    preservationPriority: z
      .array(type, "expected a list of types of content")
      .superRefine((list, context) => {
        const twice = list.find((one, index) => list.indexOf(one) !== index);
        if (twice !== undefined) context.addIssue({ code: "custom", message: `names ${twice} twice` });
      })
      .describe(
        "Smart: types in the order of keeping, first kept longest. The requirements print the opposite order, that of " +
          "loss. Types that are left out follow in the default order.",
      ),
    targetReductionPercent: percent(1, 95).describe("Smart: the reduction to stop at, of all tokens before."),
    maxReductionPercentPerPhase: percent(1, 100).describe("Smart: the most that one phase takes of its type."),
    timeoutMs: whole("milliseconds", 1, 3_600_000).describe("Longest time that a provider may take."),
    maxModelCalls: whole("a number of calls", 0, 100).describe("Most calls of a model in one condensation."),
    maxCost: cost.describe("Most that these calls may cost, in US dollars."),
    fallback: z
      .strictObject({ keepUserMessages: flag().optional() }, "expected a table: { keepUserMessages }")
      .describe("keepUserMessages: where a provider fails, drop old messages of the agent instead of summarising all."),
  };
}

/** Keys whose value in a mode may be {@link INHERIT}. */
export const NUMBERS = Object.entries(DEFAULTS).flatMap(([key, value]) => (typeof value === "number" ? [key] : []));

function build(z: Zod) {
  const shape = buildShape(z);
  const base = z.strictObject(shape, "expected a table of settings").partial();
  const inheriting = Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => {
      const mayInherit = NUMBERS.includes(key) || key === "maxCost";
      return [key, mayInherit ? z.literal(INHERIT).or(schema as zod.ZodType) : schema];
    }),
  );
  const mode = z.strictObject(inheriting, "expected a table of settings").partial();
  return { z, shape, base, mode };
}

/** The whole table with its modes, of which the JSON Schema is made (`ts/shape/make-shapes.mjs`). */
export function buildCondensationTable(z: Zod) {
  const { base, mode } = build(z);
  return base.extend({ modes: z.record(z.string(), mode).optional().describe("Settings by mode of the agent.") });
}

/** Loads zod at the first call. */
export function loadCondensationSchema(): ReturnType<typeof build> {
  loaded ??= build(loadPeer<Zod>("zod", "a check of condensation settings", () => requireHere("zod")));
  return loaded;
}

let loaded: ReturnType<typeof build> | undefined;

/** One setting, for help and documentation. */
export interface SettingDescription {
  /** The key, in camelCase. */
  key: string;
  /** What it does. */
  description: string;
  /** The default as JSON; `""` where there is none. */
  defaultValue: string;
}

/** All settings, in the order of the schema. */
export function describeCondensationSettings(): SettingDescription[] {
  const { shape } = loadCondensationSchema();
  return Object.entries(shape).map(([key, schema]) => {
    const value: unknown = Reflect.get(DEFAULTS, key);
    return {
      key,
      description: schema.description ?? "",
      defaultValue: value === undefined ? "" : JSON.stringify(value),
    };
  });
}
