import * as z from "zod";
import { LIMITS } from "../../base/limits.js";
import { DEFAULT_SESSIONS } from "../../reduce/session-table.js";
import { ADMIN_SCHEMA, AUDIT_SCHEMA } from "../admin/schema.js";
import { ORIGINALS_SCHEMA } from "../restore/schema.js";
import { NAMED_SCHEMA } from "../upstream/schema.js";
import { hostName, PROVIDERS, sha256Hex, upstreamUrl, variableName } from "./fields.js";

/** Describes everything in `tamis.toml` but policies. Types, defaults, checks and documentation derive from it. */

const whole = (what: string, min: number, max: number) => {
  const expected = `expected ${what} from ${min} to ${max}`;
  return z.int(expected).min(min, expected).max(max, expected);
};
const millis = (max: number, min = 1) => whole("a whole number of milliseconds", min, max);
const text = (what: string) => z.string(`expected ${what}`).min(1, `expected ${what}`).max(4096, `expected ${what}`);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `expected ${values.map((value) => JSON.stringify(value)).join(" or ")}`);
const table = <const T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, "expected a table of settings");

const HOUR_MS = 3_600_000;
const PORTS = "a port";
const PERCENT = "expected a number of percent from 0 to 100";

const gateway = table({
  host: hostName().default("127.0.0.1").describe("Address to listen on; loopback unless changed."),
  port: whole(PORTS, 0, 65_535).default(7337).describe("Port to listen on; 0: any free one."),
  tlsCert: text("a file name")
    .optional()
    .describe("File with the certificate chain in PEM; with tls_key: listen by TLS."),
  tlsKey: text("a file name").optional().describe("File with the certificate's private key in PEM."),
  allowedHosts: z
    .array(text("a name"), "expected a list of names")
    .default([])
    .describe("More names that the Host header may have, beside loopback's and `host`."),
  allowedOrigins: z
    .array(text("an origin"), "expected a list of origins")
    .default([])
    .describe("Origins of web pages that may ask, beside those of allowed hosts."),
  mode: oneOf(["reduce", "observe"])
    .default("reduce")
    .describe("observe: report and count, send every request as it came."),
  holdoutPercent: z
    .number(PERCENT)
    .min(0, PERCENT)
    .max(100, PERCENT)
    .default(0)
    .describe("Conversations that go as they came, to compare the others with."),
  reduceCountTokens: z
    .boolean("expected true or false")
    .default(false)
    .describe("Also reduce requests to /v1/messages/count_tokens, so that the count is that of what would be sent."),
  readUsage: z
    .boolean("expected true or false")
    .default(true)
    .describe("Read the usage of answers as they pass, for dollars in log, metrics and /stats."),
  diagnoseCache: z
    .boolean("expected true or false")
    .default(false)
    .describe("Say why providers' caches had the beginnings of requests, or not; each body is read once more for it."),
  logLevel: oneOf(["debug", "info", "warn", "error", "silent"]).default("info").describe("Least level that is logged."),
  sessions: whole("a number of conversations", 0, 1_000_000)
    .default(DEFAULT_SESSIONS)
    .describe("Conversations of which is remembered since when, and by which policy, they are reduced; 0: none."),
  sessionFile: text("a file name")
    .optional()
    .describe("File in which that outlives the gateway.; without one a restart forgets it"),
  noStore: z
    .boolean("expected true or false")
    .default(false)
    .describe("Nothing with text of a request is kept beyond its answer; settings that would keep it are refused."),
  page: z
    .boolean("expected true or false")
    .default(true)
    .describe("Serve the page at `/`: on loopback, elsewhere only with `page_token_env`."),
  pageTokenEnv: variableName()
    .optional()
    .describe("Environment variable with the page's token; without it each start makes one."),
  ownPaths: z
    .boolean("expected true or false")
    .default(true)
    .describe("Serve /metrics, /stats and /v1/compress; beyond loopback they need a key."),
  drainDelayMs: millis(HOUR_MS, 0)
    .default(0)
    .describe("Time that /readyz answers 503 before the gateway stops listening, for load balancers to see it."),
  drainMs: millis(HOUR_MS).default(30_000).describe("Time that requests under way have once the gateway is to end."),
});

const UPSTREAM_NAME = /^(?!v\d)[a-z][a-z0-9-]{0,63}$/;
const NAMES = "expected a name of lower-case letters, digits and hyphens that is no provider's and no version";

const upstreamName = () =>
  z
    .string()
    .regex(UPSTREAM_NAME, NAMES)
    .refine((name) => !PROVIDERS.includes(name as never), NAMES);

const upstreams = table({
  openai: upstreamUrl().default("https://api.openai.com").describe("Chat Completions, and every other path of OpenAI."),
  openaiResponses: upstreamUrl().optional().describe("Responses, where they go elsewhere."),
  anthropic: upstreamUrl()
    .default("https://api.anthropic.com")
    .describe("Messages, and every other path of Anthropic."),
  gemini: upstreamUrl()
    .default("https://generativelanguage.googleapis.com")
    .describe("generateContent, and every other path of Gemini."),
  named: z
    .record(upstreamName(), NAMED_SCHEMA, {
      error: ({ code }) => (code === "invalid_key" ? NAMES : "expected a table of upstreams"),
    })
    .default({})
    .describe("More upstreams by name: /NAME/… goes there, the path as it is, and what their models and header say."),
});

const limits = table({
  bodyBytes: whole("a whole number of bytes", 1, LIMITS.bodyBytes)
    .default(64 * 1024 * 1024)
    .describe("Largest body of a request that is reduced, as it came and decoded."),
  inFlightBytes: whole("a whole number of bytes", 1, Number.MAX_SAFE_INTEGER)
    .default(512 * 1024 * 1024)
    .describe("Bytes of all such bodies held at one time; beyond it requests get 503."),
  requestMs: millis(HOUR_MS).default(120_000).describe("Time for a request to arrive, body included."),
  connectMs: millis(HOUR_MS).default(10_000).describe("Time for a connection to the upstream."),
  firstByteMs: millis(HOUR_MS).default(600_000).describe("Time from sending a request to the answer's headers."),
  idleMs: millis(HOUR_MS).default(300_000).describe("Longest pause within an answer."),
  retries: whole("a number of attempts", 0, 5)
    .default(1)
    .describe("More attempts where the upstream cannot be reached or closes before the first byte of an answer."),
  upstreamConnections: whole("a number of connections", 1, 65_535)
    .default(1024)
    .describe("Connections to one upstream; more requests wait."),
  requestsPerMinute: whole("a number of requests", 0, 10_000_000)
    .default(0)
    .describe("Requests of one caller in a minute, known by its key or its credential; 0: no limit."),
  concurrentRequests: whole("a number of requests", 0, 1_000_000)
    .default(0)
    .describe("Requests of one caller at one time; 0: no limit."),
});

const summarizer = table({
  upstream: oneOf(["openai", "anthropic"]).describe("Which of the upstreams writes summaries, and in whose protocol."),
  model: text("a model's name").describe("The model that writes them."),
  apiKeyEnv: variableName().describe("Environment variable with the key for it."),
  deadlineMs: millis(HOUR_MS)
    .default(10_000)
    .describe("Time for the whole pipeline; after it the request goes as it came."),
  maxOutputTokens: whole("a number of tokens", 1, 100_000).default(1024).describe("Longest summary asked for."),
});

const KEY_NAMES = "expected a name of 1 to 64 letters, digits, dots, underscores and hyphens";

const key = table({
  tokenEnv: variableName().optional().describe("Environment variable with the key's token."),
  tokenSha256: sha256Hex()
    .optional()
    .describe("The token's SHA-256 instead, so that it is on no machine but the caller's."),
  tenant: text("a tenant's name").optional().describe("Whose contents its requests are; the key's name unless given."),
  requestsPerMinute: whole("a number of requests", 0, 10_000_000)
    .optional()
    .describe("Instead of limits.requests_per_minute."),
  concurrentRequests: whole("a number of requests", 0, 1_000_000)
    .optional()
    .describe("Instead of limits.concurrent_requests."),
}).refine(
  ({ tokenEnv, tokenSha256 }) => (tokenEnv === undefined) !== (tokenSha256 === undefined),
  "needs token_env or token_sha256, one of them",
);

const keys = z.record(
  z
    .string()
    .max(64, KEY_NAMES)
    .regex(/^[\w.-]+$/, KEY_NAMES),
  key,
  { error: ({ code }) => (code === "invalid_key" ? KEY_NAMES : "expected a table of keys") },
);

const REDIS_URLS = "expected redis://host:port, rediss:// or unix://";
const shared = table({
  redisUrl: z
    .string(REDIS_URLS)
    .regex(/^(rediss?|unix):\/\/\S+$/, REDIS_URLS)
    .optional()
    .describe("Address of Redis or Valkey, without a password."),
  redisUrlEnv: variableName()
    .optional()
    .describe("Environment variable with the address instead, where it has a password."),
  prefix: z
    .string("expected a prefix")
    .regex(/^[\w.:{}-]{1,64}$/, "expected 1 to 64 letters, digits and . : - _ { }")
    .default("tamis")
    .describe("Beginning of every key, so that several installations can use one Redis."),
  ttlHours: whole("a number of hours", 1, 8_760)
    .default(24)
    .describe("How long each value is kept after it was last written."),
  timeoutMs: millis(60_000).default(100).describe("Time for one call; after it the request goes on without."),
}).refine(
  ({ redisUrl, redisUrlEnv }) => (redisUrl === undefined) !== (redisUrlEnv === undefined),
  "needs redis_url or redis_url_env, one of them",
);

const pattern = () => text("a pattern with * and ?");
const route = table({
  policy: text("the name of a policy").describe("Name of the policy that such requests get."),
  model: pattern().optional().describe("Pattern (*, ?) over the model's whole name."),
  path: pattern().optional().describe("Pattern (*, ?) over the whole path, without the query."),
  header: table({ name: text("a header's name"), value: pattern() })
    .optional()
    .describe("A header and a pattern (*, ?) over its whole value."),
}).refine(({ model, path, header }) => (model ?? path ?? header) !== undefined, "needs model, path or header");

/** Every section except policies. */
export const SCHEMA = table({
  gateway: gateway.prefault({}),
  upstreams: upstreams.prefault({}),
  limits: limits.prefault({}),
  originals: ORIGINALS_SCHEMA.prefault({}),
  routes: z.array(route, "expected a list of routes").default([]),
  summarizer: summarizer.optional(),
  shared: shared.optional().describe("Where several gateways keep what they know together."),
  admin: ADMIN_SCHEMA.optional().describe("The address for administrators; without this table there is none."),
  audit: AUDIT_SCHEMA.optional().describe("Where it is recorded who did what."),
  keys: keys.default({}).describe("Who may ask the gateway itself, by name."),
});

export const SUMMARIZER_SCHEMA = summarizer;
/** The keys of one table of `keys`. */
export const KEY_SHAPE = key.shape;
export const SHARED_SHAPE = shared.shape;

export type GatewaySections = z.output<typeof SCHEMA>;
export type GatewaySectionsInput = z.input<typeof SCHEMA>;
/** The model that writes a policy's summaries, checked and with every default filled in. */
export type SummarizerSettings = z.output<typeof summarizer>;
