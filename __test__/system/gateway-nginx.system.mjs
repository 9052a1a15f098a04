// nginx in front of the gateway, buffering or not, packing or not: bodies are whole, streams come event by event, clients
// that leave are noticed upstream, and gateways may be exchanged behind it.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { constants, gunzipSync } from "node:zlib";
import { load, startGateway, until, within } from "../support/gateway-process.mjs";
import { casesOf, ensure, isIdle } from "../support/gateway-trial.mjs";
import { ask, kindOf } from "../support/http-outcome.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { startNginx } from "../support/nginx.mjs";
import { counter, debianProgram, withScratch } from "../support/tools.mjs";
import { freePort } from "../support/toxiproxy.mjs";

export const name = "gateway-nginx";

const CLIENTS = 8;
const ABORTS = 30;
const ABORTED_WITHIN_MS = 100;
const EXCHANGES = 10;

const UNBUFFERED = "proxy_buffering off; proxy_request_buffering off;";
const GZIP = "gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;";
const SITES = {
  "as it comes": "",
  unbuffered: UNBUFFERED,
  gzip: GZIP,
  "gzip, unbuffered": `${GZIP} ${UNBUFFERED}`,
};

export async function run({ log, root }) {
  await debianProgram({ program: "nginx", arg: "-v", log });
  const { counts, check } = counter(log);
  const { reduceBody } = await import(join(root, "dist/index.js"));
  const [requests, sse, upstreams] = await Promise.all(
    ["requests", "sse", "upstream"].map((file) => loadTs(join(root, `__test__/gateway/${file}.ts`))),
  );
  const record = { nginx: spawnSync("nginx", ["-v"], { encoding: "utf8" }).stderr.trim(), abortMs: {} };
  await withScratch(async (scratch) => {
    const upstream = await upstreams.startUpstream();
    const context = { root, scratch, upstream, check, record, ...casesOf(requests, sse, reduceBody) };
    const long = requests.bytesOf(requests.agentRequest("anthropic", { turns: 400, chars: 5000 }));
    const big = { path: requests.PATHS.anthropic, body: long, reduced: reduceBody(long).body };
    for (const [title, directives] of Object.entries(SITES)) await site({ ...context, big, sse }, title, directives);
    await check(`${EXCHANGES} gateways ended behind it, under load, fail no request`, () => exchange(context));
    await upstream.close();
  });
  return { ...counts, record };
}

async function site(context, title, directives) {
  const { root, scratch, upstream, check, record } = context;
  const folder = join(scratch, title.replaceAll(/\W+/g, "-"));
  mkdirSync(folder);
  const gateway = await startGateway({ root, file: join(folder, "tamis.toml"), upstream: upstream.url });
  const nginx = await startNginx({ folder, gateways: [gateway.url], directives });
  const packed = directives.includes("gzip on");
  const here = { ...context, gateway, url: nginx.url, packed };
  await check(`${title}: answers and requests are whole`, () => whole(here));
  await check(`${title}: a request of 2 MB arrives reduced`, () => large(here));
  await check(`${title}: streams come event by event`, () => eventByEvent(here));
  await check(`${title}: an upstream that dies is not taken for one that ended`, () => dies(here));
  await check(`${title}: no request fails under load`, () => underLoad(here));
  record.abortMs[title] = await check(`${title}: the upstream is let go of within ${ABORTED_WITHIN_MS} ms`, () =>
    aborts(here),
  );
  await nginx.close();
  await check(`${title}: the gateway ends as it should`, async () => ensure((await gateway.stop()) === 0, "exit code"));
}

const headersOf = ({ packed }) => (packed ? { "accept-encoding": "gzip" } : {});

/** Also of a part of it. */
function unpacked(outcome, { packed }) {
  if (!packed || outcome.bytes.length === 0) return outcome;
  ensure(outcome.headers["content-encoding"] === "gzip", "the answer is not packed");
  return { ...outcome, bytes: gunzipSync(outcome.bytes, { finishFlush: constants.Z_SYNC_FLUSH }) };
}

async function whole(here) {
  const { cases, upstream, url, gateway } = here;
  for (const one of cases) {
    upstream.respond = one.respond;
    upstream.arrived.length = 0;
    const outcome = unpacked(await ask(`${url}${one.path}`, { body: one.body, headers: headersOf(here) }), here);
    ensure(kindOf(outcome, one.expected) === "whole", `${one.title}: ${outcome.status} ${outcome.bytes}`);
    ensure(outcome.headers["x-tamis-stage"] === "masking", `${one.title}: ${outcome.headers["x-tamis-stage"]}`);
    ensure(upstream.arrived[0].body.equals(one.reduced), `${one.title}: other bytes arrived`);
  }
  const sum = await gateway.metrics();
  ensure(sum("tamis_requests_total", { status: "200" }) === cases.length, "not all of them counted");
}

async function large({ upstream, url, big, cases }) {
  upstream.respond = cases[0].respond;
  upstream.arrived.length = 0;
  const { status } = await ask(`${url}${big.path}`, { body: big.body });
  ensure(status === 200 && upstream.arrived[0].body.equals(big.reduced), `${status}`);
}

/** The upstream sends an event when the one before has been read: nothing may wait for more. */
async function eventByEvent(here) {
  const { streams, upstream, url, sse } = here;
  for (const one of streams) {
    const events = sse.STREAMS[one.wire];
    let bytesRead = 0;
    upstream.respond = async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      let bytesSent = 0;
      for (const event of events) {
        bytesSent += Buffer.byteLength(event);
        response.write(event);
        await until("the event has come", () => bytesRead === bytesSent || response.destroyed, 3000).catch(() => {
          response.destroy();
        });
      }
      response.end();
    };
    const onData = (bytes) => {
      bytesRead = here.packed ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).length : bytes.length;
    };
    const outcome = await ask(`${url}${one.path}`, { body: "{}", headers: headersOf(here), onData });
    ensure(kindOf(unpacked(outcome, here), one.expected) === "whole", `${one.title}: after ${bytesRead} bytes`);
  }
}

async function dies(here) {
  const { cases, upstream, url } = here;
  for (const one of cases) {
    for (const part of [0.3, 0.7]) {
      const bytes = one.expected.subarray(0, Math.floor(one.expected.length * part));
      const isStream = one.title.endsWith("stream");
      const headers = isStream
        ? { "content-type": "text/event-stream" }
        : { "content-type": "application/json", "content-length": one.expected.length };
      upstream.respond = (_, response) => {
        response.writeHead(200, headers).write(bytes, () => setTimeout(() => response.destroy(), 30));
      };
      const outcome = await ask(`${url}${one.path}`, { body: one.body, headers: headersOf(here) });
      const kind = kindOf(unpacked(outcome, here), one.expected);
      ensure(
        kind === "cut" || kind === "error event",
        `${one.title}: ${kind}, ${outcome.status} ${outcome.bytes.length}`,
      );
    }
  }
}

async function underLoad({ url, upstream, streams }) {
  const [one] = streams;
  upstream.respond = one.respond;
  const clients = load(url, { clients: CLIENTS, path: one.path, body: one.body, expected: one.expected.toString() });
  await sleep(2000);
  await clients.stop();
  ensure(clients.answered() > CLIENTS, "nothing was answered");
}

/** Before the answer, and within a stream; the worst of all, in milliseconds. */
async function aborts({ url, upstream, streams, gateway }) {
  const times = [];
  for (let at = 0; at < ABORTS; at++) {
    const one = streams[at % streams.length];
    const inStream = at % 2 === 0;
    const asked = new Promise((resolve) => {
      upstream.respond = (_, response) => {
        if (inStream) response.writeHead(200, { "content-type": "text/event-stream" }).write(one.expected);
        resolve();
      };
    });
    const letGo = new Promise((resolve) => {
      upstream.onAborted = () => resolve(performance.now());
    });
    const leave = new AbortController();
    const begun = new Promise((resolve) => {
      void ask(`${url}${one.path}`, { body: one.body, signal: leave.signal, onData: resolve });
    });
    await within("the request arrives", inStream ? begun : asked);
    const startedAt = performance.now();
    leave.abort();
    times.push((await within("the upstream is let go of", letGo)) - startedAt);
  }
  await until("nothing under way", () => isIdle(gateway));
  const worst = Math.round(Math.max(...times) * 10) / 10;
  ensure(worst <= ABORTED_WITHIN_MS, `${worst} ms`);
  return worst;
}

/** Two gateways; one after the other ends and comes back, while clients ask. */
async function exchange({ root, scratch, upstream, streams }) {
  const [one] = streams;
  upstream.respond = one.respond;
  const places = await Promise.all(
    [0, 1].map(async (at) => ({ port: await freePort(), file: join(scratch, `${at}.toml`) })),
  );
  const start = (at) => startGateway({ root, upstream: upstream.url, ...places[at] });
  const running = [await start(0), await start(1)];
  const folder = join(scratch, "exchange");
  mkdirSync(folder);
  const nginx = await startNginx({ folder, gateways: running.map(({ url }) => url), directives: "" });
  const clients = load(nginx.url, {
    clients: CLIENTS,
    path: one.path,
    body: one.body,
    expected: one.expected.toString(),
  });
  for (let at = 0; at < EXCHANGES; at++) {
    const before = clients.answered();
    ensure((await running[at % 2].stop()) === 0, `end ${at}: another exit code`);
    running[at % 2] = await start(at % 2);
    await until("more is answered", () => clients.answered() > before + CLIENTS);
  }
  await clients.stop();
  await nginx.close();
  for (const gateway of running) await gateway.stop();
}
