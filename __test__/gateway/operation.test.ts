import { renameSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { load } from "../support/gateway-process.mjs";
import { spawnGateway } from "./process.js";
import { PATHS } from "./requests.js";
import { STREAMS, streamBytes } from "./sse.js";
import { ask, startGateway } from "./start.js";
import { events, type Respond, startUpstream, type Upstream } from "./upstream.js";

/** Streams whose events come a little apart, so that there is always one under way. */
const slowly =
  (pauseMs: number): Respond =>
  async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of STREAMS.anthropic) {
      response.write(event);
      await sleep(pauseMs);
    }
    response.end();
  };

async function upstreamOf(respond: Respond): Promise<Upstream> {
  const upstream = await startUpstream(respond);
  onTestFinished(() => upstream.close());
  return upstream;
}

const STREAMED = { path: PATHS.anthropic, body: "{}", expected: streamBytes("anthropic").toString() };

describe("under load", () => {
  it("fails no request during a hundred reloads, some of them invalid", async () => {
    const upstream = await upstreamOf(slowly(1));
    const other = await upstreamOf(events(STREAMS.anthropic));
    const { url, gateway } = await startGateway(undefined, { upstreams: { anthropic: upstream.url } });
    const clients = load(url, { clients: 8, ...STREAMED });
    for (let at = 0; at < 100; at++) {
      const to = at % 2 === 0 ? other.url : upstream.url;
      const limits = { idleMs: 100_000 + at };
      if (at % 10 === 9) expect(() => gateway.reload({ limits: { idleMs: -1 } })).toThrow(/idleMs/);
      else gateway.reload({ upstreams: { anthropic: to }, limits });
      await sleep(5);
    }
    await clients.stop();
    expect(clients.failures).toEqual([]);
    expect(clients.answered()).toBeGreaterThan(20);
    expect(upstream.arrived.length * other.arrived.length).toBeGreaterThan(0);
    const metrics = await gateway.metrics();
    expect(metrics).toContain('tamis_reloads_total{outcome="done"} 90');
    expect(metrics).toContain('tamis_reloads_total{outcome="refused"} 10');
  });

  it("fails no accepted request at eight ends by SIGTERM", async () => {
    const upstream = await upstreamOf(slowly(10));
    const end = async () => {
      const { url, child, exited } = await spawnGateway(
        `[upstreams]\nanthropic = "${upstream.url}"\n[gateway]\nlog_level = "silent"`,
      );
      const clients = load(url, { clients: 6, ...STREAMED });
      await expect.poll(clients.answered, { timeout: 20_000 }).toBeGreaterThan(8);
      child.kill("SIGTERM");
      const code = await exited;
      await clients.stop();
      return { code, failures: clients.failures };
    };
    for (let round = 0; round < 2; round++) {
      const ends = await Promise.all(Array.from({ length: 4 }, end));
      expect(ends).toEqual(ends.map(() => ({ code: 0, failures: [] })));
    }
  }, 120_000);
});

describe("tamis gateway", () => {
  const config = (url: string, more = "") => `[upstreams]\nanthropic = "${url}"\n${more}`;

  it("reads its configuration again on changes and at SIGHUP, and keeps it if the new one is bad", async () => {
    const first = await upstreamOf(events(STREAMS.anthropic));
    const second = await upstreamOf(events(STREAMS.anthropic));
    const { url, child, configFile, output } = await spawnGateway(config(first.url));
    const replace = (text: string) => {
      writeFileSync(`${configFile}.new`, text);
      renameSync(`${configFile}.new`, configFile);
    };
    await ask(url, PATHS.anthropic, { body: "{}" });
    replace(config(second.url));
    await expect.poll(output, { timeout: 20_000 }).toMatch(/configuration read anew/);
    await ask(url, PATHS.anthropic, { body: "{}" });
    replace(config(first.url, "[limits]\nidle_ms = 0\n"));
    await expect.poll(output, { timeout: 20_000 }).toMatch(/tamis\.toml:4:1: limits\.idle_ms: expected/);
    await ask(url, PATHS.anthropic, { body: "{}" });
    expect([first.arrived.length, second.arrived.length]).toEqual([1, 2]);
    expect((await ask(url, "/metrics", { method: "GET" })).text).toMatch(
      /tamis_reloads_total\{outcome="refused"\} [1-9]/,
    );
    writeFileSync(configFile, config(first.url, "[gateway]\nport = 1\n"));
    child.kill("SIGHUP");
    const count = () => output().match(/configuration read anew/g)?.length;
    await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(1);
    await ask(url, PATHS.anthropic, { body: "{}" });
    expect(first.arrived.length).toBe(2);
  });

  it("answers /livez, /readyz and /metrics, even while it ends", async () => {
    let finish = () => {};
    const upstream = await upstreamOf(async (_, response) => {
      response.writeHead(200).flushHeaders();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      response.end("done");
    });
    const { url, gateway } = await startGateway(undefined, { upstreams: { anthropic: upstream.url } });
    for (const path of ["/livez", "/readyz"])
      expect(await ask(url, path, { method: "GET" })).toMatchObject({ status: 200, text: "ok\n" });
    const kept = new Pool(url, { connections: 1 });
    await (await kept.request({ method: "GET", path: "/livez" })).body.text();
    const open = await fetch(`${url}${PATHS.anthropic}`, { method: "POST", body: "{}" });
    const closed = gateway.close({ drainMs: 10_000 });
    const ready = await kept.request({ method: "GET", path: "/readyz" });
    expect([ready.statusCode, ready.headers.connection, await ready.body.text()]).toEqual([503, "close", "draining\n"]);
    const fresh = new Pool(url);
    await expect(fresh.request({ method: "GET", path: "/livez" })).rejects.toThrow(/ECONNREFUSED/);
    await fresh.destroy();
    finish();
    expect(await open.text()).toBe("done");
    await closed;
    await kept.destroy();
    expect(await gateway.metrics()).toMatch(/tamis_requests_total\{wire="anthropic",kind="reduce",status="200"\} 1/);
  });

  it("cuts requests that do not end in time", async () => {
    const { url, gateway } = await startGateway((_, response) => void response.writeHead(200).flushHeaders());
    const open = await fetch(`${url}${PATHS.anthropic}`, { method: "POST", body: "{}" });
    await gateway.close({ drainMs: 100 });
    await expect(open.text()).rejects.toThrow();
  });
});
