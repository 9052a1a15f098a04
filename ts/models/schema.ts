// The only description of the table of models: its types, checks and JSON Schema derive from it
// (`ts/shape/make-shapes.mjs`). Its parts are functions of zod, so that no program loads zod to check rows.
import type * as zod from "zod";
import { refinement } from "../shape/refinement.js";
import { canonical } from "./find-name.js";

type Zod = typeof zod;

export function buildModelTable(z: Zod) {
  const name = () => z.string(TEXT).min(1, TEXT).max(256, TEXT);
  const wire = z.strictObject({
    named: name().describe("The row for a model's name that says nothing."),
    unnamed: name().describe("The row for a request without a model's name."),
  });
  return z.strictObject({
    day: dayOf(z).describe(
      "The day of the release: without a day of the caller's, the values of this day are in force.",
    ),
    undocumentedLifeSeconds: z
      .int(SECONDS)
      .min(0, SECONDS)
      .describe("After so many seconds an entry is gone for certain where its provider names no end."),
    wires: z.record(name(), wire).describe("By wire: the rows of a request that says too little."),
    vendors: z.array(buildVendorRow(z)).describe("Who makes models."),
    models: z.array(buildDatedRow(z)).describe("Families of models. Of several names at one place the longest counts."),
  });
}

function buildVendorRow(z: Zod) {
  const texts = () => z.array(z.string(TEXT).min(1, TEXT).max(256, TEXT));
  return z.strictObject({
    id: z.string(TEXT).min(1, TEXT).max(256, TEXT).describe("The vendor's id, as rows name it."),
    title: z.string(TEXT).min(1, TEXT).max(256, TEXT).describe("The vendor's name, for people."),
    names: texts().describe("First words of its models' names."),
    hosts: texts().describe("Hosts of its own API."),
    limits: buildLimits(z).optional().describe("Limits of a request that are not tokens; without it: none are known."),
  });
}

function buildLimits(z: Zod) {
  const { table, text } = kindsOf(z);
  const most = () => z.int(LIMIT).min(1, LIMIT).optional();
  return table({
    requestBytes: most().describe("Most bytes of a request."),
    images: most().describe("Most images and documents of a request, those in results too."),
    imagePixels: most().describe("Most pixels of the longer edge of an image."),
    manyImages: most().describe("With more images than these, manyImagePixels holds."),
    manyImagePixels: most().describe("Most pixels of the longer edge of an image among many."),
    stringChars: most().describe("Most characters of one string."),
    tools: most().describe("Most tools of a request."),
    source: text().describe("Where the limits are from."),
    date: dayOf(z).describe("When they were read."),
  });
}

/** What is wrong with a beginning of a model's name; undefined where nothing is. */
export const nameProblem = (name: unknown): string | undefined =>
  canonical(String(name)) === name ? undefined : "use lower case, and - for . and _";

/** The kinds of values that rows have. */
function kindsOf(z: Zod) {
  const table = <const T extends zod.core.$ZodLooseShape>(shape: T) =>
    z.strictObject(shape, "expected a table of facts");
  const price = () => z.number(PRICE).min(0, PRICE).max(100, PRICE);
  const tokens = () => z.int(TOKENS).min(0, TOKENS);
  const seconds = () => z.int(SECONDS).min(0, SECONDS);
  const text = () => z.string(TEXT).min(1, TEXT).max(256, TEXT);
  const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
    z.enum(values, `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`);
  const name = text().refine(...refinement("modelName", nameProblem));
  return { table, price, tokens, seconds, text, oneOf, name };
}

/** What dates and modes can change of a cache: every member is optional there. */
function buildCacheValues(z: Zod) {
  const { price, tokens, seconds, oneOf } = kindsOf(z);
  return {
    finding: oneOf(["look-back", "exact", "prefix"]).describe(
      "How the provider finds what was sent before: at breakpoints of this request and up to 20 blocks before each (look-back), at breakpoints of earlier requests anywhere in this one (exact), or the longest common beginning (prefix).",
    ),
    read: price().describe("Price of a cached token, relative to fresh input."),
    write: price().describe("Price of writing a token to the cache, relative to fresh input."),
    writeLong: price().optional().describe("Price of writing for the long lifetime; without it: write."),
    lifeSeconds: seconds().describe("Seconds for which an unused entry can be counted on."),
    longLifeSeconds: seconds()
      .optional()
      .describe("The same where the client asks for the long lifetime; without it: lifeSeconds."),
    longestSeconds: seconds()
      .optional()
      .describe(
        "Seconds after which an unused entry is gone for certain; without it: its lifetime where the client must mark, else undocumentedLifeSeconds.",
      ),
    lifePolicy: oneOf(["refresh", "fixed"])
      .optional()
      .describe(
        "Whether each use starts the lifetime anew (refresh) or it ends as it began (fixed); without it: refresh.",
      ),
    lifeClock: oneOf(["request", "answer"])
      .optional()
      .describe("Whether the lifetime starts with the request or with the end of its answer; without it: request."),
    minimumTokens: tokens().describe("Beginnings with fewer tokens are not cached."),
  };
}

function buildCacheRow(z: Zod) {
  const { table, tokens, text, oneOf } = kindsOf(z);
  const { finding, ...values } = buildCacheValues(z);
  const mode = table({
    name: text().describe("What the provider calls it."),
    asked: oneOf(["marker", "in_memory", "24h", "provider"]).describe(
      "What asks for it: a cache marker in the request (marker), its prompt_cache_retention (in_memory, 24h), or nothing: the provider decides (provider).",
    ),
    ...optional(buildCacheValues(z)),
  });
  return table({
    finding,
    marker: oneOf(["needed", "optional", "none"]).describe(
      "Whether a request without a marker is not cached (needed), is (optional), or there are no markers (none).",
    ),
    ...values,
    stepTokens: tokens()
      .optional()
      .describe("Found lengths are multiples of this, less stepOffsetTokens; without it: 1."),
    stepOffsetTokens: tokens().optional().describe("Tokens taken off each multiple; without it: 0."),
    matchedBreakpoints: tokens()
      .optional()
      .describe("How many of the latest breakpoints are compared; without it: all."),
    modes: z
      .array(mode, "expected a list of modes")
      .max(8, "expected at most 8 modes")
      .optional()
      .describe("Other ways to be cached: what each changes of the values here."),
  });
}

function buildThinkingRow(z: Zod) {
  const { table, oneOf } = kindsOf(z);
  return table({
    history: oneOf(["none", "dropped", "kept", "bound"]).describe(
      "What becomes of thinking of earlier turns: there is none; the provider leaves it out (dropped); it stays and is billed (kept); it also is checked against everything before it (bound).",
    ),
    openLoop: oneOf(["free", "required"]).describe(
      "Whether an answer with calls that wait for results must begin with its thinking, where thinking is asked for by hand.",
    ),
    removal: oneOf(["refused"])
      .optional()
      .describe("refused: a request whose thinking was removed is an error; without it: allowed."),
  });
}

/** The description of a row. */
export const buildModelRow = (z: Zod) => kindsOf(z).table(rowMembers(z));

function rowMembers(z: Zod) {
  const { tokens, text, name } = kindsOf(z);
  return {
    id: text().describe("The row's name."),
    vendor: text().describe("The vendor's id, such as anthropic."),
    names: z
      .array(name, "expected a list of names")
      .max(64)
      .describe("Beginnings of model names, in lower case, with - for . and _."),
    newest: z.boolean("expected true or false").optional().describe("An unlisted model of the vendor is taken for it."),
    contextTokens: tokens().describe("Context limit in tokens: input and output together."),
    inputTokens: tokens().optional().describe("Limit of the input alone, in tokens; without it: contextTokens."),
    cache: buildCacheRow(z).describe("The cache of the family."),
    dollars: buildDollars(z)
      .optional()
      .describe("The vendor's prices where the installed list of prices lacks them; without it: the list's."),
    dear: buildDear(z).optional().describe("From how many prompt tokens on a request costs how many times as much."),
    thinking: buildThinkingRow(z).describe("How the family treats thinking that comes back in a request."),
    toolSearch: z
      .boolean("expected true or false")
      .optional()
      .describe("The provider searches among definitions of tools that a request defers; without it: it does not."),
    source: text().describe("Where the facts are from."),
    date: dayOf(z).describe("When they were read."),
    note: text().optional().describe("For people."),
  };
}

function buildDollars(z: Zod) {
  const { table, text, name } = kindsOf(z);
  const dollars = () => z.number(DOLLARS).min(0, DOLLARS).max(10_000, DOLLARS);
  return table({
    models: z
      .array(name, "expected a list of names")
      .max(64)
      .describe("The models that have them, each by its whole name; other names of the row have the list's."),
    input: dollars().describe(
      "US dollars of a million tokens of fresh input; cache and size change them as in `cache` and `dear`.",
    ),
    output: dollars().describe("US dollars of a million tokens of output."),
    source: text().describe("Where the prices are from."),
  });
}

function buildDear(z: Zod) {
  const { table, price, tokens } = kindsOf(z);
  return table({
    aboveTokens: tokens().describe("Prompt tokens above which it holds."),
    times: price().describe("So many times the price."),
  });
}

/** A row of the file: its values before the first date, and what changed on each. */
function buildDatedRow(z: Zod) {
  const { table, text } = kindsOf(z);
  const change = table({
    day: dayOf(z).describe("The first day on which it holds, by UTC."),
    cache: table(optional(buildCacheValues(z)))
      .optional()
      .describe("What changed of the cache."),
    dear: buildDear(z).nullable().optional().describe("The new step of the price; null: there is none any more."),
    source: text().describe("Where the change is from."),
  });
  return table({
    ...rowMembers(z),
    from: z
      .array(change)
      .optional()
      .describe("Dated values, the oldest first. The row itself has those before the first date."),
  });
}

/** The same members, none of which is required. */
const optional = <const T extends Record<string, { optional(): unknown }>>(members: T) =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, value.optional()])) as {
    [K in keyof T]: ReturnType<T[K]["optional"]>;
  };

const dayOf = (z: Zod) => z.string(DATE).regex(/^\d{4}-\d{2}-\d{2}$/, DATE);

const PRICE = "expected a price from 0 to 100, relative to fresh input";
const LIMIT = "expected a whole number of at least 1";
const DOLLARS = "expected dollars from 0 to 10,000 for a million tokens";
const TOKENS = "expected a whole number of tokens";
const SECONDS = "expected a whole number of seconds";
const TEXT = "expected a text of 1 to 256 chars";
const DATE = "expected a date such as 2026-11-25";
