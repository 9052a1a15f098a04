// Originals that two gateways keep in one real Redis: what each answers while Redis is there, killed, stopped, full, or holds
// something else, and after a gateway was killed.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startGateway } from "./gateway-process.mjs";
import { ensure } from "./gateway-trial.mjs";
import { startRedis } from "./redis-server.mjs";
import { freePort } from "./toxiproxy.mjs";

const MORE = '[originals]\nstore = "redis"\n';
const ENV = { TAMIS_RESTORE_KEY: "5a".repeat(32) };
const POLICY =
  'version = 1\npreset = "none"\n[cache]\nstrategy = "every-turn"\n[mask]\nwindow_turns = 1\nmin_chars = 0\n';
const HEADERS = { authorization: "Bearer sk-of-a-caller" };
const SLOWEST_MS = 5_000;

/** Runs all of it. Returns what was counted. */
export async function originalsInRedis({ root, scratch, provider, check }) {
  const context = { root, scratch, provider };
  const slowest = {};
  const timed = (key, use, args) =>
    check(`originals: ${key}`, async () => {
      await withPair(context, use, args);
      slowest[key] = Math.round(context.slowestMs);
    });
  await timed("kept by one gateway, given out by the other", givenOut);
  await timed("Redis killed: sent whole, 503 for what was kept, and both as before once it is back", killed);
  await timed("Redis stopped: sent whole within time, and 503", stopped);
  await timed("Redis full: sent whole, and 404", full, ["--maxmemory", "1", "--maxmemory-policy", "noeviction"]);
  await timed("another program's data under a handle: 404, and of another kind 503", strange);
  await timed("another version's data: not looked at", otherVersion);
  await timed("a gateway killed: what it had acknowledged is given out by the other", gatewayKilled);
  return { slowestMs: slowest };
}

async function withPair(context, use, args) {
  const { root, scratch, provider } = context;
  const redis = await startRedis(scratch, args);
  const more = `[shared]\nredis_url = "${redis.url}"\n${MORE}`;
  const gateways = [];
  for (let at = 0; at < 2; at++) {
    const file = join(scratch, `originals-${await freePort()}.toml`);
    gateways.push(await startGateway({ root, file, upstream: provider.url, more, policy: POLICY, env: ENV }));
  }
  context.slowestMs = 0;
  try {
    const send = (at, topic, turns) => sent(context, gateways[at].url, topic, turns);
    await use({ redis, gateways, send, retrieve: (at, handle) => retrieved(gateways[at].url, handle) });
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await redis.kill();
  }
}

/** Sends a conversation of that many results. Returns the results as they arrived, and the handles in them. */
async function sent(context, url, topic, turns) {
  const results = Array.from({ length: turns }, (_, at) => resultOf(topic, at));
  const messages = results.flatMap((content, at) => [
    { role: "assistant", content: null, tool_calls: [callOf(`${topic}-${at}`)] },
    { role: "tool", tool_call_id: `${topic}-${at}`, content },
  ]);
  const body = JSON.stringify({ model: "gpt-4.1", messages: [{ role: "user", content: topic }, ...messages] });
  const startedAt = performance.now();
  const answer = await fetch(`${url}/v1/chat/completions`, { method: "POST", body, headers: HEADERS });
  await answer.arrayBuffer();
  context.slowestMs = Math.max(context.slowestMs, performance.now() - startedAt);
  ensure(answer.status === 200, `status ${answer.status}`);
  ensure(context.slowestMs < SLOWEST_MS, `a request took ${Math.round(context.slowestMs)} ms`);
  const arrived = JSON.parse(context.provider.bodies.at(-1)).messages.filter(({ role }) => role === "tool");
  const contents = arrived.map(({ content }) => content);
  return { contents, handles: contents.flatMap((text) => /ref=([\w-]+)/.exec(text)?.[1] ?? []), results };
}

const resultOf = (topic, at) => `${topic}: result ${at} `.padEnd(900, "lorem ipsum ");
const callOf = (id) => ({ id, type: "function", function: { name: "read", arguments: "{}" } });

async function retrieved(url, handle) {
  const answer = await fetch(`${url}/v1/retrieve/${handle}`, { headers: HEADERS });
  return { status: answer.status, text: await answer.text() };
}

const isWhole = ({ contents, results }) => contents.every((content, at) => content === results[at]);

async function givenOut({ gateways, send, retrieve }) {
  const { handles, results } = await send(0, "first", 4);
  ensure(handles.length === 3, `${handles.length} results have a handle`);
  for (const [at, handle] of handles.entries()) {
    const { status, text } = await retrieve(1, handle);
    ensure(status === 200 && text === results[at], `${status}: ${text.slice(0, 100)}`);
  }
  const stranger = { headers: { authorization: "Bearer sk-of-another" } };
  const { status } = await fetch(`${gateways[1].url}/v1/retrieve/${handles[0]}`, stranger);
  ensure(status === 404, `another caller gets ${status}`);
}

async function killed({ redis, send, retrieve }) {
  const before = await send(0, "before", 4);
  await redis.kill();
  ensure(isWhole(await send(0, "while it is down", 4)), "what could not be kept was replaced");
  const again = await send(0, "before", 4);
  ensure(again.contents.join() === before.contents.join(), "bytes that were sent before have changed");
  ensure((await retrieve(0, before.handles[0])).status === 503, "the store fails, and the answer is not 503");
  await redis.again();
  await sleep(6_000);
  const after = await send(0, "after", 4);
  ensure(after.handles.length === 3, "it is not used again once it is back");
  ensure((await retrieve(1, after.handles[0])).status === 200, "what was kept after it is not given out");
}

async function stopped({ redis, send, retrieve }) {
  const { handles } = await send(0, "before", 4);
  redis.signal("SIGSTOP");
  try {
    ensure(isWhole(await send(0, "while it hangs", 4)), "what could not be kept was replaced");
    ensure((await retrieve(0, handles[0])).status === 503, "the store hangs, and the answer is not 503");
  } finally {
    redis.signal("SIGCONT");
  }
}

async function full({ send, retrieve }) {
  ensure(isWhole(await send(0, "no room", 4)), "what could not be kept was replaced");
  const { status } = await retrieve(1, "AAAAAAAAAAAAAAAAAAAAAA");
  ensure([404, 503].includes(status), `status ${status}`);
}

const keysOfContents = async (redis) => (await redis.ask("KEYS", "tamis:1:content:*")).split("\n").filter(Boolean);

async function strange({ redis, send, retrieve }) {
  const { handles } = await send(0, "before", 4);
  const keyOf = async (handle) => (await keysOfContents(redis)).find((key) => key.endsWith(handle));
  await redis.ask("SET", await keyOf(handles[0]), '"another text"');
  const list = await keyOf(handles[1]);
  await redis.ask("DEL", list);
  await redis.ask("RPUSH", list, "x");
  const statuses = [];
  for (const handle of handles) statuses.push((await retrieve(1, handle)).status);
  ensure(statuses.join() === "404,503,200", statuses.join());
}

async function otherVersion({ redis, send, retrieve }) {
  const { handles, contents } = await send(0, "before", 4);
  for (const key of await keysOfContents(redis)) await redis.ask("RENAME", key, key.replace("tamis:1:", "tamis:2:"));
  ensure((await retrieve(1, handles[0])).status === 404, "another version's value was given out");
  const again = await send(1, "before", 4);
  ensure(again.contents.join() === contents.join(), "the other gateway sends other bytes");
  ensure((await retrieve(0, handles[0])).status === 200, "it was not kept anew");
}

async function gatewayKilled({ gateways, send, retrieve }) {
  const before = await send(0, "before", 4);
  gateways[0].child.kill("SIGKILL");
  await gateways[0].exited;
  for (const [at, handle] of before.handles.entries()) {
    const { status, text } = await retrieve(1, handle);
    ensure(status === 200 && text === before.results[at], `status ${status}`);
  }
  const after = await send(1, "before", 5);
  ensure(after.contents.slice(0, 3).join() === before.contents.slice(0, 3).join(), "the prefix has changed");
}
