// The shipped gateway under load: 1,000 reloads, 100 ends by SIGTERM, clients that leave; with nginx in front where it is
// installed. No accepted request may fail, and the upstream must be let go of within 100 ms.
import { spawn, spawnSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { counter, withScratch } from "../support/tools.mjs";

export const name = "gateway";

const RELOADS = 1000;
const ENDS = 100;
const ABORTS = 50;
const ABORTED_WITHIN_MS = 100;
const CLIENTS = 8;
const EVENTS = Array.from({ length: 8 }, (_, at) => `data: {"at":${at},"text":"${"x".repeat(200)}"}\n\n`);
const WHOLE = EVENTS.join("");

export async function run({ log, root }) {
  const { counts, check } = counter(log);
  const upstream = await startUpstream();
  const record = await withScratch(async (scratch) => {
    const start = (name) => startGateway(root, join(scratch, name), upstream.url);
    await check(`${RELOADS} reloads fail no request`, () => reloads(start, upstream));
    await check(`${ENDS} ends by SIGTERM fail no accepted request`, () => ends(start));
    const abortMs = await check(`the upstream is let go of within ${ABORTED_WITHIN_MS} ms`, () =>
      aborts(start, upstream),
    );
    const nginx = spawnSync("nginx", ["-v"]).status === 0;
    if (nginx) await check("behind nginx, streams come event by event", () => behindNginx(start, scratch));
    else log("nginx is not installed: not tested behind it");
    return { reloads: RELOADS, ends: ENDS, abortMs, nginx };
  });
  await upstream.close();
  return { ...counts, record };
}

async function reloads(start, upstream) {
  const gateway = await start("reloads.toml");
  const clients = load(gateway.url);
  for (let at = 0; at < RELOADS; at++) {
    const broken = at % 10 === 9;
    gateway.configure(broken ? "[limits]\nretries = -1\n" : `[limits]\nupstream_connections = ${100 + at}\n`);
    gateway.child.kill("SIGHUP");
    await sleep(10);
  }
  await clients.stop();
  gateway.child.kill("SIGTERM");
  await gateway.exited;
  if (clients.failures.length > 0) throw new Error(`${clients.failures.length}: ${clients.failures[0]}`);
  if (clients.answered() === 0 || upstream.requests() === 0) throw new Error("nothing was asked");
}

async function ends(start) {
  for (let at = 0; at < ENDS; at++) {
    const gateway = await start(`end-${at}.toml`);
    const clients = load(gateway.url);
    while (clients.answered() < CLIENTS) await sleep(5);
    gateway.child.kill("SIGTERM");
    const code = await gateway.exited;
    await clients.stop();
    if (code !== 0 || clients.failures.length > 0) throw new Error(`end ${at}: code ${code}, ${clients.failures[0]}`);
  }
}

async function aborts(start, upstream) {
  const gateway = await start("aborts.toml");
  const times = [];
  for (let at = 0; at < ABORTS; at++) {
    const controller = new AbortController();
    const gone = upstream.nextAbort();
    const response = await fetch(`${gateway.url}/v1/messages?endless`, {
      method: "POST",
      body: "{}",
      signal: controller.signal,
    });
    const reader = response.body.getReader();
    await reader.read();
    const startedAt = performance.now();
    controller.abort();
    reader.read().catch(() => {});
    await gone;
    times.push(performance.now() - startedAt);
  }
  gateway.child.kill("SIGTERM");
  await gateway.exited;
  const worst = Math.max(...times);
  if (worst > ABORTED_WITHIN_MS) throw new Error(`${worst.toFixed(0)} ms`);
  return worst;
}

async function behindNginx(start, scratch) {
  const gateway = await start("nginx.toml");
  const port = 18_000 + (process.pid % 2000);
  const site = `location / { proxy_pass ${gateway.url}; proxy_http_version 1.1; proxy_buffering off; proxy_set_header Host localhost; proxy_set_header Connection ""; }`;
  const file = join(scratch, "nginx.conf");
  const head = `daemon off; pid ${join(scratch, "nginx.pid")}; error_log stderr; events {}`;
  writeFileSync(file, `${head} http { access_log off; server { listen 127.0.0.1:${port}; ${site} } }`);
  const nginx = spawn("nginx", ["-p", scratch, "-c", file], { stdio: "ignore" });
  await sleep(500);
  try {
    const clients = load(`http://127.0.0.1:${port}`);
    await sleep(2000);
    await clients.stop();
    if (clients.failures.length > 0 || clients.answered() === 0) throw new Error(String(clients.failures[0]));
  } finally {
    nginx.kill();
    gateway.child.kill("SIGTERM");
    await gateway.exited;
  }
}

/** Clients that ask until they are stopped or refused a connection; everything else that goes wrong is a failure. */
function load(url) {
  const pool = new Pool(url, { connections: CLIENTS });
  const failures = [];
  let answered = 0;
  let stopped = false;
  const client = async () => {
    while (!stopped) {
      try {
        const { body, statusCode } = await pool.request({ method: "POST", path: "/v1/messages", body: "{}" });
        const text = await body.text();
        if (statusCode !== 200 || text !== WHOLE) failures.push(`${statusCode} ${text.slice(0, 200)}`);
        answered++;
      } catch (error) {
        if (error.code !== "ECONNREFUSED") failures.push(String(error));
        return;
      }
    }
  };
  const done = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    failures,
    answered: () => answered,
    async stop() {
      stopped = true;
      await done;
      await pool.destroy();
    },
  };
}

async function startGateway(root, file, upstream) {
  const configure = (more) => {
    writeFileSync(`${file}.new`, `[upstreams]\nanthropic = "${upstream}"\n[gateway]\nlog_level = "silent"\n${more}`);
    renameSync(`${file}.new`, file);
  };
  configure("");
  const args = [join(root, "dist/cli/main.js"), "gateway", "--config", file, "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
      const found = /listens on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", () => reject(new Error(output)));
  });
  return { child, url, exited, configure };
}

/** Streams whose events come a little apart. */
async function startUpstream() {
  let requests = 0;
  let onAbort = () => {};
  const server = createServer(async (request, response) => {
    requests++;
    response.on("close", () => {
      if (!response.writableFinished) onAbort();
    });
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of EVENTS) {
      response.write(event);
      await sleep(5);
    }
    if (!request.url.endsWith("?endless")) response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests: () => requests,
    nextAbort: () =>
      new Promise((resolve) => {
        onAbort = resolve;
      }),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
