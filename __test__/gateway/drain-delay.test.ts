// The end of a gateway. A load balancer looks at /readyz every few seconds: it has to see the 503 while the gateway still takes connections.
import { once } from "node:events";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createGateway, createLogger } from "../../ts/gateway/index.js";
import { spawnGateway } from "./process.js";
import { PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

const silent = createLogger("silent");
const statusOf = async (url: string, path: string) => (await ask(url, path, { method: "GET" })).status;
const refused = (url: string) => expect(ask(url, "/livez", { method: "GET" })).rejects.toThrow();

describe("gateway.drain_delay_ms", () => {
  it("answers 503 on /readyz after SIGTERM and still serves new connections, until the delay is over", async () => {
    const { url, child, exited } = await spawnGateway('[gateway]\ndrain_delay_ms = 1500\nlog_level = "silent"\n');
    expect(await statusOf(url, "/readyz")).toBe(200);
    const signalled = performance.now();
    child.kill("SIGTERM");
    await expect.poll(() => statusOf(url, "/readyz"), { timeout: 1400 }).toBe(503);
    expect(await statusOf(url, "/livez")).toBe(200);
    expect(await exited).toBe(0);
    expect(performance.now() - signalled).toBeGreaterThan(1400);
    await refused(url);
  });

  it("reduces and forwards requests of connections that are opened during the delay", async () => {
    const { url, gateway, upstream } = await startGateway(undefined, { gateway: { drainDelayMs: 800 } });
    const closed = gateway.close({ drainMs: 5000 });
    expect(await statusOf(url, "/readyz")).toBe(503);
    const headers = { connection: "close" };
    expect(await ask(url, PATHS.anthropic, { body: "{}", headers })).toMatchObject({ status: 200 });
    expect(upstream.arrived.length).toBe(1);
    await closed;
    await refused(url);
  });

  it("closes at once without it, after a second close(), and before it listens", async () => {
    const plain = await startGateway();
    const began = performance.now();
    await plain.gateway.close({ drainMs: 1000 });
    const delayed = await startGateway(undefined, { gateway: { drainDelayMs: 60_000 } });
    const first = delayed.gateway.close({ drainMs: 1000 });
    await sleep(20);
    await delayed.gateway.close({ drainMs: 1000, drainDelayMs: 0 });
    await refused(delayed.url);
    await first;
    await createGateway({ gateway: { drainDelayMs: 60_000 } }, { logger: silent }).close();
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("ends at once at a second signal", async () => {
    const { url, child, exited } = await spawnGateway('[gateway]\ndrain_delay_ms = 60000\nlog_level = "silent"\n');
    child.kill("SIGTERM");
    await expect.poll(() => statusOf(url, "/readyz"), { timeout: 5000 }).toBe(503);
    child.kill("SIGTERM");
    await exited;
    expect(child.signalCode).toBe("SIGTERM");
  });

  it.each([-1, 0.5, 3_600_001, "5s"])("is refused where it is no time: %j", async (value) => {
    await expect(startGateway(undefined, { gateway: { drainDelayMs: value as number } })).rejects.toThrow(
      /gateway\.drain_?delay_?ms: expected a whole number of milliseconds from 0 to 3600000/i,
    );
  });
});

/** Asks twice on one connection, the second time as soon as it is told to. */
const CLIENT = `
const { get, Agent } = require("node:http");
const { parentPort, workerData: { url, told } } = require("node:worker_threads");
const agent = new Agent({ keepAlive: true });
const ask = () => new Promise((resolve) => get(url, { agent }, (answer) => answer.resume().once("end", () => resolve(answer.statusCode))).once("error", ({ code }) => resolve(code)));
ask().then((first) => {
  parentPort.postMessage(first);
  Atomics.wait(new Int32Array(told), 0, 0);
  return ask();
}).then((second) => parentPort.postMessage(second));
`;

it("answers a request on an idle connection that arrives while its process has no time", async () => {
  const { url, gateway } = await startGateway();
  const told = new SharedArrayBuffer(4);
  const client = new Worker(CLIENT, { eval: true, workerData: { url: `${url}/livez`, told } });
  expect(await once(client, "message")).toEqual([200]);
  const closed = gateway.close({ drainMs: 5000 });
  await sleep(20);
  // From here on timers come before what has arrived.
  await setImmediate();
  Atomics.store(new Int32Array(told), 0, 1);
  Atomics.notify(new Int32Array(told), 0);
  for (const from = performance.now(); performance.now() - from < 600; );
  expect(await once(client, "message")).toEqual([200]);
  await closed;
});
