import type * as zod from "zod";
import { LIMITS } from "../base/limits.js";
import { buildModelRow } from "../models/schema.js";
import { refinement } from "../shape/refinement.js";
import { NAMED_CHECKS } from "./named-checks.js";
import { PRESETS } from "./presets.js";

export { DOCUMENTED_KEYS } from "./groups.js";

type Zod = typeof zod;

// What values must be, in words.
const FRACTION = "expected a number above 0, at most 1";
const WATERMARK = "expected a number from 0.1 to 1";
const DIGEST_RATIO = "expected a number from 0.01 to 0.5";
const COST = "expected a number of US dollars above 0";
const PIN = "expected a list of texts of 1 to 200 chars, or of { text, role }";
const PRICES = 'expected "auto", or { read, write } from 0 to 100';
const RENT = "expected a number from 0 to 1000";

const named = (name: keyof typeof NAMED_CHECKS) => refinement(name, NAMED_CHECKS[name]);

/**
 * The only description of a policy. Its types, defaults, checks and documentation derive from it:
 * `ts/shape/make-shapes.mjs` makes the shape and the JSON Schema beside this file. It is a function of zod, so that no
 * program loads zod to check a policy.
 */
export function buildPolicySchema(z: Zod) {
  const integer = (expected: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
    z.int(`expected ${expected}`).min(min, `expected ${expected}`).max(max, `expected ${expected}`);
  // No text of a request is longer than the largest body.
  const chars = (expected: string, min: number) => integer(expected, min, LIMITS.bodyBytes);
  const text = (expected: string, min: number, max: number) =>
    z
      .string(`expected ${expected}`)
      .min(min, `expected ${expected}`)
      .max(max, `expected ${expected}`)
      .refine(...named("wellFormed"));
  const flag = () => z.boolean("expected true or false");
  const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
    z.enum(values, `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`);
  const table = <const T extends zod.core.$ZodLooseShape>(shape: T) =>
    z.strictObject(shape, "expected a table of settings");
  const section = <const T extends zod.core.$ZodLooseShape>(description: string, shape: T) =>
    table(shape)
      .prefault({} as never)
      .describe(description);

  const glob = text("a glob of 1 to 256 chars", 1, 256);
  const globs = z.array(glob, "expected a list of globs").max(256, "expected at most 256 globs");
  const keepErrors = z.union([z.boolean(), z.literal("seed")], 'expected true, false or "seed"');
  const lastK = integer("a whole number from 1 to 1000000, or null", 1, 1_000_000).nullable();
  const maxChars = chars("a whole number of chars from 1 to 536870888, or null", 1).nullable();
  const patternText = text("a text of 1 to 200 chars", 1, 200);
  const template = text("a template of at most 500 chars", 1, 500).refine(...named("template"));

  const toolRule = table({
    windowTurns: integer("a whole number of tool turns from 1 to 1000000", 1, 1_000_000)
      .optional()
      .describe(
        "Newest tool turns of all tools in which the results of tools with such a name (`*`: a glob of yours) stay.",
      ),
    keepLastK: lastK.optional().describe("Newest results of this tool that stay; null: no such rule."),
    keepErrors: keepErrors.optional().describe("Overrides mask.keepErrors for this tool."),
    maxObservationChars: maxChars.optional().describe("Overrides mask.maxObservationChars for this tool."),
    never: flag().optional().describe("True: results of this tool are never masked."),
  });

  const fraction = z.number(FRACTION).gt(0, FRACTION).max(1, FRACTION);
  const mask = section("Which old tool results are replaced, and by what.", {
    windowTurns: integer("a whole number of tool turns up to 1000000", Number.MIN_SAFE_INTEGER, 1_000_000)
      .default(2)
      .describe("Newest tool turns whose results stay as they are; 0 or less: nothing is masked (`disabled`)."),
    minChars: chars("a whole number of chars from 0 to 536870888", 0)
      .default(256)
      .describe("Results with fewer chars (UTF-16 units) stay; the parts of a list count together."),
    keepErrors: keepErrors
      .default(true)
      .describe('Keep results that look like errors; "seed": by the broader rule of MaskPolicy.'),
    keepErrorsMaxChars: chars("a whole number of chars from 200 to 536870888", 200)
      .default(4000)
      .describe("Kept errors with more chars are clipped in the middle to this length."),
    keepLastKPerTool: lastK.default(null).describe("Newest results of each tool that stay; null: no such rule."),
    tools: z
      .record(glob, toolRule, "expected a table of tool rules")
      .refine(...named("globCount"))
      .default({})
      .describe("Rules for tools by glob; of several that match, the first written wins."),
    maxObservationChars: maxChars
      .default(null)
      .describe(
        "Show the head of a masked result after the placeholder, together at most this many chars; null: do not.",
      ),
    media: oneOf(["keep", "mask"])
      .default("keep")
      .describe(
        "mask: images and documents in masked results and next to them become a line that says what they were; keep: such results stay.",
      ),
    keepImages: integer("a whole number of images from 1 to 1000000, or null", 1, 1_000_000)
      .nullable()
      .default(null)
      .describe(
        "Where images are masked: the newest so many stay, and older ones go with the next move, also from within the window. null: the window decides.",
      ),
    digest: table({
      maxChars: integer("a whole number of chars from 20 to 4000", 20, 4000)
        .default(1600)
        .describe("Most chars of a digest."),
      ratio: fraction
        .default(0.15)
        .describe("Most chars of a digest, as a share of its result's; a short record: 250, up to three tenths."),
    })
      .nullable()
      .prefault({})
      .describe("{}: names in the placeholder what the result was about: paths, identifiers, numbers; null: does not."),
    roles: flag().default(true).describe("False: a result's age alone decides, not what the result is for."),
    workingSetFiles: integer("a whole number of files from 0 to 1000", 0, 1000)
      .default(32)
      .describe("Most files whose text stays: the one used last, and others while read, not edited, small and new."),
    placeholder: section("What is written in the place of a masked result.", {
      family: oneOf(["brief", "conversation", "observation"])
        .default("brief")
        .describe(
          "brief: at most 12 tokens besides the digest, for the call in front names the tool; conversation names the call and the tool; observation the length, as in seed 000.",
        ),
      locale: oneOf(["en", "fr"]).default("en").describe("Language of the placeholder; observation has one."),
      template: template.optional().describe("Own placeholder text with {fields}, instead of family and locale."),
    }),
  });

  const arrival = section("What makes a result smaller when it is first sent, without loss unless it says so.", {
    terminal: flag()
      .default(true)
      .describe("Drop what a terminal would not show: control sequences, redrawn lines, blank lines in a row."),
    json: flag().default(true).describe("Drop the white space between the tokens of JSON."),
    paths: flag().default(true).describe("Write a path once where search results or lists repeat it."),
    lineNumbers: z
      .union([z.literal(false), oneOf(["padding", "tenth"])], 'expected false, "padding" or "tenth"')
      .default("tenth")
      .describe("padding: numbered lines lose the blanks in front; tenth: so do the numbers but each tenth."),
    longLines: chars("a whole number of chars from 200 to 536870888, or null", 200)
      .nullable()
      .default(null)
      .describe(
        "Cut longer lines in the middle to this many chars, long base64 to a note of what it was; null: do not.",
      ),
    clip: chars("a whole number of chars from 400 to 536870888, or null", 400)
      .nullable()
      .default(4000)
      .describe(
        "Cut results of more than 3,000 chars, or 2.5 times this many, in the middle to two fifths, at most this many chars, error lines apart, and long base64 to a note; files, the user's words and instructions stay. The same call again gets all of it. null: do not.",
      ),
    dedupe: z
      .union([z.literal(false), oneOf(["first", "newest"])], 'expected false, "first" or "newest"')
      .default("first")
      .describe(
        "first: what repeats an earlier result points back to it; newest: earlier ones point to the newest, where no cache is kept.",
      ),
  });

  const tools = section("The descriptions of tools, which each request repeats.", {
    schema: flag().default(false).describe("Drop what no model needs from the schemas of tools."),
    maxDescriptionChars: chars("a whole number of chars from 100 to 536870888, or null", 100)
      .nullable()
      .default(null)
      .describe("Cut longer descriptions of tools and of their arguments to this many chars; null: do not."),
    defer: globs.default([]).describe("Globs (*, ?) over names of tools to be left to the provider's tool search."),
  });

  const args = table({
    maxChars: chars("a whole number of chars from 200 to 536870888", 200)
      .default(200)
      .describe("Longer strings in the arguments of old calls keep their first quarter of so many chars."),
    tools: globs.default(["*"]).describe("Globs (*, ?) over whole tool names whose arguments are shortened."),
    digest: table({
      maxChars: integer("a whole number of chars from 20 to 4000", 20, 4000)
        .default(400)
        .describe("Longest list of words that a shortened string names of what is left out."),
      ratio: z
        .number(DIGEST_RATIO)
        .min(0.01, DIGEST_RATIO)
        .max(0.5, DIGEST_RATIO)
        .default(0.1)
        .describe("The same as a share of what is left out; the smaller one counts."),
    })
      .nullable()
      .prefault({})
      .describe("Name paths, identifiers and numbers of what is left out; null: do not."),
  })
    .nullable()
    .prefault({})
    .describe("Shorten the arguments of old calls, where masking moves; null: they stay.");

  const dispatch = section("Blocks in the results of other agents that a masked result keeps.", {
    enabled: flag()
      .default(true)
      .describe("Keep the dispatch blocks of masked results; false: mask those as any other."),
    maxChars: chars("a whole number of chars from 1 to 536870888", 1)
      .default(4000)
      .describe("Results whose blocks have more chars together are masked as any other."),
    tools: globs.default(["*"]).describe("Globs (*, ?) over whole tool names whose blocks stay."),
  });

  const tokens = integer("a whole number of tokens, 0 or more", 0);
  const budget = table({
    tokens: integer("a whole number of tokens, 1 or more", 1)
      .optional()
      .describe("Tokens of the whole request, estimated: above it what waits is masked at once."),
    bytes: integer("a whole number of bytes, 1 or more", 1)
      .optional()
      .describe(
        "Bytes of the whole request: above it the oldest images and documents go. Default: what the model's provider takes.",
      ),
    images: integer("a whole number of images, 0 or more", 0)
      .optional()
      .describe(
        "Images and documents of the whole request: above it the oldest go. Default: as many as the model's provider takes.",
      ),
    chars: chars("a whole number of chars from 1 to 536870888", 1)
      .optional()
      .describe("Chars of all message text and call arguments."),
    fraction: fraction.optional().describe("Share of the model's context limit, in tokens."),
    model: text("the name of a model", 1, 200)
      .optional()
      .describe("The model whose context limit counts; default: the request's."),
    lowWatermark: z
      .number(WATERMARK)
      .min(0.1, WATERMARK)
      .max(1, WATERMARK)
      .default(0.8)
      .describe("Share of the budget down to which summarising and truncation go."),
    clearAtLeast: tokens
      .optional()
      .describe(
        "Masking that saves fewer tokens is not made for the budget's sake; truncation takes at least as many.",
      ),
  }).refine(...named("budget"));
  const pin = table({
    text: patternText.describe("Anywhere in the message; ASCII letters match in either case."),
    role: oneOf(["user", "assistant", "tool"]).optional().describe("Only in messages of this role."),
  });
  const price = z.number(PRICES).min(0, PRICES).max(100, PRICES);

  return table({
    version: z
      .literal(1, "there is one version, 1 (what was 2 is now 1): write 1, or leave it out")
      .default(1)
      .describe("Pins what is decided across upgrades: placeholder texts, thresholds, facts of models, token weights."),
    preset: oneOf(PRESETS)
      .optional()
      .describe(
        "Values for the keys that you do not set. none: masks alone; safe: keeps arguments and the results of 7 turns, and cuts results of more than 3,000 chars; balanced, as without a preset: cuts them to half as much, masks after 2 turns and shortens arguments; strong: cuts to less, and long lines, too.",
      ),
    mode: oneOf(["reduce", "observe", "off"])
      .default("reduce")
      .describe(
        "observe: report only, the request stays as it is; off: every request passes through unread (`disabled`).",
      ),
    budget: budget
      .optional()
      .describe("Above it what waits is masked at once; report.fits tells whether that is enough."),
    mask,
    roles: z
      .record(glob, globs, "expected a table of roles, each with a list of globs over names of tools")
      .refine(...named("roleNames"))
      .default({})
      .describe(
        "Globs over names of tools, by what their results are for: user, instruction, task, state, file, report, failure or observation.",
      ),
    dispatch,
    arrival,
    tools,
    args,
    cache: section("When results are masked, so that the provider's cache is not lost for it.", {
      strategy: oneOf(["auto", "rent", "every-turn", "off"])
        .default("auto")
        .describe(
          "When more is masked. auto: when waiting has cost half the move, and the bill stays near that of sending everything; rent: when it has cost as much as the move; off: never.",
        ),
      prices: z
        .union(
          [
            z.literal("auto"),
            table({
              read: price.describe("Price of a token read from the cache, relative to fresh input."),
              write: price.describe("Price of a token written to the cache, relative to fresh input."),
            }),
          ],
          PRICES,
        )
        .default("auto")
        .describe("What the provider's cache charges, relative to fresh input; auto: by wire, model and markers."),
      rent: z
        .number(RENT)
        .min(0, RENT)
        .max(1000, RENT)
        .default(1)
        .describe("Share of a move's cost that waiting must have cost; with auto half, at cheap reads a quarter."),
      anchor: flag()
        .default(true)
        .describe("Put cache breakpoints of ours on masked blocks, where the provider has them and one is free."),
      thinking: oneOf(["auto", "keep", "drop"])
        .default("auto")
        .describe(
          "auto: a move takes old thinking, too, where the model bills it; keep: thinking stays; drop: where the model checks it, moves at any step take all of it.",
        ),
    }),
    models: z
      .array(buildModelRow(z), "expected a list of rows")
      .max(256, "expected at most 256 rows")
      .default([])
      .describe("Facts of models, before the installed ones (`tamis models`)."),
    restore: table({
      handles: flag()
        .default(false)
        .describe("True: what replaces a result names the handle of its original, for those who keep it."),
      key: text("a secret of 16 to 256 chars", 16, 256)
        .optional()
        .describe("The secret of handles, one for all that share a store. Else TAMIS_RESTORE_KEY has it."),
      folder: text("an absolute folder of 1 to 500 chars", 1, 500)
        .refine(...named("folder"))
        .optional()
        .describe("Absolute: with handles, markers name the file HANDLE.txt in it."),
    })
      .refine(...named("handleKey"))
      .prefault({})
      .describe("How a reader of a placeholder finds the original."),
    pin: z
      .array(z.union([patternText, pin], PIN), PIN)
      .max(64, "expected at most 64 pins")
      .default([])
      .describe("Messages with one of these texts stay word for word in every stage."),
    repairSurrogates: flag()
      .default(false)
      .describe("True: halves of surrogate pairs become U+FFFD, wherever they are in the request."),
    summarize: section("Summaries of old turns, which createReducer makes.", {
      enabled: flag()
        .default(false)
        .describe("createReducer: summarise what masking leaves; a model given to it switches this on."),
      model: z.never("give the model to createReducer, as options.summarize").optional(),
      maxChars: integer("a whole number of chars from 200 to 100000", 200, 100_000)
        .default(1400)
        .describe("Longest summary, in chars, without the lines around it."),
      maxCalls: integer("a whole number of calls from 1 to 1000", 1, 1000)
        .default(8)
        .describe("Most calls of a model for one request."),
      maxCost: z
        .number(COST)
        .gt(0, COST)
        .optional()
        .describe("Most that the calls for one request may cost, in US dollars."),
      prompt: text("a prompt with {data} in it, of at most 20000 chars", 1, 20_000)
        .refine(...named("prompt"))
        .optional()
        .describe("The prompt, with {data}, {previous} and {max_chars}."),
      timeoutMs: integer("a whole number of milliseconds from 1 to 2147483647", 1, 2 ** 31 - 1)
        .default(30_000)
        .describe("Time for one call of the model, its second attempt included."),
    }),
    truncate: section("What is done where nothing else reaches the budget.", {
      enabled: flag().default(true).describe("createReducer: drop the oldest turns where nothing else is enough."),
      keepFirst: flag().default(true).describe("False: the user's first message may go, too, where that is valid."),
      afterRefusal: flag()
        .default(false)
        .describe(
          "Gateway and fetch: a request that the provider refuses as too long is reduced until it fits, and sent once more.",
        ),
    }),
    tokens: section("How tokens are counted.", {
      method: oneOf(["estimate", "exact", "chars4"])
        .default("estimate")
        .describe("How createReducer counts the tokens of a budget."),
    }),
  });
}
