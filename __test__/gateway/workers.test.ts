// Several processes that answer at one address.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { sumMetrics, sumStats } from "../../ts/cli/gateway/sums.js";
import { boundSession } from "../support/bound-session.js";
import { startGatewayProcess } from "./process.js";
import { ask, startGateway } from "./start.js";
import { json, startUpstream, type Upstream } from "./upstream.js";

const answer = json({ type: "message", content: [], usage: { input_tokens: 1, output_tokens: 1 } });
const TOKEN = "administrators-token-1";

/** @param more Of the configuration. */
async function start(more = "", count = 2) {
  const upstream: Upstream = await startUpstream(answer);
  onTestFinished(() => upstream.close());
  const config = `version = 1\npreset = "balanced"\n[upstreams]\nanthropic = "${upstream.url}"\n${more}`;
  const started = startGatewayProcess(config, [], { TAMIS_ADMIN_TOKEN: TOKEN }, ["--workers", String(count)]);
  return { ...started, upstream };
}

/** A request on a connection of its own, which goes to the next worker. */
async function send(url: string, body: object) {
  const dispatcher = new Agent();
  const { statusCode, body: text } = await request(`${url}/v1/messages`, {
    method: "POST",
    body: JSON.stringify(body),
    dispatcher,
  });
  await text.text();
  await dispatcher.close();
  return statusCode;
}

/** Why a request on a connection of its own was sent as it came. */
async function skippedOf(url: string) {
  const dispatcher = new Agent();
  const body = JSON.stringify({ model: "m-1", max_tokens: 1, messages: [{ role: "user", content: "go" }] });
  const { headers, body: text } = await request(`${url}/v1/messages`, { method: "POST", body, dispatcher });
  await text.text();
  await dispatcher.close();
  return headers["x-tamis-skipped"];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const counted = async (url: string) => {
  const { text } = await ask(url, "/metrics", { method: "GET" });
  return Number(/tamis_requests_total\{wire="anthropic",kind="reduce",status="200"\} (\d+)/.exec(text)?.[1] ?? 0);
};

describe("tamis gateway --workers", () => {
  it("sends one conversation the same bytes whichever process answers, and counts for all", async () => {
    const { requests } = boundSession({ seed: 3, prompts: 3, turns: 6, resultChars: 3000 });
    const alone = await startGateway(answer, { policies: { default: { version: 1, preset: "balanced" } } });
    for (const one of requests) await send(alone.url, one);
    const { listens, upstream, child, exited } = await start();
    const url = await listens;
    await sleep(3_000);
    for (const one of requests) expect(await send(url, one)).toBe(200);
    const bodies = ({ arrived }: Upstream) => arrived.map(({ body }) => body.toString());
    expect(bodies(upstream)).toEqual(bodies(alone.upstream));
    await expect.poll(() => counted(url)).toBe(requests.length);
    const stats = JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
    expect([stats.workers, stats.requests]).toEqual([2, requests.length]);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
  }, 60_000);

  it("reaches all workers with a command of an administrator", async () => {
    const port = await freePort();
    const { listens } = await start(`[admin]\nport = ${port}\ntoken_env = "TAMIS_ADMIN_TOKEN"\n`);
    const url = await listens;
    const switched = async () => {
      const { text } = await ask(url, "/metrics", { method: "GET" });
      return /^tamis_switched_off (\d)$/m.exec(text)?.[1];
    };
    // Each on a connection of its own: they go to the workers in turns.
    const skipped = () => Promise.all([0, 1, 2, 3].map(() => skippedOf(url)));
    await expect.poll(switched, { timeout: 20_000 }).toBe("0");
    const command = (reduce: boolean) =>
      ask(`http://127.0.0.1:${port}`, "/admin/switch", {
        headers: { authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({ reduce }),
      });
    await sleep(3_000);
    expect((await command(false)).status).toBe(200);
    expect(await skipped()).toEqual(Array(4).fill("switched_off"));
    expect(await switched()).toBe("1");
    expect((await command(true)).status).toBe(200);
    expect(await skipped()).not.toContain("switched_off");
  }, 60_000);

  it("replaces a worker that dies, and reaches all of them with SIGHUP", async () => {
    const { listens, child, output, configFile } = await start(`[gateway]\nlog_level = "info"\n`);
    const url = await listens;
    await expect.poll(() => output().match(/"msg":"listening"/g)?.length, { timeout: 20_000 }).toBe(2);
    child.kill("SIGHUP");
    await expect.poll(() => output().match(/configuration read anew/g)?.length, { timeout: 20_000 }).toBe(2);
    expect(configFile).toContain("tamis.toml");
    const { execFileSync } = await import("node:child_process");
    const [pid = ""] = execFileSync("pgrep", ["-P", String(child.pid)])
      .toString()
      .trim()
      .split("\n");
    process.kill(Number(pid), "SIGKILL");
    await expect.poll(output, { timeout: 20_000 }).toContain("another is started");
    await expect.poll(() => output().match(/"msg":"listening"/g)?.length, { timeout: 20_000 }).toBe(3);
    expect((await ask(url, "/livez", { method: "GET" })).status).toBe(200);
  }, 60_000);

  it.each([
    ['[originals]\nstore = "memory"\n', 'originals.store = "memory" is one process\'s'],
    ['[gateway]\nsession_file = "s.json"\n', "gateway.session_file is one process's"],
    ["[limits]\nidle_ms = 0\n", "limits.idle_ms: expected"],
  ])(
    "ends with 2 where a configuration does not fit: %j",
    async (more, message) => {
      const { exited, output } = await start(more);
      expect(await exited).toBe(2);
      expect(output()).toContain(message);
    },
    30_000,
  );
});

describe("sums over processes", () => {
  it("add metrics by name and labels, and take the largest of what says whether", () => {
    const one =
      '# HELP a A\n# TYPE a counter\na{x="1"} 2\n# HELP tamis_switched_off O\n# TYPE tamis_switched_off gauge\ntamis_switched_off 1\n';
    const two =
      '# HELP a A\n# TYPE a counter\na{x="1"} 3\na{x="2"} 1\n# HELP tamis_switched_off O\n# TYPE tamis_switched_off gauge\ntamis_switched_off 1\n';
    expect(sumMetrics([one, two])).toBe(
      '# HELP a A\n# TYPE a counter\na{x="1"} 5\na{x="2"} 1\n# HELP tamis_switched_off O\n# TYPE tamis_switched_off gauge\ntamis_switched_off 1\n',
    );
  });

  it("add what /stats says", () => {
    const one = {
      format: "f",
      uptimeSeconds: 5,
      all: { requests: 1 },
      by: { model: { a: { requests: 1 } } },
      holdout: { groups: { reduced: { requests: 1 } }, differences: { errors: { value: 0.1, low: 0, high: 0.2 } } },
    };
    const two = {
      format: "f",
      uptimeSeconds: 7,
      all: { requests: 2 },
      by: { model: { b: { requests: 2 } } },
      holdout: { groups: { reduced: { requests: 2 }, holdout: { requests: 1 } }, differences: {} },
    };
    expect(JSON.parse(sumStats([JSON.stringify(one), JSON.stringify(two)]))).toEqual({
      ...{ format: "f", uptimeSeconds: 7, all: { requests: 3 }, workers: 2 },
      by: { model: { a: { requests: 1 }, b: { requests: 2 } } },
      holdout: { groups: { reduced: { requests: 3 }, holdout: { requests: 1 } } },
    });
  });
});
