// Two gateways that share one real Redis: what one has learned from bills the other knows, also after it was started anew;
// Redis that is gone, or holds something else, costs no request.
import { join } from "node:path";
import { startGateway, until } from "./gateway-process.mjs";
import { ensure } from "./gateway-trial.mjs";
import { startProvider } from "./kept-bodies-provider.mjs";
import { startRedis } from "./redis-server.mjs";
import { freePort } from "./toxiproxy.mjs";

const CANARY = "canary-31c07ad9";
const MODEL = `claude-${CANARY}`;
const PROMPT_TOKENS = 20_000;
const ANSWER = JSON.stringify({
  ...{ type: "message", model: MODEL, content: [] },
  usage: { input_tokens: PROMPT_TOKENS, output_tokens: 1 },
});
/** 12,500 tokens by a quarter of its chars. */
const BODY = JSON.stringify({
  ...{ model: MODEL, max_tokens: 10 },
  messages: [{ role: "user", content: `${CANARY} `.padEnd(50_000, "word ") }],
});

/** Runs all of it. Returns what was counted. */
export async function learnedInRedis({ root, scratch, check }) {
  const counted = {};
  const run = (title, use) =>
    check(`learned usage: ${title}`, async () => {
      counted[title] = await withPair({ root, scratch }, use);
    });
  await run("what one gateway has learned the other tells, and the bytes are the same", known);
  await run("Redis killed: each goes by what it has learned itself, and shares again once it is back", redisGone);
  await run("another program's data is ignored, counted and written over", strange);
  return counted;
}

async function withPair({ root, scratch }, use) {
  const redis = await startRedis(scratch);
  const provider = await startProvider(ANSWER);
  const more = `[shared]\nredis_url = "${redis.url}"\ntimeout_ms = 500\n`;
  const gateways = [];
  for (let at = 0; at < 2; at++) {
    const file = join(scratch, `learned-${await freePort()}.toml`);
    gateways.push(await startGateway({ root, file, upstream: provider.url, more }));
  }
  const keys = async () => (await redis.ask("KEYS", "tamis:1:usage:*")).split("\n").filter(Boolean);
  try {
    return await use({ redis, provider, gateways, keys });
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await provider.close();
    await redis.kill();
  }
}

/** Sends the request; the ratio that the answer tells, 0 where it tells none. */
async function ratioAt({ url }) {
  const answer = await fetch(`${url}/v1/messages`, { method: "POST", body: BODY });
  await answer.arrayBuffer();
  ensure(answer.status === 200, `status ${answer.status}`);
  return Number(answer.headers.get("x-tamis-token-ratio") ?? 0);
}

async function known({ redis, provider, gateways: [one, two], keys }) {
  ensure((await ratioAt(one)) === 0, "something was learned before the first answer");
  await until("Redis has what was learned", async () => (await keys()).length > 0);
  await ratioAt(two);
  const bodies = new Set(provider.bodies);
  ensure(bodies.size === 1, "what was learned has changed bytes");
  const ratio = await ratioAt(two);
  ensure(ratio > 1.5 && ratio < 1.7, `the other gateway tells ${ratio}`);
  const names = await keys();
  const values = await Promise.all(names.map((key) => redis.ask("GET", key)));
  ensure(![...names, ...values].join("\n").includes(CANARY), "Redis has text of a request");
  const ttl = Number(await redis.ask("PTTL", names[0]));
  ensure(ttl > 0 && ttl <= 24 * 3_600_000, `it is kept for ${ttl} ms`);
  return { keys: names.length, ratio };
}

async function redisGone({ redis, gateways: [one, two], keys }) {
  await redis.kill();
  await ratioAt(one);
  const alone = await ratioAt(one);
  ensure(alone > 1.5, `it tells ${alone} of what it has learned itself`);
  ensure((await ratioAt(two)) === 0, "the other knows it without Redis");
  await redis.again();
  await until("it is shared again", async () => {
    await ratioAt(one);
    return (await keys()).length > 0;
  });
  return { alone };
}

async function strange({ redis, gateways: [one, two], keys }) {
  await ratioAt(one);
  await until("Redis has what was learned", async () => (await keys()).length > 0);
  for (const key of await keys()) await redis.ask("SET", key, '{"format":"other","billed":1}');
  await ratioAt(two);
  await until("it is counted", async () => {
    const sum = await two.metrics();
    return sum("tamis_shared_total", { what: "usage", outcome: "unusable" }) > 0;
  });
  await until("it is written over", async () => {
    const values = await Promise.all((await keys()).map((key) => redis.ask("GET", key)));
    return values.some((value) => value.includes("tamis-usage-1"));
  });
  return {};
}
