// Everything in `tamis.toml` but policies: types, defaults, checks and documentation derive from it
// (`ts/shape/make-shapes.mjs`). It is a function of zod, so that no program loads zod to check a configuration.
import { LIMITS } from "../../base/limits.js";
import { DEFAULT_SESSIONS } from "../../reduce/session-table.js";
import { buildAdmin, buildAudit } from "../admin/schema.js";
import { buildOriginals } from "../restore/schema.js";
import { buildNamed } from "../upstream/schema.js";
import { fieldsOf, named, type Zod } from "./fields.js";
import { UPSTREAM_NAMES } from "./named-checks.js";

const HOUR_MS = 3_600_000;
const MILLISECONDS = "a whole number of milliseconds";
const PERCENT = "expected a number of percent from 0 to 100";
const KEY_NAMES = "expected a name of 1 to 64 letters, digits, dots, underscores and hyphens";
const REDIS_URLS = "expected redis://host:port, rediss:// or unix://";

/** The description. */
export function buildGatewaySections(z: Zod) {
  const { table } = fieldsOf(z);
  return table({
    gateway: buildGateway(z),
    upstreams: buildUpstreams(z),
    limits: buildLimits(z),
    originals: buildOriginals(z),
    routes: z
      .array(buildRoute(z), "expected a list of routes")
      .default([])
      .describe("Which requests get which policy; the first route that fits counts."),
    summarizer: buildSummarizer(z)
      .optional()
      .describe("The model that writes a policy's summaries, above its budget; at top level the default policy's."),
    shared: buildShared(z),
    admin: buildAdmin(z),
    audit: buildAudit(z),
    keys: buildKeys(z),
  });
}

/** What the gateway is, and where it listens. */
function buildGateway(z: Zod) {
  const { table, whole, flag, text, oneOf, hostName, variableName } = fieldsOf(z);
  return table({
    host: hostName().default("127.0.0.1").describe("Address to listen on; loopback unless changed."),
    port: whole("a port", 0, 65_535).default(7337).describe("Port to listen on; 0: any free one."),
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
    reduceCountTokens: flag()
      .default(false)
      .describe("Also reduce requests to /v1/messages/count_tokens, so that the count is that of what would be sent."),
    readUsage: flag()
      .default(true)
      .describe("Read the usage of answers as they pass, for dollars in log, metrics and /stats."),
    diagnoseCache: flag()
      .default(false)
      .describe(
        "Say why providers' caches had the beginnings of requests, or not; each body is read once more for it.",
      ),
    logLevel: oneOf(["debug", "info", "warn", "error", "silent"])
      .default("info")
      .describe("Least level that is logged."),
    sessions: whole("a number of conversations", 0, 1_000_000)
      .default(DEFAULT_SESSIONS)
      .describe("Conversations of which is remembered since when, and by which policy, they are reduced; 0: none."),
    sessionFile: text("a file name")
      .optional()
      .describe("File in which that outlives the gateway; without one a restart forgets it"),
    noStore: flag()
      .default(false)
      .describe("Nothing with text of a request is kept beyond its answer; settings that would keep it are refused."),
    page: flag().default(true).describe("Serve the page at `/`: on loopback, elsewhere only with `page_token_env`."),
    pageTokenEnv: variableName()
      .optional()
      .describe("Environment variable with the page's token; without it each start makes one."),
    ownPaths: flag()
      .default(true)
      .describe("Serve /metrics, /stats and /v1/compress; beyond loopback they need a key."),
    drainDelayMs: whole(MILLISECONDS, 0, HOUR_MS)
      .default(0)
      .describe("Time that /readyz answers 503 before the gateway stops listening, for load balancers to see it."),
    drainMs: whole(MILLISECONDS, 1, HOUR_MS)
      .default(30_000)
      .describe("Time that requests under way have once the gateway is to end."),
  })
    .prefault({})
    .describe("Where the gateway listens, and what it does.");
}

/** Where requests go. */
function buildUpstreams(z: Zod) {
  const { table, upstreamUrl } = fieldsOf(z);
  const name = z
    .string()
    .regex(/^(?!v\d)[a-z][a-z0-9-]{0,63}$/, UPSTREAM_NAMES)
    .refine(...named("upstreamName"));
  return table({
    openai: upstreamUrl()
      .default("https://api.openai.com")
      .describe("Chat Completions, and every other path of OpenAI."),
    openaiResponses: upstreamUrl().optional().describe("Responses, where they go elsewhere."),
    anthropic: upstreamUrl()
      .default("https://api.anthropic.com")
      .describe("Messages, and every other path of Anthropic."),
    gemini: upstreamUrl()
      .default("https://generativelanguage.googleapis.com")
      .describe("generateContent, and every other path of Gemini."),
    named: z
      .record(name, buildNamed(z), "expected a table of upstreams")
      .default({})
      .describe("More upstreams by name: /NAME/… goes there, the path as it is, and what their models and header say."),
  })
    .prefault({})
    .describe("Where requests go: base URLs.");
}

/** What requests and answers may take. */
function buildLimits(z: Zod) {
  const { table, whole } = fieldsOf(z);
  return table({
    bodyBytes: whole("a whole number of bytes", 1, LIMITS.bodyBytes)
      .default(64 * 1024 * 1024)
      .describe("Largest body of a request that is reduced, as it came and decoded."),
    inFlightBytes: whole("a whole number of bytes", 1, Number.MAX_SAFE_INTEGER)
      .default(512 * 1024 * 1024)
      .describe("Bytes of all such bodies held at one time; beyond it requests get 503."),
    requestMs: whole(MILLISECONDS, 1, HOUR_MS)
      .default(120_000)
      .describe("Time for a request to arrive, body included."),
    connectMs: whole(MILLISECONDS, 1, HOUR_MS).default(10_000).describe("Time for a connection to the upstream."),
    firstByteMs: whole(MILLISECONDS, 1, HOUR_MS)
      .default(600_000)
      .describe("Time from sending a request to the answer's headers."),
    idleMs: whole(MILLISECONDS, 1, HOUR_MS).default(300_000).describe("Longest pause within an answer."),
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
  })
    .prefault({})
    .describe("What requests and answers may take, in bytes, milliseconds and numbers.");
}

/** A model that writes summaries. */
function buildSummarizer(z: Zod) {
  const { table, whole, text, oneOf, variableName } = fieldsOf(z);
  return table({
    upstream: oneOf(["openai", "anthropic"]).describe(
      "Which of the upstreams writes summaries, and in whose protocol.",
    ),
    model: text("a model's name").describe("The model that writes them."),
    apiKeyEnv: variableName().describe("Environment variable with the key for it."),
    deadlineMs: whole(MILLISECONDS, 1, HOUR_MS)
      .default(10_000)
      .describe("Time for the whole pipeline; after it the request goes as it came."),
    maxOutputTokens: whole("a number of tokens", 1, 100_000).default(1024).describe("Longest summary asked for."),
  });
}

/** Who may ask the gateway itself. */
function buildKeys(z: Zod) {
  const { table, whole, text, variableName, sha256Hex } = fieldsOf(z);
  const key = table({
    tokenEnv: variableName().optional().describe("Environment variable with the key's token."),
    tokenSha256: sha256Hex()
      .optional()
      .describe("The token's SHA-256 instead, so that it is on no machine but the caller's."),
    tenant: text("a tenant's name")
      .optional()
      .describe("Whose contents its requests are; the key's name unless given."),
    requestsPerMinute: whole("a number of requests", 0, 10_000_000)
      .optional()
      .describe("Instead of limits.requests_per_minute."),
    concurrentRequests: whole("a number of requests", 0, 1_000_000)
      .optional()
      .describe("Instead of limits.concurrent_requests."),
  }).refine(...named("oneToken"));
  const name = z
    .string()
    .max(64, KEY_NAMES)
    .regex(/^[\w.-]+$/, KEY_NAMES);
  return z
    .record(name, key, "expected a table of keys")
    .default({})
    .describe("Who may ask the gateway itself, by name.");
}

/** Where several gateways keep what they know together. */
function buildShared(z: Zod) {
  const { table, whole, variableName } = fieldsOf(z);
  return table({
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
    timeoutMs: whole(MILLISECONDS, 1, 60_000)
      .default(100)
      .describe("Time for one call; after it the request goes on without."),
  })
    .refine(...named("oneRedis"))
    .optional()
    .describe("Where several gateways keep what they know together.");
}

/** Which policy a request gets. */
function buildRoute(z: Zod) {
  const { table, text } = fieldsOf(z);
  return table({
    policy: text("the name of a policy").describe("Name of the policy that such requests get."),
    model: text("a pattern with * and ?").optional().describe("Pattern (*, ?) over the model's whole name."),
    path: text("a pattern with * and ?").optional().describe("Pattern (*, ?) over the whole path, without the query."),
    header: table({
      name: text("a header's name").describe("The header's name."),
      value: text("a pattern with * and ?").describe("Pattern (*, ?) over its whole value."),
    })
      .optional()
      .describe("A header and a pattern (*, ?) over its whole value."),
  }).refine(...named("routeCondition"));
}
