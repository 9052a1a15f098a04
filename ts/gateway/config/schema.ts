// Everything in `tamis.toml` but policies: types, defaults, checks and documentation derive from it
// (`ts/shape/make-shapes.mjs`). It is a function of zod, so that no program loads zod to check a configuration.
import { DAY_MS } from "../../base/clock.js";
import { LIMITS } from "../../base/limits.js";
import { fieldsOf, named, type Zod } from "./fields.js";
import { PROVIDERS, ROUTING_HEADERS, UPSTREAM_NAMES } from "./named-checks.js";

const HOUR_MS = 3_600_000;
const MILLISECONDS = "a whole number of milliseconds";
const DOLLARS = "expected US dollars of at least 0";
const PERCENT = "expected a number of percent from 0 to 100";
const KEY_NAMES = "expected a name of 1 to 64 letters, digits, dots, underscores and hyphens";
const ROUTE_HEADERS = 'expected a header and a pattern, such as "x-team: a*"';
const REDIS_URLS = "expected redis://host:port, rediss:// or unix://";

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
    run: buildRun(z),
    summarizer: buildSummarizer(z)
      .optional()
      .describe("The model that writes a policy's summaries, above its budget; at top level the default policy's."),
    shared: buildShared(z),
    keys: buildKeys(z),
  });
}

function buildGateway(z: Zod) {
  const { table, whole, flag, text, oneOf, hostName } = fieldsOf(z);
  return table({
    host: hostName().default("127.0.0.1").describe("Address to listen on; loopback unless changed."),
    port: whole("a port", 0, 65_535).default(7337).describe("Port to listen on; 0: any free one."),
    tlsCert: text("a file name")
      .optional()
      .describe("File with the certificate chain in PEM; with tls_key: listen by TLS."),
    tlsKey: text("a file name").optional().describe("File with the certificate's private key in PEM."),
    allowedHosts: z
      .array(text("a name or an origin"), "expected a list of names and origins")
      .default([])
      .describe(
        "More names that the Host header may have, beside loopback's and `host`; web pages of these may ask. With a scheme (https://app.example): an origin of other pages that may.",
      ),
    mode: oneOf(["reduce", "observe"])
      .default("reduce")
      .describe("observe: report and count, send every request as it came."),
    holdoutPercent: z
      .number(PERCENT)
      .min(0, PERCENT)
      .max(100, PERCENT)
      .default(0)
      .describe("Conversations that go as they came, to compare the others with."),
    diagnoseCache: flag()
      .default(false)
      .describe(
        "Say why providers' caches had the beginnings of requests, or not; each body is read once more for it.",
      ),
    keepAliveUsd: z
      .number(DOLLARS)
      .min(0, DOLLARS)
      .default(0)
      .describe("Most US dollars for renewing the cache of one idle conversation, where that is expected to pay."),
    logLevel: oneOf(["debug", "info", "warn", "error", "silent"])
      .default("info")
      .describe("Least level that is logged."),
    sessionFile: text("a file name")
      .optional()
      .describe("File in which that outlives the gateway; without one a restart forgets it"),
    noStore: flag()
      .default(false)
      .describe("Nothing with text of a request is kept beyond its answer; settings that would keep it are refused."),
    page: flag()
      .default(true)
      .describe("Serve the page at `/`: on loopback, elsewhere only with a token in TAMIS_PAGE_TOKEN."),
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
    firstByteMs: whole(MILLISECONDS, 1, HOUR_MS)
      .default(600_000)
      .describe("Time from sending a request to the answer's headers; at most 10 seconds of it to connect."),
    idleMs: whole(MILLISECONDS, 1, HOUR_MS).default(300_000).describe("Longest pause within an answer."),
    concurrentRequests: whole("a number of requests", 0, 1_000_000)
      .default(0)
      .describe("Requests of one caller at one time, known by its key or its credential; 0: no limit."),
  })
    .prefault({})
    .describe("What requests and answers may take, in bytes, milliseconds and numbers.");
}

/** What launches of agents do. */
function buildRun(z: Zod) {
  const { table, oneOf } = fieldsOf(z);
  return table({
    cacheLifetime: oneOf(["auto", "client"])
      .default("auto")
      .describe(
        "auto: an agent that is billed to a key and has a setting for it keeps its prompt cache for an hour where that would have cost less on its own logs; client: as the agent itself decides.",
      ),
  })
    .prefault({})
    .describe("What `tamis run` and the agents' commands do, beside the gateway of theirs.");
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
  });
}

/** Who may ask the gateway itself. */
function buildKeys(z: Zod) {
  const { table, variableName } = fieldsOf(z);
  const key = table({
    tokenEnv: variableName().describe(
      "Environment variable with the key's token, or with `sha256:` and the token's SHA-256, so that the token is on no machine but the caller's.",
    ),
  });
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
  const { table } = fieldsOf(z);
  return table({
    redisUrl: z
      .string(REDIS_URLS)
      .regex(/^(rediss?|unix):\/\/\S+$/, REDIS_URLS)
      .optional()
      .describe("Address of Redis or Valkey. One with a password is in the variable TAMIS_REDIS_URL instead."),
  })
    .optional()
    .describe("Where several gateways keep what they know together.");
}

/** Which policy a request gets. */
function buildRoute(z: Zod) {
  const { table, text } = fieldsOf(z);
  return table({
    policy: text("the name of a policy").describe("Name of the policy that such requests get."),
    model: text("a pattern with * and ?").optional().describe("Pattern (*, ?) over the model's whole name."),
    header: z
      .string(ROUTE_HEADERS)
      .max(4096, ROUTE_HEADERS)
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+:[ \t]*\S/, ROUTE_HEADERS)
      .optional()
      .describe("A header and a pattern (*, ?) over its whole value: `x-team: a*`."),
  }).refine(...named("routeCondition"));
}

const PATTERNS = "expected a pattern with * and ?, of 1 to 256 chars";
const LISTS = "expected a list of 1 to 100 patterns";
const VALUES = "expected a header's value of 1 to 128 letters, digits and . : _ / -";

function buildNamed(z: Zod) {
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

/** What is kept of replaced results. */
function buildOriginals(z: Zod) {
  const { table, whole, flag, text, oneOf, variableName } = fieldsOf(z);
  return table({
    store: oneOf(["off", "memory", "sqlite", "redis", "files"])
      .default("off")
      .describe(
        "Where originals of replaced results are kept: off: nowhere; memory: in the gateway; sqlite: in a file, needs Node 22.13 or the package @libsql/client; redis: in that of [shared]; files: as texts in a folder, which markers name, for agents on the same machine.",
      ),
    path: text("a path")
      .optional()
      .describe(
        "The file of the store sqlite (default: originals.db), or the folder of the store files (default: tamis/originals in the user's cache; at most 400 chars); the key of the handles is beside it, in PATH.key.",
      ),
    encryptionKeyEnv: variableName()
      .optional()
      .describe(
        "Environment variable with 32 bytes (64 hex digits or base64): originals are encrypted with AES-256-GCM.",
      ),
    ttlMs: whole("a whole number of milliseconds", 1000, 365 * DAY_MS)
      .default(DAY_MS)
      .describe("Time that an original is kept after a request had it last."),
    maxBytes: whole("a whole number of bytes", 1024, Number.MAX_SAFE_INTEGER)
      .default(256 * 1024 * 1024)
      .describe("Bytes of all originals; the oldest are forgotten first."),
    tenants: oneOf(["credential", "one"])
      .default("credential")
      .describe(
        "Whose originals they are: credential: of those with the same key; one: all callers are one, for keys that change.",
      ),
    intercept: flag()
      .default(false)
      .describe("True: the model gets the tool tamis_retrieve, and the gateway answers its calls itself."),
  })
    .prefault({})
    .describe("What is kept of replaced results.");
}
