// Two gateways with a group of two deployments that share one real Redis: where each conversation goes, what a deployment that
// is gone changes, and what Redis that is gone does not.
import { join } from "node:path";
import { startGateway } from "./gateway-process.mjs";
import { ensure } from "./gateway-trial.mjs";
import { startProvider } from "./kept-bodies-provider.mjs";
import { startRedis } from "./redis-server.mjs";
import { freePort } from "./toxiproxy.mjs";

const CANARY = "canary-9d20c4f7";
const POLICY =
  'version = 1\npreset = "none"\n[cache]\nstrategy = "rent"\nrent = 100\n[mask]\nwindow_turns = 2\nmin_chars = 0\n';
const CONVERSATIONS = 12;

/** Runs all of it. Returns what was counted. */
export async function affinityWithRedis({ root, scratch, check }) {
  const counted = {};
  const run = (title, use) =>
    check(`groups: ${title}`, async () => {
      counted[title] = await withPair({ root, scratch }, use);
    });
  await run("each conversation has one deployment, whichever gateway answers", onePlace);
  await run("after its deployment is gone it moves, and what was masked for that stays so at both gateways", moved);
  await run("Redis killed: every request is answered, each conversation stays where it is", redisGone);
  return counted;
}

async function withPair({ root, scratch }, use) {
  const redis = await startRedis(scratch);
  const deployments = { east: await startDeployment(), west: await startDeployment() };
  const list = Object.entries(deployments).map(
    ([name, { url }]) => `[[upstreams.groups.pool.deployments]]\nname = "${name}"\nurl = "${url}"\n`,
  );
  const group = `[upstreams.groups.pool]\nprovider = "openai"\nrest_ms = 60000\n${list.join("")}`;
  const more = `[shared]\nredis_url = "${redis.url}"\ntimeout_ms = 500\n${group}`;
  const gateways = [];
  for (let at = 0; at < 2; at++) {
    const file = join(scratch, `affinity-${await freePort()}.toml`);
    gateways.push(await startGateway({ root, file, upstream: "http://127.0.0.1:9", more, policy: POLICY }));
  }
  let next = 0;
  const send = async (conversation, turns) => {
    const answer = await fetch(`${gateways[next++ % 2].url}/pool/v1/chat/completions`, {
      ...{ method: "POST", body: requestOf(conversation, turns), headers: { "content-type": "application/json" } },
    });
    await answer.arrayBuffer();
    ensure(answer.status === 200, `status ${answer.status}`);
    return answer.headers.get("x-tamis-deployment");
  };
  try {
    return await use({ redis, gateways, deployments, send });
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await Promise.all(Object.values(deployments).map((deployment) => deployment.close()));
    await redis.kill();
  }
}

const startDeployment = () =>
  startProvider(
    JSON.stringify({
      ...{ object: "chat.completion", model: "gpt-4.1", choices: [] },
      usage: { prompt_tokens: 1000, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 0 } },
    }),
  );

const taskOf = (conversation) => `task ${conversation} ${CANARY}`;

function requestOf(conversation, turns) {
  const messages = Array.from({ length: turns }, (_, at) => [
    { role: "assistant", content: null, tool_calls: [callOf(`c-${conversation}-${at}`)] },
    { role: "tool", tool_call_id: `c-${conversation}-${at}`, content: `result ${at} `.padEnd(900, "lorem ") },
  ]);
  return JSON.stringify({
    model: "gpt-4.1",
    messages: [{ role: "user", content: taskOf(conversation) }, ...messages.flat()],
  });
}

const callOf = (id) => ({ id, type: "function", function: { name: "read", arguments: "{}" } });

/** Sends all conversations, one turn longer each time; the deployments of each. */
async function sendAll(send, turns, places = new Map()) {
  for (const count of turns)
    for (let conversation = 0; conversation < CONVERSATIONS; conversation++)
      places.set(conversation, [...(places.get(conversation) ?? []), await send(conversation, count)]);
  return places;
}

const isOne = (list) => new Set(list).size === 1;

async function onePlace({ send, redis }) {
  const places = await sendAll(send, [3, 4, 5, 6]);
  ensure([...places.values()].every(isOne), `one conversation was at two: ${JSON.stringify([...places])}`);
  const homes = [...places.values()].map(([first]) => first);
  ensure(!isOne(homes), "all conversations are at one deployment, which shows nothing");
  const keys = (await redis.ask("KEYS", "*")).split("\n").filter(Boolean);
  const values = await Promise.all(keys.map((key) => redis.ask("GET", key)));
  ensure(![...keys, ...values].join("\n").includes(CANARY), "Redis has text of a request");
  return { east: homes.filter((home) => home === "east").length, of: homes.length };
}

/** The results of one conversation, request by request, as they arrived. */
const resultsOf = (conversation, bodies) =>
  bodies
    .filter((body) => body.includes(`${taskOf(conversation)}"`))
    .map((body) => JSON.parse(body).messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])));

const isMasked = (text) => !text.startsWith("result ");

async function moved({ send, deployments, gateways }) {
  const before = await sendAll(send, [5, 6]);
  await deployments.east.close();
  const after = await sendAll(send, [7, 8, 9, 10, 11, 12]);
  ensure(
    [...after.values()].flat().every((place) => place === "west"),
    "something was answered by what is gone",
  );
  const travellers = [...before].filter(([, [home]]) => home === "east").map(([conversation]) => conversation);
  ensure(travellers.length > 0, "no conversation had to move");
  let masked = 0;
  for (const conversation of travellers) {
    const sent = resultsOf(conversation, deployments.west.bodies);
    for (const [at, now] of sent.slice(1).entries())
      for (const [index, text] of sent[at].entries())
        ensure(!isMasked(text) || now[index] === text, `conversation ${conversation}: a mask was taken back`);
    masked += sent.at(-1).filter(isMasked).length;
  }
  ensure(masked > 0, "nothing was masked for the move");
  const sums = await Promise.all(gateways.map(async ({ metrics }) => (await metrics())("tamis_affinity_moves_total")));
  ensure(
    sums.every((moves) => moves > 0),
    `moves counted: ${sums}`,
  );
  return { moved: travellers.length, masked, moves: sums };
}

async function redisGone({ send, redis }) {
  const places = await sendAll(send, [3, 4]);
  await redis.kill();
  await sendAll(send, [5, 6, 7], places);
  ensure([...places.values()].every(isOne), "a conversation has changed its deployment");
  await redis.again();
  return { conversations: places.size };
}
