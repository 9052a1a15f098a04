// 100,000 faults (`TAMIS_FAULTS`) before an upstream that answers everything with 200: bodies that are cut, mixed up, packed
// wrongly; summarisers that throw, hang or answer nonsense; a Redis that fails, hangs or has nonsense; observers that throw.
// The gateway may refuse with 4xx what no provider could read; it may never make a 5xx, and no secret may be in its words.
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Pool } from "undici";
import { loadTs } from "../support/load-ts.mjs";
import { counter } from "../support/tools.mjs";

export const name = "gateway-faults";

const FAULTS = Number(process.env.TAMIS_FAULTS ?? 100_000);
const CLIENTS = 8;
const CANARY = "canary-91c7e2ab";
const DEADLINE_MS = 20;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const [{ createGateway }, requests, { createRandom }] = await Promise.all([
    import(join(root, "dist/gateway/index.js")),
    loadTs(join(root, "__test__/gateway/requests.ts")),
    loadTs(join(root, "__test__/support/random.ts")),
  ]);
  const upstream = await startUpstream();
  const said = [];
  const redis = new FaultyRedis(createRandom(7));
  const gateway = createGateway(configuration(upstream.url), {
    logger: { write: (line) => said.push(line) },
    summarizers: { summarised: faultySummariser(createRandom(11)) },
    redis,
    onRequest() {
      throw new Error(CANARY);
    },
  });
  const url = await gateway.listen();
  const seen = await inject({ url, requests, random: createRandom(3), log });
  const words = [...said, await gateway.metrics(), await textOf(url, "/stats"), ...redis.keys].join("\n");
  await check(`${seen.sent} faults, and no 5xx: ${JSON.stringify(seen.statuses)}`, () => {
    const bad = Object.keys(seen.statuses).filter((status) => status >= "500" || status === "none");
    if (bad.length > 0) throw new Error(`${bad}: ${seen.examples.join("; ")}`);
  });
  await check("each kind of fault came up", () => {
    const missing = Object.keys(FAULT_KINDS).filter((kind) => (seen.kinds[kind] ?? 0) === 0);
    if (missing.length > 0) throw new Error(missing.join());
  });
  await check("no text of a request and no key is in log, metrics, stats or names in Redis", () => {
    const at = words.indexOf(CANARY);
    if (at >= 0) throw new Error(words.slice(Math.max(0, at - 100), at + 40));
  });
  await gateway.close({ drainMs: 1000 });
  await upstream.close();
  return { ...counts, record: { faults: seen.sent, statuses: seen.statuses, kinds: seen.kinds } };
}

const configuration = (upstream) => ({
  gateway: { port: 0 },
  upstreams: { openai: upstream, anthropic: upstream, gemini: upstream },
  shared: { redisUrl: "redis://127.0.0.1:1" },
  limits: { bodyBytes: 4_000_000 },
  policies: {
    default: { version: 1, preset: "balanced" },
    summarised: {
      budget: { tokens: 500 },
      summarizer: { upstream: "openai", model: "m", apiKeyEnv: "NONE", deadlineMs: DEADLINE_MS },
    },
  },
});

async function startUpstream() {
  const answer = JSON.stringify({ model: "m-1", usage: { input_tokens: 3, output_tokens: 1 }, text: CANARY });
  const server = createServer((request, response) => {
    request.on("error", () => {}).resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(answer));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Fails, hangs or answers nonsense, each about as often as it does what it should. */
class FaultyRedis {
  keys = new Set();
  #values = new Map();
  #random;

  constructor(random) {
    this.#random = random;
  }

  async mgetBuffer(...keys) {
    for (const key of keys) this.keys.add(key);
    await this.#trouble();
    const nonsense = ["null", "{", '{"format":"tamis-sessions-1","steps":1,"state":{}}', "\u0000", CANARY];
    return keys.map((key) =>
      this.#random.below(4) === 0 ? Buffer.from(this.#random.pick(nonsense)) : (this.#values.get(key) ?? null),
    );
  }

  async set(key, value) {
    this.keys.add(key);
    await this.#trouble();
    this.#values.set(key, Buffer.from(value));
  }

  disconnect() {}

  #trouble() {
    const kind = this.#random.below(12);
    if (kind === 0) throw new Error(CANARY);
    return kind === 1 ? sleep(50, undefined, { ref: false }) : undefined;
  }
}

function faultySummariser(random) {
  const kinds = [
    () => "a summary",
    () => "",
    () => 7,
    () => undefined,
    () => "long ".repeat(20_000),
    () => {
      throw new Error(CANARY);
    },
    () => Promise.reject(new Error(CANARY)),
    () => new Promise(() => {}),
  ];
  return async () => random.pick(kinds)();
}

/** What can be wrong with a request; each gets good bytes and gives its own. */
const FAULT_KINDS = {
  "as it should be": (bytes) => ({ body: bytes }),
  cut: (bytes, random) => ({ body: bytes.subarray(0, random.below(bytes.length)) }),
  "a byte changed": (bytes, random) => {
    const body = Buffer.from(bytes);
    body[random.below(body.length)] = random.below(256);
    return { body };
  },
  "a part moved": (bytes, random) => {
    const at = random.below(bytes.length);
    return { body: Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)]) };
  },
  "a part twice": (bytes, random) => {
    const at = random.below(bytes.length);
    return { body: Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.floor(at / 2))]) };
  },
  "nested deeply": (_, random) => ({ body: Buffer.from(`{"messages":${"[".repeat(1 + random.below(20_000))}`) }),
  "half of a pair": (bytes) => ({ body: Buffer.from(String(bytes).replaceAll("result", "\\ud800")) }),
  "not what its encoding says": (bytes, random) => ({
    body: bytes,
    headers: { "content-encoding": random.pick(["gzip", "br", "deflate", "zstd", "x-odd", "gzip, br"]) },
  }),
  "packed, and cut": (bytes, random) => {
    const packed = gzipSync(bytes);
    return { body: packed.subarray(0, random.below(packed.length)), headers: { "content-encoding": "gzip" } };
  },
  packed: (bytes) => ({ body: gzipSync(bytes), headers: { "content-encoding": "gzip" } }),
  "summarised by a faulty model": (bytes) => ({ body: bytes, headers: { "x-tamis-policy": "summarised" } }),
  "rows of another proxy": (bytes, random) => ({
    body: random.below(2) === 0 ? bytes : bytes.subarray(0, random.below(bytes.length)),
    path: "/v1/compress",
  }),
  "let through": (bytes) => ({ body: bytes, headers: { "x-tamis-bypass": "1" } }),
};

async function inject({ url, requests, random, log }) {
  const seen = { sent: 0, statuses: {}, kinds: {}, examples: [] };
  const good = requests.WIRES.map((wire) => {
    const model = wire === "anthropic" ? "claude-opus-5-5" : CANARY;
    const request = { ...requests.agentRequest(wire, { turns: 14, chars: 400, model }), user: CANARY };
    return { path: requests.PATHS[wire], bytes: requests.bytesOf(request) };
  });
  const kinds = Object.entries(FAULT_KINDS);
  const pool = new Pool(url, { connections: CLIENTS });
  const client = async () => {
    while (seen.sent < FAULTS) {
      seen.sent++;
      if (seen.sent % 10_000 === 0) log(`${seen.sent} faults`);
      const [kind, make] = random.pick(kinds);
      const one = random.pick(good);
      const { body, headers = {}, path = one.path } = make(one.bytes, random);
      const sent = { ...headers, authorization: `Bearer ${CANARY}`, "content-type": "application/json" };
      const status = await statusOf(pool, { method: "POST", path, body, headers: sent });
      seen.kinds[kind] = (seen.kinds[kind] ?? 0) + 1;
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      if ((status === "none" || status >= 500) && seen.examples.length < 5)
        seen.examples.push(`${kind} ${path} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await pool.close();
  return seen;
}

async function statusOf(pool, request) {
  try {
    const { statusCode, body } = await pool.request(request);
    await body.dump();
    return statusCode;
  } catch {
    return "none";
  }
}

const textOf = async (url, path) => (await fetch(`${url}${path}`)).text();
