import type * as zod from "zod";
import { canonical } from "./find-name.js";

type Zod = typeof zod;

/** The description of a row of the table of models. A function of zod, which is loaded only where rows are checked. */
export function buildModelRow(z: Zod) {
  const table = <const T extends zod.core.$ZodLooseShape>(shape: T) =>
    z.strictObject(shape, "expected a table of facts");
  const price = () => z.number(PRICE).min(0, PRICE).max(100, PRICE);
  const tokens = () => z.int(TOKENS).min(0, TOKENS);
  const seconds = () => z.int(SECONDS).min(0, SECONDS);
  const text = () => z.string(TEXT).min(1, TEXT).max(256, TEXT);
  const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
    z.enum(values, `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`);
  const name = text().refine((value) => canonical(value) === value, "use lower case, and - for . and _");

  const cache = table({
    finding: oneOf(["look-back", "exact", "prefix"]).describe("How the provider finds what was sent before."),
    marker: oneOf(["needed", "optional", "none"]).describe("Whether a request must be marked to be cached."),
    read: price().describe("Price of a cached token, relative to fresh input."),
    write: price().describe("Price of writing a token to the cache, relative to fresh input."),
    writeLong: price().optional().describe("Price of writing for the long lifetime."),
    lifeSeconds: seconds().describe("Seconds after which an unused entry expires."),
    longLifeSeconds: seconds().optional().describe("The same for the long lifetime."),
    minimumTokens: tokens().describe("Beginnings with fewer tokens are not cached."),
    stepTokens: tokens().optional().describe("Found lengths are multiples of this."),
    stepOffsetTokens: tokens().optional().describe("Taken off each multiple."),
    matchedBreakpoints: tokens().optional().describe("How many of the latest breakpoints are compared."),
  });
  const thinking = table({
    history: oneOf(["none", "dropped", "kept", "bound"]).describe("What becomes of thinking of earlier turns."),
    openLoop: oneOf(["free", "required"]).describe("Whether calls that wait for results need their thinking."),
    removal: oneOf(["refused"]).optional().describe("A request whose thinking was removed is an error."),
  });
  return table({
    id: text().describe("The row's name."),
    vendor: text().describe("The vendor's id, such as anthropic."),
    names: z.array(name, "expected a list of names").max(64).describe("Beginnings of model names."),
    newest: z.boolean("expected true or false").optional().describe("An unlisted model of the vendor is taken for it."),
    contextTokens: tokens().describe("Context limit in tokens."),
    cache,
    dear: table({ aboveTokens: tokens(), times: price() })
      .optional()
      .describe("From how many prompt tokens on a request costs how many times as much."),
    thinking,
    clearing: z.boolean("expected true or false").describe("The provider can clear old tool results itself."),
    source: text().describe("Where the facts are from."),
    date: z
      .string(DATE)
      .regex(/^\d{4}-\d{2}-\d{2}$/, DATE)
      .describe("When they were read."),
    note: text().optional().describe("For people."),
  });
}

const PRICE = "expected a price from 0 to 100, relative to fresh input";
const TOKENS = "expected a whole number of tokens";
const SECONDS = "expected a whole number of seconds";
const TEXT = "expected a text of 1 to 256 chars";
const DATE = "expected a date such as 2026-11-25";
