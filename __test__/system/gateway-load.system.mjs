// What a gateway can take, beside node:http passing the same bodies through, in turns: requests a second, times, CPU a request;
// the memory of 10,000 idle connections; ten times the load that it is set for.
import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startGateway } from "../support/gateway-process.mjs";
import { ensure } from "../support/gateway-trial.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { cpuByProcess, total } from "../support/process-cpu.mjs";
import { quantile, RawClient, rawLoad, requestBytes } from "../support/raw-load.mjs";
import { counter, withScratch } from "../support/tools.mjs";

export const name = "gateway-load";

const KB = 1000;
const SIZES = { "1 KB": KB, "10 KB": 10 * KB, "100 KB": 100 * KB, "300 KB": 300 * KB, "1 MB": 1000 * KB };
/** The only figure that anybody has published for such bodies. */
const PUBLIC_REQUESTS_A_SECOND_PER_VCPU = 22.7;
const ROUNDS = Number(process.env.TAMIS_LOAD_ROUNDS ?? 3);
const BUSY_MS = Number(process.env.TAMIS_LOAD_MS ?? 3000);
const CLIENTS = 8;
const WARM_UP_REQUESTS = Number(process.env.TAMIS_LOAD_WARM_UP ?? 3000);
const IDLE_CONNECTIONS = 10_000;
const NO_PAGE = "page = false\n";
const PATH = "/v1/chat/completions";
const MB = 1e6;

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const { agentRequest, bytesOf } = await loadTs(join(root, "__test__/gateway/requests.ts"));
  const bodyOf = (bytes) => bodyNear(bytes, agentRequest, bytesOf);
  const record = await withScratch(async (scratch) => {
    const start = (file, more) => startGateway({ root, file: join(scratch, `${file}.toml`), ...more });
    const by = { root, start, bodyOf, log };
    const before = loadavg();
    const sizes = await measureSizes(by);
    for (const size of ["1 KB", "300 KB"])
      await check(`${size}: at least half the rate of node:http, p99 of a single client at most 10 ms above`, () => {
        const { rateOfPass, addedAloneP99Ms } = sizes[size];
        ensure(rateOfPass >= 0.5 && addedAloneP99Ms <= 10, `${rateOfPass} of the rate, ${addedAloneP99Ms} ms above`);
      });
    const idle = await idleConnections(by);
    await check(`${IDLE_CONNECTIONS} idle connections take at most 400 MB`, () =>
      ensure(idle.rssMbAfter <= 400 && idle.isAnswered, JSON.stringify(idle)),
    );
    const overload = await overloaded(by);
    await check("ten times the load: refused with 429 or 503 and Retry-After, and nothing else", () =>
      ensure(overload.refused > 0 && overload.refusedOtherwise === 0, JSON.stringify(overload)),
    );
    await check("ten times the load: the accepted at most twice as slow (p99), back within 5 s", () =>
      ensure(
        overload.acceptedP99Ms <= 2 * overload.normalP99Ms && overload.recoveredAfterMs <= 5000,
        JSON.stringify(overload),
      ),
    );
    // Of the machine as a whole: what else runs on it slows clients, provider and gateways alike.
    const loadAverage = { before: before[0], after: loadavg()[0] };
    return {
      loadAverage,
      warmUpRequests: WARM_UP_REQUESTS,
      rounds: ROUNDS,
      publicRequestsASecondPerVcpu: PUBLIC_REQUESTS_A_SECOND_PER_VCPU,
      sizes,
      idle,
      overload,
    };
  });
  return { ...counts, record };
}

/** A conversation of results of 2,000 chars, of about that many bytes. */
function bodyNear(bytes, agentRequest, bytesOf) {
  const chars = Math.min(2000, bytes / 3);
  let turns = 1;
  while (bytesOf(agentRequest("openai-chat", { turns: turns + 1, chars })).length <= bytes) turns++;
  return bytesOf(agentRequest("openai-chat", { turns, chars }));
}

async function measureSizes({ root, start, bodyOf, log }) {
  const upstream = await child(join(root, "benches/children/gateway-upstream.mjs"));
  const pass = await child(join(root, "benches/children/gateway-pass.mjs"), upstream.url);
  const gateway = (file, more) => start(file, { upstream: upstream.url, more, args: [] });
  const one = await gateway("one", NO_PAGE);
  // With the page each request is also written to a database, and kept to be shown.
  const page = await gateway("page", "");
  await sleep(3000);
  const contestants = { pass, one, page };
  const found = {};
  for (const [size, bytes] of Object.entries(SIZES)) {
    const body = bodyOf(bytes);
    const taken = Object.fromEntries(Object.keys(contestants).map((who) => [who, []]));
    for (const { url } of Object.values(contestants)) await warmUp(url, body);
    for (let round = 0; round < ROUNDS; round++)
      for (const [who, { url, child: own }] of Object.entries(contestants))
        taken[who].push(await measure(url, body, { pid: own.pid, upstreamPid: upstream.child.pid }));
    found[size] = { bytes: body.length, ...summary(taken) };
    log(`${size}: ${JSON.stringify(found[size])}`);
  }
  await Promise.all([one.stop(), page.stop()]);
  for (const { child: process } of [pass, upstream]) process.kill();
  return found;
}

async function child(file, ...args) {
  const process = fork(file, args, { stdio: "ignore" });
  const { url } = await new Promise((resolve) => process.once("message", resolve));
  return { url, child: process };
}

async function warmUp(url, body) {
  const request = requestBytes(url, PATH, body);
  const clients = Array.from({ length: CLIENTS }, () => new RawClient(url, request));
  const each = Math.ceil(WARM_UP_REQUESTS / CLIENTS / Math.max(1, body.length / (100 * KB)));
  await Promise.all(
    clients.map(async (client) => {
      for (let at = 0; at < each; at++) ensure((await client.ask()).status === 200, `${url} does not answer`);
      client.close();
    }),
  );
}

async function measure(url, body, { pid, upstreamPid }) {
  const request = requestBytes(url, PATH, body);
  const before = cpuByProcess(pid);
  const others = [upstreamPid, process.pid].map((one) => cpuByProcess(one, false));
  const busy = await rawLoad({ url, request, clients: CLIENTS, ms: BUSY_MS });
  const cpu = total(cpuByProcess(pid), before);
  const cpuOf = (one, at) => (total(cpuByProcess(one, false), others[at]) * 1000) / busy.length;
  const [upstreamMs, clientMs] = [upstreamPid, process.pid].map(cpuOf);
  const failed = busy.filter(({ status }) => status !== 200);
  ensure(failed.length === 0, `${failed.length} of ${busy.length} failed, the first with ${failed[0]?.status}`);
  const alone = await rawLoad({ url, request, clients: 1, ms: BUSY_MS / 2 });
  return {
    rate: (busy.length * 1000) / Math.max(...busy.map(({ at }) => at)),
    cpuMs: (cpu * 1000) / busy.length,
    ...{ upstreamMs, clientMs },
    aloneMs: alone.map(({ ms }) => ms),
    busyMs: busy.map(({ ms }) => ms),
  };
}

const round = (value, places = 2) => Math.round(value * 10 ** places) / 10 ** places;

/** Medians over the rounds, and times over all of them. */
function summary(taken) {
  const median = (who, key) =>
    quantile(
      taken[who].map((one) => one[key]),
      0.5,
    );
  const times = (who, key) => taken[who].flatMap((one) => one[key]);
  const of = (who) => ({
    requestsASecond: round(median(who, "rate"), 1),
    cpuMsARequest: round(median(who, "cpuMs"), 3),
    requestsACpuSecond: round(1000 / median(who, "cpuMs"), 1),
    aloneP50Ms: round(quantile(times(who, "aloneMs"), 0.5)),
    aloneP99Ms: round(quantile(times(who, "aloneMs"), 0.99)),
    busyP50Ms: round(quantile(times(who, "busyMs"), 0.5)),
    busyP99Ms: round(quantile(times(who, "busyMs"), 0.99)),
  });
  return {
    ...{ pass: of("pass"), one: of("one"), page: of("page") },
    rateOfPass: round(median("one", "rate") / median("pass", "rate")),
    ...{ upstreamCpuMs: round(median("one", "upstreamMs"), 3), clientCpuMs: round(median("one", "clientMs"), 3) },
    addedAloneP99Ms: round(quantile(times("one", "aloneMs"), 0.99) - quantile(times("pass", "aloneMs"), 0.99)),
  };
}

const rssBytes = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;

async function idleConnections({ root, start, bodyOf }) {
  const upstream = await child(join(root, "benches/children/gateway-upstream.mjs"));
  const gateway = await start("idle", { upstream: upstream.url, more: NO_PAGE });
  const body = bodyOf(10 * KB);
  await warmUp(gateway.url, body);
  const before = rssBytes(gateway.child.pid);
  const request = requestBytes(gateway.url, PATH, bodyOf(KB));
  const clients = Array.from({ length: IDLE_CONNECTIONS }, () => new RawClient(gateway.url, request));
  const waiting = clients.values();
  const opened = async () => {
    for (const client of waiting) ensure((await client.ask()).status === 200, "a connection is not answered");
  };
  await Promise.all(Array.from({ length: 100 }, opened));
  await sleep(2000);
  const after = rssBytes(gateway.child.pid);
  const again = await clients[0].ask();
  for (const client of clients) client.close();
  await gateway.stop();
  upstream.child.kill();
  const [rssMbBefore, rssMbAfter] = [before, after].map((bytes) => round(bytes / MB, 1));
  return { connections: IDLE_CONNECTIONS, rssMbBefore, rssMbAfter, isAnswered: again.status === 200 };
}

const OVERLOAD = { bytes: 100 * KB, upstreamMs: 100, clients: 8, times: 10, ms: 5000 };

/** A provider that answers after a while, so that requests are open at one time. */
async function slowUpstream() {
  const server = createServer((request, response) => {
    request
      .resume()
      .on("end", () =>
        setTimeout(() => response.writeHead(200, { "content-length": 2 }).end("{}"), OVERLOAD.upstreamMs),
      );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}

async function overloaded({ start, bodyOf }) {
  const upstream = await slowUpstream();
  const body = bodyOf(OVERLOAD.bytes);
  const more = `${NO_PAGE}[limits]\nconcurrent_requests = ${OVERLOAD.clients}\n`;
  const gateway = await start("overload", { upstream: upstream.url, more });
  const request = requestBytes(gateway.url, PATH, body);
  const at = (clients, ms) => rawLoad({ url: gateway.url, request, clients, ms });
  await warmUp(gateway.url, body);
  const normal = await at(OVERLOAD.clients, OVERLOAD.ms);
  const over = await at(OVERLOAD.times * OVERLOAD.clients, OVERLOAD.ms);
  const after = await at(OVERLOAD.clients, OVERLOAD.ms);
  await gateway.stop();
  upstream.close();
  const accepted = (answers) => answers.filter(({ status }) => status === 200);
  const p99 = (answers) =>
    round(
      quantile(
        accepted(answers).map(({ ms }) => ms),
        0.99,
      ),
    );
  const refused = over.filter(({ status }) => status !== 200);
  const late = after.filter(({ status, ms }) => status !== 200 || ms > 2 * p99(normal));
  const statuses = {};
  for (const { status } of over) statuses[status] = (statuses[status] ?? 0) + 1;
  const isRight = ({ status, retryAfter }) => [429, 503].includes(status) && retryAfter !== undefined;
  return {
    ...{ clients: OVERLOAD.clients, times: OVERLOAD.times, bytes: body.length, statuses },
    ...{ refused: refused.length, refusedOtherwise: refused.filter((one) => !isRight(one)).length },
    ...{ normalP99Ms: p99(normal), acceptedP99Ms: p99(over) },
    ...{ normalAnswered: normal.length, accepted: accepted(over).length },
    recoveredAfterMs: Math.round(Math.max(0, ...late.map((one) => one.at))),
  };
}
