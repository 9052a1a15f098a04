// What several gateways know together, in a Redis that is played here; the real one: `npm run test:system -- --only redis`.
import { describe, expect, it } from "vitest";
import { checkConfig, createGateway } from "../../ts/gateway/index.js";
import type { RedisClient } from "../../ts/gateway/shared/shared-state.js";
import { Breaker } from "../../ts/gateway/shared/shared-state.js";
import { createMemoryStore, createRedisStore, encryptedStore } from "../../ts/restore/index.js";
import { boundSession } from "../support/bound-session.js";
import { PlayedRedis } from "./played-redis.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

const shared = { redisUrl: "redis://127.0.0.1:1" };
const policies = { default: { version: 1 as const, preset: "balanced" as const } };
const answer = json({ type: "message", content: [], usage: { input_tokens: 1, output_tokens: 1 } });

/** What the upstream gets of a conversation whose requests go to the gateways in turns; every seventh is let through as it is. */
async function sent(gateways: { url: string; upstream: { arrived: { body: Buffer }[] } }[], seed: number) {
  const { requests } = boundSession({ seed, prompts: 4, turns: 8, resultChars: 3000 });
  const bodies: string[] = [];
  for (const [at, request] of requests.entries()) {
    const gateway = gateways[at % gateways.length];
    if (gateway === undefined) continue;
    const headers: Record<string, string> = at % 7 === 6 ? { "x-tamis-bypass": "1" } : {};
    const { status } = await ask(gateway.url, "/v1/messages", { body: JSON.stringify(request), headers });
    expect(status).toBe(200);
    bodies.push(String(gateway.upstream.arrived.at(-1)?.body));
  }
  return bodies;
}

const start = (redis?: RedisClient) =>
  startGateway(answer, { policies, ...(redis === undefined ? {} : { shared }) }, redis === undefined ? {} : { redis });

describe("gateways that share what they know", () => {
  it("send the same bytes for one conversation whichever answers", async () => {
    let differ = 0;
    for (const seed of [1, 2, 3]) {
      const one = await sent([await start()], seed);
      const redis = new PlayedRedis();
      expect(await sent([await start(redis), await start(redis), await start(redis)], seed)).toEqual(one);
      const apart = await sent([await start(), await start(), await start()], seed);
      if (apart.join("\n") !== one.join("\n")) differ++;
    }
    // Else the sameness above would show nothing.
    expect(differ).toBeGreaterThan(0);
  });

  it("keep no text of anybody's there, and no id of a conversation in a key", async () => {
    const redis = new PlayedRedis();
    await sent([await start(redis)], 1);
    const keys = [...redis.values.keys()];
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).toMatch(/^tamis:1:session:[0-9a-f]{40}$/);
    const values = [...redis.values.values()].join("\n");
    for (const text of ["Do the thing", "word word", "I think", "/a/"]) expect(values).not.toContain(text);
  });

  it.each(["down", "hangs", "full"] as const)("go on by themselves while Redis is %s, and say so", async (state) => {
    const redis = new PlayedRedis();
    redis.state = state;
    const gateway = await start(redis);
    const startedAt = performance.now();
    expect(await sent([gateway], 2)).toEqual(await sent([await start()], 2));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(await gateway.gateway.metrics()).toMatch(/tamis_shared_total\{what="session",outcome="failed"\} [1-9]/);
    const stats = JSON.parse((await ask(gateway.url, "/stats", { method: "GET" })).text);
    // Of a full Redis nothing can be written, but much be read.
    if (state !== "full") expect(stats.shared).toEqual({ isUp: false });
  });

  it("ignore what another version or another program has written, and count it", async () => {
    const redis = new PlayedRedis();
    const gateway = await start(redis);
    const before = await sent([gateway], 3);
    for (const key of redis.values.keys()) redis.values.set(key, Buffer.from('{"format":"tamis-sessions-9"}'));
    const other = await start(redis);
    expect((await sent([other], 3)).length).toBe(before.length);
    expect(await other.gateway.metrics()).toMatch(/tamis_shared_total\{what="session",outcome="unusable"\} [1-9]/);
  });
});

describe("a breaker", () => {
  it("keeps calls away after three failures, and lets one try again after a pause that doubles", async () => {
    let now = 0;
    let calls = 0;
    const breaker = new Breaker(() => now);
    const fail = () => breaker.call(() => Promise.reject(new Error(String(calls++))), 10);
    for (let at = 0; at < 5; at++) expect(await fail()).toBeUndefined();
    expect([calls, breaker.isUp]).toEqual([3, false]);
    now = 500;
    await fail();
    await fail();
    expect(calls).toBe(4);
    now = 1499;
    await fail();
    expect(calls).toBe(4);
    now = 1500;
    expect(await breaker.call(async () => "there", 10)).toEqual({ value: "there" });
    expect(breaker.isUp).toBe(true);
  });

  it("pauses as for one failure where many calls fail together", async () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    const fail = () => breaker.call(() => Promise.reject(new Error("gone")), 10);
    await Promise.all(Array.from({ length: 50 }, fail));
    now = 500;
    expect(await breaker.call(async () => "there", 10)).toEqual({ value: "there" });
  });

  it("lets one call alone try again, whatever becomes of calls from before the pause", async () => {
    let now = 0;
    const breaker = new Breaker(() => now);
    let breakOff = (_: Error) => {};
    const early = breaker.call(() => new Promise((_, reject) => (breakOff = reject)), 10_000);
    for (let at = 0; at < 3; at++) await breaker.call(() => Promise.reject(new Error("gone")), 10);
    now = 500;
    const trial = breaker.call(() => new Promise((resolve) => setTimeout(resolve, 50)), 10_000);
    breakOff(new Error("gone"));
    await early;
    let calls = 0;
    await breaker.call(async () => calls++, 10);
    expect(calls).toBe(0);
    await trial;
  });

  it("takes no answer for a failure once its time is over", async () => {
    expect(await new Breaker().call(() => new Promise(() => {}), 5)).toBeUndefined();
  });
});

describe("the table [shared]", () => {
  it.each([
    [{ redisUrl: "http://x" }, "expected redis://"],
    [{ redisUrl: "redis://user:secret-word@ x" }, "expected redis://"],
    [{ redisUrl: "redis://x", redisUrlEnv: "X" }, 'unknown key "redisUrlEnv"; did you mean "redis_url"?'],
  ])("with a mistake is an error with its place: %j", (table, message) => {
    expect(() => checkConfig({ shared: table } as never)).toThrow(message);
    expect(() => checkConfig({ shared: table } as never)).not.toThrow("secret-word");
  });

  it("needs an address, its own or that of the variable", () => {
    const start = (env: NodeJS.ProcessEnv) => () => createGateway({ shared: {} }, { env });
    expect(start({})).toThrow(
      "shared: needs redis_url, or the address of Redis in the environment variable TAMIS_REDIS_URL",
    );
    expect(start({ TAMIS_REDIS_URL: "redis://127.0.0.1:1" })).not.toThrow("needs redis_url");
  });
});

describe("originals in Redis", () => {
  const scope = { tenant: "acme" };
  const token = new TextEncoder().encode('"the original"');

  it("are given to their tenant alone", async () => {
    const redis = new PlayedRedis();
    const store = createRedisStore(redis);
    await store.put("h1", token, scope);
    expect(Buffer.from((await store.get("h1", scope)) ?? []).toString()).toBe('"the original"');
    expect(await store.get("h1", { tenant: "other" })).toBeUndefined();
    expect([...redis.values.keys()].join()).not.toContain("acme");
  });

  it("are no text that can be read where they are encrypted, and bound to tenant and handle", async () => {
    const redis = new PlayedRedis();
    const key = new Uint8Array(32).fill(7);
    const store = encryptedStore(createRedisStore(redis), key);
    await store.put("h1", token, scope);
    const [[name, value] = ["", Buffer.of()]] = [...redis.values];
    expect(value.toString("latin1")).not.toContain("original");
    expect(Buffer.from((await store.get("h1", scope)) ?? []).toString()).toBe('"the original"');
    redis.values.set(name.replace("h1", "h2"), value);
    expect(await store.get("h2", scope)).toBeUndefined();
    redis.values.set(name, Buffer.concat([value.subarray(0, -1), Buffer.of((value.at(-1) ?? 0) ^ 1)]));
    expect(await store.get("h1", scope)).toBeUndefined();
    expect(() => encryptedStore(createMemoryStore(), new Uint8Array(16))).toThrow("expected 32 bytes, got 16");
  });
});
