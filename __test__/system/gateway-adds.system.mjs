// What the gateway as it is without settings adds to a warm request, beside what node:http and undici add that only pass it
// through: one client asks the provider, the pass-through and the gateway in turns, so that the machine's other work falls on
// all three alike. Conversations go on as an agent's do, each request with one more turn of tools than the one before.
import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startGateway } from "../support/gateway-process.mjs";
import { ensure } from "../support/gateway-trial.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { cpuByProcess, total } from "../support/process-cpu.mjs";
import { quantile, RawClient } from "../support/raw-load.mjs";
import { counter, withScratch } from "../support/tools.mjs";

export const name = "gateway-adds";

const KB = 1000;
/** By size of the body: how many times what the pass-through adds the gateway adds at most, at the median, and is to add. */
const SIZES = {
  "19 KB": { bytes: 19 * KB, most: 4, aim: 2 },
  "99 KB": { bytes: 99 * KB, most: 5, aim: 2 },
  "634 KB": { bytes: 634 * KB, most: 6, aim: 2.5 },
};
const WARM_UP = Number(process.env.TAMIS_ADDS_WARM_UP ?? 60);
const CONVERSATIONS = Number(process.env.TAMIS_ADDS_CONVERSATIONS ?? 60);
/** Requests of each conversation that are measured; one before them is not. */
const REQUESTS = 8;
const PATH = "/v1/chat/completions";

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const { generateChatRequest } = await loadTs(join(root, "__test__/support/generate.ts"));
  const record = await withScratch(async (scratch) => {
    const before = loadavg()[0];
    const upstream = await child(join(root, "benches/children/gateway-upstream.mjs"));
    const pass = await child(join(root, "benches/children/gateway-pass.mjs"), upstream.url);
    // The page's database is the scratch folder's.
    const env = { HOME: scratch, XDG_DATA_HOME: scratch, XDG_STATE_HOME: scratch, XDG_CACHE_HOME: scratch };
    const start = (file, more) => startGateway({ root, file: join(scratch, file), upstream: upstream.url, more, env });
    const gateway = await start("default.toml", "");
    // With the page each request is also written to a database, and kept to be shown.
    const withoutPage = await start("no-page.toml", "page = false\n");
    const contestants = { upstream, pass, gateway, withoutPage };
    await sleep(3000);
    const sizes = {};
    for (const [size, { bytes, most, aim }] of Object.entries(SIZES)) {
      const found = await measure(bodiesOf(generateChatRequest({ seed: 1, targetBytes: bytes })), contestants);
      sizes[size] = { aim, ...found };
      log(`${size}: ${JSON.stringify(found)}`);
      await check(`${size}: the gateway adds at most ${most} times what a pass-through adds`, () =>
        ensure(found.timesOfPass <= most, `${found.timesOfPass} times`),
      );
    }
    await Promise.all([gateway.stop(), withoutPage.stop()]);
    for (const { child: process } of [pass, upstream]) process.kill();
    return { loadAverage: { before, after: loadavg()[0] }, warmUp: WARM_UP, conversations: CONVERSATIONS, sizes };
  });
  return { ...counts, record };
}

async function child(file, ...args) {
  const process = fork(file, args, { stdio: "ignore" });
  const { url } = await new Promise((resolve) => process.once("message", resolve));
  return { url, child: process };
}

/** The last requests of a conversation, each with one turn of tools more. */
function bodiesOf(request) {
  const { messages } = request;
  const ends = messages.flatMap(({ role }, at) =>
    role === "tool" && messages[at + 1]?.role !== "tool" ? [at + 1] : [],
  );
  return ends
    .slice(-REQUESTS - 1)
    .map((end) => Buffer.from(JSON.stringify({ ...request, messages: messages.slice(0, end) })));
}

function bytesOf(url, conversation, body) {
  const head = [
    ...[`POST ${PATH} HTTP/1.1`, `host: ${new URL(url).host}`, "content-type: application/json"],
    ...[`x-tamis-session: ${conversation}`, `content-length: ${body.length}`, "", ""],
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), body]);
}

async function measure(bodies, places) {
  const clients = Object.fromEntries(Object.entries(places).map(([who, { url }]) => [who, new RawClient(url)]));
  const times = Object.fromEntries(Object.keys(places).map((who) => [who, []]));
  const ask = async (who, conversation, body) => {
    clients[who].request = bytesOf(places[who].url, conversation, body);
    const { status, ms } = await clients[who].ask();
    ensure(status === 200, `${who} answers ${status}`);
    return ms;
  };
  const talk = async (conversation) => {
    for (const [at, body] of bodies.entries())
      for (const who of Object.keys(times)) {
        const ms = await ask(who, conversation, body);
        if (at > 0) times[who].push(ms);
      }
  };
  for (let at = 0; at < WARM_UP; at++) await talk(`w${at}-${bodies.length}-${bodies[0].length}`);
  for (const all of Object.values(times)) all.length = 0;
  const before = Object.fromEntries(Object.keys(times).map((who) => [who, cpuByProcess(places[who].child.pid)]));
  for (let at = 0; at < CONVERSATIONS; at++) await talk(`c${at}-${bodies.length}-${bodies[0].length}`);
  const cpuOf = (who) =>
    (total(cpuByProcess(places[who].child.pid), before[who]) * 1000) / (CONVERSATIONS * bodies.length);
  const cpuMsARequest = Object.fromEntries(
    ["pass", "gateway", "withoutPage"].map((who) => [who, round(cpuOf(who), 3)]),
  );
  for (const client of Object.values(clients)) client.close();
  const median = (who) => quantile(times[who], 0.5);
  const directMs = median("upstream");
  const [passAddsMs, gatewayAddsMs, withoutPageAddsMs] = ["pass", "gateway", "withoutPage"].map(
    (who) => median(who) - directMs,
  );
  return {
    bytes: bodies.at(-1).length,
    directMs: round(directMs),
    passAddsMs: round(passAddsMs),
    gatewayAddsMs: round(gatewayAddsMs),
    withoutPageAddsMs: round(withoutPageAddsMs),
    timesOfPass: round(gatewayAddsMs / passAddsMs),
    withoutPageTimesOfPass: round(withoutPageAddsMs / passAddsMs),
    cpuMsARequest,
  };
}

const round = (value, places = 2) => Math.round(value * 10 ** places) / 10 ** places;
