// The address for administrators, the audit log, erasing, encryption, and the mode in which nothing is kept.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkConfig, createGateway, type GatewayInput } from "../../ts/gateway/index.js";
import { FakeRedis } from "./fake-redis.js";
import { ask, startGateway } from "./start.js";

const TOKEN = "administrators-token-1";
const ENV = { TAMIS_ADMIN_TOKEN: TOKEN, TAMIS_KEY_A: "key-a-0123456789abcdef", TAMIS_ORIGINALS_KEY: "ab".repeat(32) };
const SECRET = "canary-of-a-result";
const LONG = Array.from({ length: 60 }, (_, at) => `line ${at + 1} ${SECRET}`).join("\n");

const chat = (name: string) =>
  JSON.stringify({
    model: "gpt-4o",
    messages: [
      { role: "user", content: name },
      ...[0, 1, 2].flatMap((at) => [
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: `c${at}`, type: "function", function: { name: "grep", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: `c${at}`, content: `${name} ${at}\n${LONG}` },
      ]),
    ],
  });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "tamis-admin-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const POLICY = { cache: { strategy: "every-turn" }, mask: { windowTurns: 1, minChars: 0 } } as const;

async function start(config: GatewayInput = {}, options: object = {}) {
  const admin = { port: 0, tokenEnv: "TAMIS_ADMIN_TOKEN" };
  const started = await startGateway(
    undefined,
    { admin, policies: { default: POLICY }, ...config },
    { env: ENV, ...options },
  );
  const url = started.gateway.adminUrl as string;
  const tell = async (path: string, body: object, token = TOKEN) => {
    const answer = await ask(url, path, { body: JSON.stringify(body), headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, ...JSON.parse(answer.text) };
  };
  const get = (path: string, token = TOKEN) =>
    ask(url, path, { method: "GET", headers: { authorization: `Bearer ${token}` } });
  const send = async (name: string, headers: Record<string, string> = {}) => {
    const answer = await ask(started.url, "/v1/chat/completions", { body: chat(name), headers });
    const sent = started.upstream.arrived.at(-1)?.body.toString() ?? "";
    return { answer, sent, handles: [...sent.matchAll(/ ref=([0-9a-f]{32})/g)].map(([, handle = ""]) => handle) };
  };
  const original = async (handle: string | undefined, headers: Record<string, string> = {}) =>
    (await ask(started.url, `/v1/retrieve/${handle}`, { method: "GET", headers })).status;
  return { ...started, adminUrl: url, tell, get, send, original };
}

describe("the address for administrators", () => {
  it("answers to its own token alone, also on loopback", async () => {
    const { get, adminUrl, url } = await start();
    expect(JSON.parse((await get("/admin/status")).text)).toMatchObject({ format: "tamis-admin-1", mode: "reduce" });
    expect((await get("/metrics")).text).toContain("tamis_requests_total");
    expect(JSON.parse((await get("/stats")).text).format).toBe("tamis-stats-1");
    expect((await get("/admin/status", "another-token-12345")).status).toBe(401);
    expect((await ask(adminUrl, "/admin/status", { method: "GET" })).status).toBe(401);
    expect((await get("/nothing")).status).toBe(404);
    // The address of requests has no such paths.
    const there = await ask(url, "/admin/status", { method: "GET", headers: { authorization: `Bearer ${TOKEN}` } });
    expect(there.status).toBe(404);
  });

  it("switches reducing off and on, which requests and figures say", async () => {
    const { tell, send, get } = await start();
    expect((await send("a")).sent).not.toBe(chat("a"));
    expect(await tell("/admin/switch", { reduce: false })).toEqual({ status: 200, done: true });
    const off = await send("a");
    expect([off.sent, off.answer.headers.get("x-tamis-skipped")]).toEqual([chat("a"), "switched_off"]);
    expect((await get("/metrics")).text).toContain("tamis_switched_off 1");
    expect(JSON.parse((await get("/stats")).text).mode).toBe("off");
    await tell("/admin/switch", { reduce: true });
    expect((await send("a")).sent).not.toBe(chat("a"));
  });

  it.each([
    ["/admin/switch", {}, 400],
    ["/admin/switch", { reduce: true, more: 1 }, 400],
    ["/admin/erase", { user: "u", all: true }, 400],
    ["/admin/erase", { tenant: "" }, 400],
    ["/admin/erase", { all: true }, 409],
    ["/admin/other", {}, 404],
  ])("refuses %s %j", async (path, body, status) => {
    const { tell } = await start();
    expect(await tell(path, body)).toMatchObject({ status, problem: expect.any(String) });
  });

  it("needs a token that cannot be guessed", () => {
    const make = (env: Record<string, string>) => () =>
      createGateway({ admin: { tokenEnv: "TAMIS_ADMIN_TOKEN" } }, { env });
    expect(make({})).toThrow("admin.token_env: the environment variable TAMIS_ADMIN_TOKEN is not set");
    expect(make({ TAMIS_ADMIN_TOKEN: "short" })).toThrow("at least 16 characters");
    expect(() => checkConfig({ admin: {} } as GatewayInput)).toThrow(
      "admin.token_env: expected the name of an environment variable",
    );
  });
});

describe("the audit log", () => {
  it("has a line for each retrieval, command and change, and no text or name of a user", async () => {
    const file = join(folder(), "audit.jsonl");
    const config: GatewayInput = { audit: { file }, originals: { store: "memory" }, policies: { default: POLICY } };
    const { gateway, tell, get, send, original } = await start(config);
    const { handles } = await send("a");
    expect(await original(handles[0])).toBe(200);
    expect(await original("0".repeat(32))).toBe(404);
    await tell("/admin/erase", { user: "erased-person" });
    await get("/admin/status", "not-the-token-12345");
    gateway.reload({ ...config, gateway: { port: 0 }, limits: { idleMs: 1 } });
    expect(() => gateway.reload({ limits: { idleMs: -1 } })).toThrow();
    await gateway.close({ drainMs: 10 });
    const text = readFileSync(file, "utf8");
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event, by, found, command, outcome }) => [event, by ?? command ?? outcome, found])).toEqual([
      ["start", undefined, undefined],
      ["retrieve", "client", true],
      ["retrieve", "client", false],
      ["command", "erase", undefined],
      ["denied", undefined, undefined],
      ["config", "done", undefined],
      ["config", "refused", undefined],
      ["stop", undefined, undefined],
    ]);
    expect(lines[5].changed).toContain("limits");
    for (const secret of [SECRET, "erased-person", TOKEN, "not-the-token"]) expect(text).not.toContain(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("gives nothing out that it cannot record", async () => {
    const where = folder();
    const file = join(where, "gone", "audit.jsonl");
    const { mkdirSync } = await import("node:fs");
    mkdirSync(join(where, "gone"));
    const { send, original, tell } = await start({ audit: { file }, originals: { store: "memory" } });
    const { handles } = await send("a");
    rmSync(join(where, "gone"), { recursive: true });
    expect(await original(handles[0])).toBe(503);
    expect(await tell("/admin/switch", { reduce: false })).toMatchObject({ status: 500 });
    expect((await send("a")).answer.status).toBe(200);
  });
});

const REDIS: GatewayInput = { shared: { redisUrl: "redis://127.0.0.1:1" } };
const STORES = [
  ["memory", {}],
  ["sqlite", {}],
  ["redis", REDIS],
] as const;

describe.each(STORES)("originals in %s", (store, more) => {
  const begin = async (encryptionKeyEnv?: string) => {
    const file = join(folder(), "originals.db");
    const redis = new FakeRedis();
    const keys = { acme: { tokenEnv: "TAMIS_KEY_A" } };
    const originals = {
      store,
      ...(store === "sqlite" ? { path: file } : {}),
      ...(encryptionKeyEnv ? { encryptionKeyEnv } : {}),
    };
    const options = store === "redis" ? { redis, env: { ...ENV, TAMIS_RESTORE_KEY: "cd".repeat(32) } } : {};
    return { ...(await start({ ...more, keys, originals }, options)), redis, file };
  };
  const user = (name: string) => ({ "x-litellm-user_api_key_user_id": name, authorization: "Bearer k" });

  it("are erased by user, by tenant and as a whole, and kept again when they are sent again", async () => {
    const { send, original, tell } = await begin();
    const [ann, bob] = [await send("ann", user("ann")), await send("bob", user("bob"))];
    const keyed = { "x-tamis-key": ENV.TAMIS_KEY_A };
    const acme = await send("acme", keyed);
    const all = async () => [
      await original(ann.handles[0], user("ann")),
      await original(bob.handles[0], user("bob")),
      await original(acme.handles[0], keyed),
    ];
    expect(await all()).toEqual([200, 200, 200]);
    expect(await tell("/admin/erase", { user: "ann" })).toMatchObject({ erased: 2 });
    expect(await all()).toEqual([404, 200, 200]);
    expect(await tell("/admin/erase", { tenant: "acme" })).toMatchObject({ erased: 2 });
    expect(await all()).toEqual([404, 200, 404]);
    expect((await send("ann", user("ann"))).sent).toBe(ann.sent);
    expect(await all()).toEqual([200, 200, 404]);
    await tell("/admin/erase", { all: true });
    expect(await all()).toEqual([404, 404, 404]);
  });

  it("are not readable where they lie, with a key", async () => {
    const { send, original, redis, file } = await begin("TAMIS_ORIGINALS_KEY");
    const { handles } = await send("a", user("a"));
    expect(await original(handles[0], user("a"))).toBe(200);
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
    const make = () => createGateway({ ...REDIS, originals: { store: "redis" } }, { env: {}, redis: new FakeRedis() });
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
