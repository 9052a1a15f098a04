// Originals with a key, and the mode in which nothing is kept.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConfig, createGateway, type GatewayInput } from "../../ts/gateway/index.js";
import { temporaryFolder } from "../support/folder.js";
import { chatOf } from "../support/on-wire.js";
import { PlayedRedis } from "./played-redis.js";
import { ask, startGateway } from "./start.js";

const ENV = { TAMIS_ORIGINALS_KEY: "ab".repeat(32) };
const SECRET = "canary-of-a-result";
const LONG = Array.from({ length: 60 }, (_, at) => `line ${at + 1} ${SECRET}`).join("\n");

const chat = (name: string) =>
  JSON.stringify({
    model: "gpt-4o",
    messages: [
      { role: "user", content: name },
      ...[0, 1, 2].flatMap((at) =>
        chatOf([{ calls: [{ id: `c${at}`, tool: "grep", result: `${name} ${at}\n${LONG}` }] }]),
      ),
    ],
  });

const POLICY = { cache: { strategy: "every-turn" }, mask: { windowTurns: 1, minChars: 0 } } as const;

async function start(config: GatewayInput = {}, options: object = {}) {
  const started = await startGateway(undefined, { policies: { default: POLICY }, ...config }, { env: ENV, ...options });
  const send = async (name: string, headers: Record<string, string> = {}) => {
    const answer = await ask(started.url, "/v1/chat/completions", { body: chat(name), headers });
    const sent = started.upstream.arrived.at(-1)?.body.toString() ?? "";
    return { answer, sent, handles: [...sent.matchAll(/ ref=([0-9a-f]{32})/g)].map(([, handle = ""]) => handle) };
  };
  const original = async (handle: string | undefined, headers: Record<string, string> = {}) =>
    (await ask(started.url, `/v1/retrieve/${handle}`, { method: "GET", headers })).status;
  return { ...started, send, original };
}

const REDIS: GatewayInput = { shared: { redisUrl: "redis://127.0.0.1:1" } };
const STORES = [
  ["memory", {}],
  ["sqlite", {}],
  ["redis", REDIS],
] as const;

describe.each(STORES)("originals in %s", (store, more) => {
  const begin = async (encryptionKeyEnv: string) => {
    const file = join(temporaryFolder(), "originals.db");
    const redis = new PlayedRedis();
    const originals = {
      store,
      ...(store === "sqlite" ? { path: file } : {}),
      encryptionKeyEnv,
    };
    const options = store === "redis" ? { redis, env: { ...ENV, TAMIS_RESTORE_KEY: "cd".repeat(32) } } : {};
    return { ...(await start({ ...more, originals }, options)), redis, file };
  };
  it("are not readable where they lie, with a key", async () => {
    const { send, original, redis, file } = await begin("TAMIS_ORIGINALS_KEY");
    const { handles } = await send("a");
    expect(await original(handles[0])).toBe(200);
    const lying = [redis.dump(), ...(store === "sqlite" ? bytesBeside(file) : [])].join("\n");
    expect(lying).not.toContain(SECRET);
    if (store === "redis") expect(lying.length).toBeGreaterThan(1000);
  });
});

/** Of the file, and what SQLite has beside it. */
const bytesBeside = (file: string): string[] =>
  readdirSync(join(file, "..")).map((name) => readFileSync(join(file, "..", name), "latin1"));

describe("settings of originals", () => {
  it("in Redis need [shared], and the same key of handles everywhere", () => {
    expect(() => checkConfig({ originals: { store: "redis" } })).toThrow(
      "redis is that of [shared], which is not there",
    );
    const make = () =>
      createGateway({ ...REDIS, originals: { store: "redis" } }, { env: {}, redis: new PlayedRedis() });
    expect(make).toThrow("originals.store: redis needs the environment variable TAMIS_RESTORE_KEY");
  });

  it.each([
    ["", "is not set"],
    ["00ff", "must have 32 bytes"],
  ])("need an encryption key of 32 bytes, not %j", (value, message) => {
    const originals = { store: "memory", encryptionKeyEnv: "K" } as const;
    expect(() => createGateway({ originals }, { env: { K: value } })).toThrow(message);
  });
});

describe("a gateway that keeps nothing", () => {
  it("refuses settings that would keep text", () => {
    const gateway = { noStore: true };
    const summarizer = { upstream: "openai", model: "m", apiKeyEnv: "K" } as never;
    const check = (more: GatewayInput) => () => checkConfig({ gateway, ...more });
    expect(check({})).not.toThrow();
    expect(check({ originals: { store: "memory" } })).toThrow("originals.store: gateway.no_store is set");
    expect(check({ condensation: { enabled: true } })).toThrow("condensation.enabled: gateway.no_store is set");
    expect(check({ policies: { default: { budget: { tokens: 1000 }, summarizer } } })).toThrow("summaries would keep");
  });

  it("gives no bodies to whoever shows them", async () => {
    const shown: unknown[] = [];
    const options = { onRequest: (_: unknown, bodies: unknown) => shown.push(bodies), keptBodyBytes: 1e6 };
    const { send } = await start({ gateway: { noStore: true } }, options);
    await send("a");
    await expect.poll(() => shown).toEqual([undefined]);
  });
});
