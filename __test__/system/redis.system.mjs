// Two gateways behind nginx that share a real Redis: one conversation gets the same bytes whichever answers; Redis that is
// killed, stopped, full, or holds another version's data costs no request; a gateway that is killed loses nothing. The same
// of originals that are kept there.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startGateway } from "../support/gateway-process.mjs";
import { startProvider } from "../support/kept-bodies-provider.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { startNginx } from "../support/nginx.mjs";
import { originalsInRedis } from "../support/redis-originals.mjs";
import { startRedis } from "../support/redis-server.mjs";
import { counter, debianProgram, run as runProgram, withScratch } from "../support/tools.mjs";
import { freePort } from "../support/toxiproxy.mjs";

export const name = "redis";

const CANARY = "canary-5b81f0e2";
const POLICY = `version = 1\npreset = "balanced"\n`;

export async function run({ log, root }) {
  await debianProgram({ program: "redis-server", log });
  await debianProgram({ program: "nginx", arg: "-v", log });
  const { counts, check } = counter(log);
  const { boundSession } = await loadTs(join(root, "__test__/support/bound-session.ts"));
  const record = await withScratch(async (scratch) => {
    const version = (await runProgram("redis-server", ["--version"])).trim();
    const provider = await startProvider(ANSWER);
    const context = { root, scratch, provider, check, sessions: sessionsOf(boundSession) };
    context.alone = await withGateways(context, { count: 1 }, ({ urls }) => sentAll(context, urls));
    const behind = await check("two gateways behind nginx send what one alone sends", () => behindNginx(context));
    await check("Redis killed in mid-session, and back: every request is answered", () => killed(context));
    await check("Redis stopped, so that it answers nothing: every request is answered", () => stopped(context));
    await check("Redis full: every request is answered", () => full(context));
    await check("another version's data is ignored", () => strange(context));
    await check("a gateway killed in mid-session: the other goes on with the same bytes", () => gatewayKilled(context));
    const originals = await originalsInRedis({ root, scratch, provider, check });
    await provider.close();
    return { redis: version, behind, originals };
  });
  return { ...counts, record };
}

/** Conversations whose thinking is checked: their bytes depend on what was sent before. */
const sessionsOf = (boundSession) =>
  [1, 2, 3, 4].map((seed) => {
    const { requests } = boundSession({ seed, prompts: 4, turns: 8, resultChars: 3000 });
    return requests.map((request, at) => ({
      body: JSON.stringify({ ...request, metadata: { user_id: CANARY } }),
      headers: at % 7 === 6 ? { "x-tamis-bypass": "1" } : {},
    }));
  });

const ANSWER = JSON.stringify({ type: "message", content: [], usage: { input_tokens: 1, output_tokens: 1 } });

async function withGateways({ root, scratch, provider }, { count, redis }, use) {
  const more = `${redis === undefined ? "" : `[shared]\nredis_url = "${redis.url}"\n`}`;
  const gateways = [];
  for (let at = 0; at < count; at++) {
    const file = join(scratch, `tamis-${await freePort()}.toml`);
    gateways.push(await startGateway({ root, file, upstream: provider.url, more, policy: POLICY }));
  }
  try {
    return await use({ gateways, urls: gateways.map(({ url }) => url) });
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
}

async function withRedis(context, use, args) {
  const redis = await startRedis(context.scratch, args);
  try {
    return await withGateways(context, { count: 2, redis }, (here) => use({ ...here, redis }));
  } finally {
    await redis.kill();
  }
}

/** What the provider got of all sessions, request by request; `urls` take turns. */
async function sentAll({ sessions, provider }, urls, before = async () => {}) {
  const all = [];
  let slowest = 0;
  let next = 0;
  for (const session of sessions) {
    for (const { body, headers } of session) {
      await before(next);
      const startedAt = performance.now();
      const url = urls[next++ % urls.length];
      const answer = await fetch(`${url}/v1/messages`, { method: "POST", body, headers });
      await answer.arrayBuffer();
      slowest = Math.max(slowest, performance.now() - startedAt);
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
      all.push(provider.bodies.at(-1));
    }
  }
  return Object.assign(all, { slowest });
}

function same(one, two) {
  const at = one.findIndex((body, index) => body !== two[index]);
  if (one.length !== two.length || at >= 0) throw new Error(`they differ at request ${at} of ${one.length}`);
}

function behindNginx(context) {
  return withRedis(context, async ({ urls, gateways, redis }) => {
    const folder = join(context.scratch, "nginx");
    mkdirSync(folder);
    const nginx = await startNginx({ folder, gateways: urls, directives: "" });
    try {
      const sent = await sentAll(context, [nginx.url]);
      same(sent, context.alone);
      const shares = await Promise.all(gateways.map(async ({ metrics }) => (await metrics())("tamis_requests_total")));
      if (shares.some((share) => share === 0)) throw new Error(`only one gateway was asked: ${shares}`);
      const keys = (await redis.ask("KEYS", "*")).split("\n");
      const values = await Promise.all(keys.map((key) => redis.ask("GET", key)));
      if ([...keys, ...values].join("\n").includes(CANARY)) throw new Error("Redis has text of a request");
      return { requests: sent.length, shares, keys: keys.length, slowestMs: Math.round(sent.slowest) };
    } finally {
      await nginx.close();
    }
  });
}

const killed = (context) =>
  withRedis(context, async ({ urls, redis }) => {
    await sentAll(context, urls, async (at) => {
      if (at === 10) await redis.kill();
      if (at === 30) await redis.again();
    });
    await sleep(6_000);
    await sentAll(context, urls);
    if (Number(await redis.ask("DBSIZE")) === 0) throw new Error("it is not used again once it is back");
  });

const stopped = (context) =>
  withRedis(context, async ({ urls, redis }) => {
    redis.signal("SIGSTOP");
    const { slowest } = await sentAll(context, urls);
    redis.signal("SIGCONT");
    if (slowest > 5_000) throw new Error(`a request took ${Math.round(slowest)} ms`);
  });

const full = (context) =>
  withRedis(context, ({ urls }) => sentAll(context, urls), ["--maxmemory", "1", "--maxmemory-policy", "noeviction"]);

const strange = (context) =>
  withRedis(context, async ({ urls, redis }) => {
    await sentAll(context, urls);
    for (const key of (await redis.ask("KEYS", "*")).split("\n")) await redis.ask("SET", key, '{"format":"other"}');
    await sentAll(context, urls);
  });

const gatewayKilled = (context) =>
  withRedis(context, async ({ urls, gateways }) => {
    let alive = [...urls];
    const sent = await sentAll(
      context,
      new Proxy(urls, { get: (_, key) => (key === "length" ? alive.length : alive[key]) }),
      async (at) => {
        if (at !== 20) return;
        gateways[0].child.kill("SIGKILL");
        alive = [urls[1]];
      },
    );
    const share = await gateways[1].metrics();
    const failed = share("tamis_shared_total", { outcome: "failed" });
    if (failed > 0) throw new Error(`${failed} calls of Redis failed`);
    same(sent, context.alone);
  });
