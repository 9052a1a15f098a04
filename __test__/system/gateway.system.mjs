// The shipped gateway under load: 1,000 reloads, 100 ends by SIGTERM, clients that leave at every moment. No accepted
// request may fail, and the upstream must be let go of within 100 ms.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { abortTimes } from "../support/gateway-aborts.mjs";
import { load, startGateway, until } from "../support/gateway-process.mjs";
import { ensure } from "../support/gateway-trial.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, withScratch } from "../support/tools.mjs";

export const name = "gateway";

const RELOADS = 1000;
const ENDS = 100;
const ENDS_AT_ONCE = 4;
const ABORTED_WITHIN_MS = 100;
const CLIENTS = 8;
const EVENTS = Array.from({ length: 8 }, (_, at) => `data: {"at":${at},"text":"${"x".repeat(200)}"}\n\n`);
const ASKED = { clients: CLIENTS, path: "/v1/messages", body: "{}", expected: EVENTS.join("") };

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const { startUpstream } = await loadTs(join(root, "__test__/gateway/upstream.ts"));
  const requests = await loadTs(join(root, "__test__/gateway/requests.ts"));
  const upstreams = [await startUpstream(slowly), await startUpstream(slowly)];
  const record = await withScratch(async (scratch) => {
    const start = (name, more) =>
      startGateway({ root, file: join(scratch, `${name}.toml`), upstream: upstreams[0].url, ...more });
    const reloaded = await check(`${RELOADS} reloads fail no request`, () => reloads(start, upstreams));
    const ended = await check(`${ENDS} ends by SIGTERM fail no accepted request`, () => ends(start, log));
    const abortMs = {};
    for (const [title, measure] of Object.entries(abortTimes({ start, requests, upstreams }))) {
      abortMs[title] = await check(`let go of within ${ABORTED_WITHIN_MS} ms: ${title}`, async () => {
        const times = await measure();
        ensure(times.worst <= ABORTED_WITHIN_MS, `${times.worst} ms`);
        return times;
      });
    }
    return { reloads: reloaded, ends: ended, abortMs };
  });
  for (const upstream of upstreams) await upstream.close();
  return { ...counts, record };
}

/** Streams whose events come a little apart, so that there is always one under way. */
async function slowly(_, response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of EVENTS) {
    response.write(event);
    await sleep(5);
  }
  response.end();
}

/** Every one is waited for; each sends requests elsewhere, and each tenth is of what cannot be used. */
async function reloads(start, upstreams) {
  const gateway = await start("reloads");
  const clients = load(gateway.url, ASKED);
  const count = async () => (await gateway.metrics())("tamis_reloads_total");
  let moved = 0;
  for (let at = 1; at <= RELOADS; at++) {
    const isBroken = at % 10 === 0;
    // The files are polled too: only a count from after the last one proves that this configuration has been read.
    const before = await count();
    if (isBroken) gateway.configure("[limits]\nidle_ms = -1\n");
    else gateway.configure(`[limits]\nidle_ms = ${100_000 + at}\n`, upstreams[moved++ % 2].url);
    gateway.child.kill("SIGHUP");
    await until(`reload ${at}`, async () => (await count()) > before);
  }
  const sum = await gateway.metrics();
  const [done, refused] = ["done", "refused"].map((outcome) => sum("tamis_reloads_total", { outcome }));
  await clients.stop();
  ensure((await gateway.stop()) === 0, "another exit code");
  const arrived = upstreams.map((upstream) => upstream.arrived.splice(0).length);
  ensure(refused >= RELOADS / 10 && done + refused >= RELOADS, `${done} done, ${refused} refused`);
  ensure(Math.min(...arrived) > RELOADS / 100, `${arrived.join(" and ")} requests at the two upstreams`);
  return { done, refused, answered: clients.answered() };
}

/** Some at a time: most of it is waiting for processes to start. */
async function ends(start, log) {
  let answered = 0;
  const waiting = Array.from({ length: ENDS }, (_, at) => at).values();
  const worker = async () => {
    for (const at of waiting) {
      const gateway = await start(`end-${at}`);
      const clients = load(gateway.url, ASKED);
      await until("all clients are answered", () => clients.answered() >= CLIENTS, 60_000);
      const code = await gateway.stop();
      await clients.stop();
      ensure(code === 0, `end ${at}: exit code ${code}`);
      answered += clients.answered();
      if (at % 20 === 19) log(`${at + 1} ended`);
    }
  };
  // The others come to their end before a failure is told: their clients ask the upstream of what is tried next.
  const workers = await Promise.allSettled(Array.from({ length: ENDS_AT_ONCE }, worker));
  for (const { status, reason } of workers) if (status === "rejected") throw reason;
  return { ends: ENDS, answered };
}
