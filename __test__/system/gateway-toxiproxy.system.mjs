// Toxiproxy between the gateway and its upstream, and between clients and the gateway: late, slow, sliced, silent, cut and
// reset connections. Every answer is whole, or says that it is not; what reaches the upstream is whole or not there; the
// counters agree.
import { join } from "node:path";
import { startGateway, until, within } from "../support/gateway-process.mjs";
import { casesOf, counted, ensure, isIdle, makeTrial } from "../support/gateway-trial.mjs";
import { ask } from "../support/http-outcome.mjs";
import { loadTs } from "../support/load-ts.mjs";
import { counter, withScratch } from "../support/tools.mjs";
import { startToxiproxy, TOXIPROXY_VERSION, toxiproxyServer } from "../support/toxiproxy.mjs";

export const name = "gateway-toxiproxy";

const LIMITS = "drain_ms = 2000\n[limits]\nfirst_byte_ms = 800\nidle_ms = 800\n";
/** Bytes after which a connection ends, in steps over a whole answer or request. */
const CUTS = 24;
const BROKEN_JSON = Buffer.from(`{"messages":[{"role":"user","content":"${"é".repeat(5000)}`);

const BOTH = ["upstream", "downstream"];
/** Faults that cost time and nothing else. */
const SLOW = [
  ["latency", { latency: 120, jitter: 60 }],
  ["bandwidth", { rate: 150 }],
  ["slicer", { average_size: 61, size_variation: 30, delay: 100 }],
  ["slow_close", { delay: 300 }],
];

export async function run({ log, root }) {
  const program = await toxiproxyServer({ root, log });
  const toxiproxy = await startToxiproxy(program);
  const { reduceBody } = await import(join(root, "dist/index.js"));
  const [requests, streams, upstreams] = await Promise.all(
    ["requests", "sse", "upstream"].map((file) => loadTs(join(root, `__test__/gateway/${file}.ts`))),
  );
  const { counts, check } = counter(log);
  const seen = {};
  try {
    await withScratch(async (scratch) => {
      const upstream = await upstreams.startUpstream();
      const context = { root, scratch, toxiproxy, upstream, seen, check, ...casesOf(requests, streams, reduceBody) };
      await slowToUpstream(context);
      await toUpstream(context);
      await fromClients(context);
      await upstream.close();
    });
  } finally {
    await toxiproxy.close();
  }
  return { ...counts, record: { toxiproxy: TOXIPROXY_VERSION, outcomes: seen } };
}

async function slowToUpstream(context) {
  const { root, scratch, toxiproxy, upstream, check, cases } = context;
  const proxy = await toxiproxy.proxy(upstream.url);
  const gateway = await startGateway({ root, file: join(scratch, "slow.toml"), upstream: proxy.url });
  const trial = makeTrial(context, gateway, gateway.url);
  for (const [type, attributes] of SLOW) {
    await check(`to the upstream: ${type}: all is whole`, () => slow(proxy, type, attributes, { cases, trial }));
  }
  await check("the gateway ends as it should", async () => ensure((await gateway.stop()) === 0, "another exit code"));
}

/** Both ways: what is reduced, and what cannot be and has to arrive as it was. */
async function slow(proxy, type, attributes, { cases, trial }) {
  for (const direction of BOTH) await proxy.add(type, direction, attributes);
  const expected = { title: type, kinds: ["whole"], arrived: 1 };
  for (const one of cases) {
    counted(await trial(one, expected));
    const { grown, told } = counted(await trial(one, { ...expected, body: BROKEN_JSON, sent: BROKEN_JSON }));
    ensure(grown("tamis_skipped_total", { wire: one.wire, reason: "invalid_json" }) === 1, `${told}; not skipped`);
  }
  await proxy.clear();
}

async function toUpstream(context) {
  const { root, scratch, toxiproxy, upstream, check, cases } = context;
  const proxy = await toxiproxy.proxy(upstream.url);
  const gateway = await startGateway({ root, file: join(scratch, "up.toml"), upstream: proxy.url, more: LIMITS });
  const trial = makeTrial(context, gateway, gateway.url);
  const each = (title, toxics, expected) =>
    check(`to the upstream: ${title}`, async () => {
      for (const toxic of toxics) await proxy.add(...toxic);
      try {
        for (const one of cases) counted(await trial(one, { title, ...expected }));
      } finally {
        await proxy.clear();
      }
    });
  const refused = { kinds: ["refused"] };
  const [closing, silent] = [{ timeout: 150 }, { timeout: 0 }];
  // Silent: asked once. Closed before the first byte: asked once more; counted from the connection on, so that a slow
  // machine may not have sent the request by then.
  await each("timeout, closing", [["timeout", "downstream", closing]], { ...refused, status: 502 });
  await each("timeout, silent", [["timeout", "downstream", silent]], { ...refused, status: 504, arrived: 1 });
  await each("timeout of the request", [["timeout", "upstream", silent]], { ...refused, status: 504, arrived: 0 });
  const now = { timeout: 0 };
  await each("reset_peer", [["reset_peer", "downstream", now]], { ...refused, status: 502, arrived: 2 });
  await each("reset_peer of the request", [["reset_peer", "upstream", now]], { ...refused, status: 502, arrived: 0 });
  await check("to the upstream: limit_data cuts answers anywhere", () => cutAnswers(context, proxy, trial));
  await check("to the upstream: limit_data cuts requests anywhere, and none arrives in part", () =>
    cutRequests(context, proxy, trial, { ...refused, status: 502, title: "limit_data of the request" }),
  );
  for (const [type, attributes] of [
    ["reset_peer", { timeout: 0 }],
    ["timeout", { timeout: 0 }],
  ]) {
    await check(`to the upstream: ${type} within a stream`, () =>
      withinStream(context, proxy, trial, type, attributes),
    );
  }
  await proxy.disable();
  await each("is down", [], { ...refused, status: 502, arrived: 0 });
  await check("the gateway ends as it should", async () => ensure((await gateway.stop()) === 0, "another exit code"));
}

const steps = (bytes) => Array.from({ length: CUTS }, (_, at) => Math.floor((bytes * at) / CUTS) + 1);

/** Heads are some 200 bytes, frames of a stream some more than its events. */
async function cutAnswers({ cases, seen }, proxy, trial) {
  const title = "limit_data";
  for (const one of cases) {
    for (const bytes of steps(one.expected.length + 150)) {
      await proxy.add("limit_data", "downstream", { bytes });
      counted(await trial(one, { title, kinds: ["refused", "cut", "error event"] }));
      await proxy.clear();
    }
  }
  for (const kind of ["refused", "cut", "error event"]) ensure(seen[title][kind] > 0, `no answer was ${kind}`);
}

async function cutRequests({ cases }, proxy, trial, expected) {
  for (const one of cases) {
    for (const bytes of steps(one.reduced.length)) {
      await proxy.add("limit_data", "upstream", { bytes });
      await trial(one, { ...expected, arrived: 0 });
      await proxy.clear();
    }
  }
}

async function withinStream({ streams }, proxy, trial, type) {
  for (const one of streams) {
    let added;
    const onData = () => {
      added ??= proxy.add(type, "downstream", { timeout: 0 });
    };
    const slow = { ...one, respond: slowly(one.expected) };
    counted(await trial(slow, { title: `${type} within a stream`, kinds: ["error event", "cut"], arrived: 1, onData }));
    await added;
    await proxy.clear();
  }
}

/** One event at once, and the rest in time for any fault to come between. */
const slowly = (whole) => async (_, response) => {
  const at = whole.indexOf("\n\n") < 0 ? whole.indexOf("\r\n\r\n") + 4 : whole.indexOf("\n\n") + 2;
  response.writeHead(200, { "content-type": "text/event-stream" }).write(whole.subarray(0, at));
  await new Promise((resolve) => setTimeout(resolve, 300));
  response.end(whole.subarray(at));
};

async function fromClients(context) {
  const { root, scratch, toxiproxy, upstream, check, cases } = context;
  const gateway = await startGateway({
    root,
    file: join(scratch, "client.toml"),
    upstream: upstream.url,
    more: LIMITS,
  });
  const proxy = await toxiproxy.proxy(gateway.url);
  const trial = makeTrial(context, gateway, proxy.url);
  for (const [type, attributes] of SLOW) {
    await check(`from clients: ${type}: all is whole`, () => slow(proxy, type, attributes, { cases, trial }));
  }
  const cut = { kinds: ["cut"], arrived: 0 };
  for (const type of ["timeout", "reset_peer"]) {
    await proxy.add(type, "upstream", { timeout: 100 });
    await check(`from clients: ${type}: no request arrives`, async () => {
      for (const one of cases) await trial(one, { ...cut, title: `${type} of clients` });
    });
    await proxy.clear();
  }
  await check("from clients: limit_data cuts requests anywhere, and none arrives in part", () =>
    cutRequests(context, proxy, trial, { ...cut, title: "limit_data of clients" }),
  );
  for (const type of ["limit_data", "reset_peer"]) {
    await check(`from clients: ${type} within a stream: the upstream is let go of`, () =>
      clientsGo(context, proxy, gateway, type),
    );
  }
  await check("the gateway still ends as it should", async () =>
    ensure((await gateway.stop()) === 0, "another exit code"),
  );
}

/** Connections that end under an answer that never does. */
async function clientsGo({ streams, upstream }, proxy, gateway, type) {
  const attributes = type === "limit_data" ? { bytes: 700 } : { timeout: 50 };
  const before = await gateway.metrics();
  for (const one of streams) {
    upstream.respond = async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      while (!response.destroyed) {
        response.write(one.expected);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const letGo = new Promise((resolve) => {
      upstream.onAborted = resolve;
    });
    let added = type === "limit_data" ? proxy.add(type, "downstream", attributes) : undefined;
    await added;
    const onData = () => {
      added ??= proxy.add(type, "downstream", attributes);
    };
    const outcome = await ask(`${proxy.url}${one.path}`, { body: one.body, onData });
    ensure(!outcome.ended, `${one.title}: the answer seemed to end`);
    await within("the upstream is let go of", letGo);
    await added;
    await proxy.clear();
  }
  await until("nothing under way", () => isIdle(gateway));
  const gone = (await gateway.metrics())("tamis_clients_gone_total") - before("tamis_clients_gone_total");
  ensure(gone === streams.length, `${gone} of ${streams.length} counted as gone`);
}
