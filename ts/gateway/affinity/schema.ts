import * as z from "zod";
import { PROVIDERS, upstreamUrl } from "../config/fields.js";
import { OWN_KEY, RULES } from "../upstream/schema.js";

const table = <const T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, "expected a table of settings");
const whole = (what: string, min: number, max: number) => {
  const expected = `expected ${what} from ${min} to ${max}`;
  return z.int(expected).min(min, expected).max(max, expected);
};

const NAMES = "expected a name of 1 to 64 letters, digits, dots, underscores and hyphens";
const name = () => z.string(NAMES).regex(/^[\w.-]{1,64}$/, NAMES);
const MOST_MS = 3_600_000;

const deployment = table({
  name: name().describe("Its name in log, headers and metrics; also part of the choice."),
  url: upstreamUrl().describe("Base URL, as the provider's own SDK would have it."),
  ...OWN_KEY,
  vendor: name().optional().describe("Who runs it; without it the last two parts of the host's name."),
  weight: whole("a weight", 1, 1000).default(1).describe("Share of the conversations, beside the others' weights."),
  standby: z
    .boolean("expected true or false")
    .default(false)
    .describe("True: gets conversations only while no other deployment is up."),
});

/** Deployments, regions or keys that serve the same models, each with a prompt cache of its own. */
export const GROUP_SCHEMA = table({
  provider: z
    .enum(PROVIDERS, `expected ${PROVIDERS.map((one) => JSON.stringify(one)).join(" or ")}`)
    .optional()
    .describe("Whose API they have; needed unless the group's name is a provider's."),
  deployments: z
    .array(deployment, "expected a list of deployments")
    .min(1, "expected at least one deployment")
    .max(64, "expected at most 64 deployments")
    .describe("A conversation goes to one of them, the same on every gateway."),
  ...RULES,
  restMs: whole("a whole number of milliseconds", 1, MOST_MS)
    .default(30_000)
    .describe("First rest of a deployment that failed three times in a row; each next one is twice as long."),
  patienceMs: whole("a whole number of milliseconds", 0, MOST_MS)
    .default(10_000)
    .describe(
      "A 429 with a longer Retry-After lets the deployment rest until then; a shorter one is the client's to wait.",
    ),
});

/** The keys of a group, and of one deployment. */
export const GROUP_SHAPE = GROUP_SCHEMA.shape;
export const DEPLOYMENT_SHAPE = deployment.shape;

export type GroupSettings = z.output<typeof GROUP_SCHEMA>;
export type DeploymentSettings = z.output<typeof deployment>;
