import * as z from "zod";
import { headerName, PROVIDERS, upstreamUrl, variableName } from "../config/fields.js";

const PATTERNS = "expected a pattern with * and ?, of 1 to 256 chars";
const LISTS = "expected a list of 1 to 100 patterns";
const VALUES = "expected 1 to 128 letters, digits and . : _ / -";
const ROUTING_HEADERS =
  "expected a header of your own that begins with x-, and is neither the gateway's nor one for keys";

/** Headers that a client needs for something else, although they begin as own ones do. */
const TAKEN = /^x-(tamis-|api-key$|goog-|amz-|ms-|litellm-|forwarded-|stainless-|request-id$)/i;

const table = <const T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, "expected a table of settings");

const header = table({
  name: z
    .string(ROUTING_HEADERS)
    .regex(/^x-[a-z0-9-]{1,62}$/i, ROUTING_HEADERS)
    .refine((name) => !TAKEN.test(name), ROUTING_HEADERS)
    .describe("The header's name. No upstream gets it."),
  value: z
    .string(VALUES)
    .regex(/^[\w.:/-]{1,128}$/, VALUES)
    .describe("Its whole value."),
});

/** An upstream with a name of its own. */
export const NAMED_SCHEMA = table({
  url: upstreamUrl().describe("What the name in front of a path is replaced by; of OpenAI's kind with its version."),
  provider: z
    .enum(PROVIDERS, `expected ${PROVIDERS.map((one) => JSON.stringify(one)).join(" or ")}`)
    .describe("Whose errors and streams it has."),
  models: z
    .array(z.string(PATTERNS).min(1, PATTERNS).max(256, PATTERNS), LISTS)
    .min(1, LISTS)
    .max(100, LISTS)
    .optional()
    .describe("Patterns (*, ?) over the model's whole name: such requests go there."),
  header: header.optional().describe("A header and its value: requests that have it go there."),
  clientKey: z
    .boolean("expected true or false")
    .optional()
    .describe("True: requests that a model or a header sends there have the caller's credential with them."),
  keyEnv: variableName()
    .optional()
    .describe("Environment variable with the key that is sent there instead of the caller's credential."),
  keyHeader: headerName()
    .optional()
    .describe("Header for that key; without it the provider's own (`authorization`: as a bearer)."),
});

/** The keys of an upstream with a name, and of the header that chooses it. */
export const NAMED_SHAPE = NAMED_SCHEMA.shape;
export const RULE_HEADER_SHAPE = header.shape;

export type NamedSettings = z.output<typeof NAMED_SCHEMA>;
