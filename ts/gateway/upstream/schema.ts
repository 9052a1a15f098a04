import { fieldsOf, named, type Zod } from "../config/fields.js";
import { PROVIDERS, ROUTING_HEADERS } from "../config/named-checks.js";

const PATTERNS = "expected a pattern with * and ?, of 1 to 256 chars";
const LISTS = "expected a list of 1 to 100 patterns";
const VALUES = "expected a header's value of 1 to 128 letters, digits and . : _ / -";

/** An upstream with a name of its own. */
export function buildNamed(z: Zod) {
  const { table, flag, oneOf, upstreamUrl, variableName } = fieldsOf(z);
  return table({
    url: upstreamUrl().describe("What the name in front of a path is replaced by; of OpenAI's kind with its version."),
    provider: oneOf(PROVIDERS).describe("Whose errors and streams it has."),
    models: z
      .array(z.string(PATTERNS).min(1, PATTERNS).max(256, PATTERNS), LISTS)
      .min(1, LISTS)
      .max(100, LISTS)
      .optional()
      .describe("Patterns (*, ?) over the model's whole name: such requests go there."),
    header: z
      .string(ROUTING_HEADERS)
      .regex(/^[Xx]-[A-Za-z0-9-]{1,62}:/, ROUTING_HEADERS)
      .refine(...named("routingHeader"))
      .regex(/^[^:]*:[ \t]*[\w.:/-]{1,128}$/, VALUES)
      .optional()
      .describe(
        "A header and its whole value (`x-upstream: groq`): requests that have it go there, and nobody else gets it.",
      ),
    clientKey: flag()
      .optional()
      .describe("True: requests that a model or a header sends there have the caller's credential with them."),
    keyEnv: variableName()
      .optional()
      .describe("Environment variable with the key that is sent there instead of the caller's credential."),
  });
}
