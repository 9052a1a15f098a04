import * as z from "zod";

const text = (what: string) => z.string(`expected ${what}`).min(1, `expected ${what}`).max(256, `expected ${what}`);
const pattern = () => text("a pattern with * and ?");
const number = (what: string, min: number, max: number) => {
  const expected = `expected ${what} from ${min} to ${max}`;
  return z.number(expected).min(min, expected).max(max, expected);
};
const percent = () => number("a number of percent", 0, 100);
const share = () => number("a share", 0, 1);
const table = <const T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, "expected a table of settings");

const NAMES = "expected a name of 1 to 64 letters, digits, dots, underscores and hyphens";

const rule = table({
  name: z
    .string(NAMES)
    .regex(/^[\w.-]{1,64}$/, NAMES)
    .describe("Its name in log, metrics and /stats; also part of the draw."),
  team: pattern().optional().describe("Pattern (*, ?) over LiteLLM's team; without it every team, and none."),
  key: pattern().optional().describe("Pattern (*, ?) over LiteLLM's virtual key, else the name of the gateway's key."),
  model: pattern().optional().describe("Pattern (*, ?) over the model's whole name."),
  policy: pattern().optional().describe("Pattern (*, ?) over the name of the policy that routes choose."),
  use: text("the name of a policy")
    .optional()
    .describe("Policy that the canary gets instead; the rest keeps theirs. Without it the rest goes as it came."),
  sharePercent: percent().default(100).describe("Conversations that are the canary."),
  holdoutPercent: percent().default(0).describe("Conversations that go as they came, to compare with."),
}).refine(
  ({ sharePercent, holdoutPercent }) =>
    sharePercent + holdoutPercent <= 100 || holdoutPercent === 0 || sharePercent === 100,
  "share_percent and holdout_percent are more than 100 together",
);

const stop = table({
  enabled: z.boolean("expected true or false").default(true).describe("Stop a canary by itself."),
  leastConversations: z
    .int("expected a number of conversations from 5 to 1000000")
    .min(5, "expected a number of conversations from 5 to 1000000")
    .max(1_000_000, "expected a number of conversations from 5 to 1000000")
    .default(30)
    .describe("Conversations that both groups need before they are compared."),
  errorsRise: share().default(0.02).describe("Stop where refused requests (4xx) are more by this share of all."),
  cacheFall: share().default(0.1).describe("Stop where input from the cache is less by this share of the input."),
  rereadsRise: share().default(0.05).describe("Stop where calls for what is gone are more by this share of calls."),
});

/** Which conversations are reduced, and when that ends by itself. */
export const CANARY_SCHEMA = table({
  stopped: z
    .boolean("expected true or false")
    .default(false)
    .describe("True: no conversation is a canary; the rest goes on as if they had been stopped."),
  seed: text("a text").default("tamis").describe("Another text draws other conversations."),
  rules: z.array(rule, "expected a list of rules").default([]).describe("The first that fits a request counts."),
  stop: stop.prefault({}).describe("When a canary is stopped by itself."),
});

/** The keys of one rule, and of the table that stops. */
export const CANARY_RULE_SHAPE = rule.shape;
export const CANARY_STOP_SHAPE = stop.shape;

export type CanarySettings = z.output<typeof CANARY_SCHEMA>;
export type CanaryRule = z.output<typeof rule>;
export type CanaryStop = z.output<typeof stop>;
