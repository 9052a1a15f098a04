import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json, startUpstream } from "./upstream.js";

/** A server that answers every connection with these bytes, or with silence, and then closes it, or does not. */
async function garbage(text: string | undefined, close = true): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => {});
    socket.once("data", () => {
      if (text !== undefined) socket.write(text);
      if (close) socket.destroySoon();
    });
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections: () => connections };
}

/** A server that never accepts, its queue of connections full: the system answers no more attempts. */
async function deaf(): Promise<string> {
  const block = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
  const listen = `const s = require("net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("fs").writeSync(1, String(s.address().port)); ${block} })`;
  const child = spawn(process.execPath, ["-e", listen], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const port = Number(String(await new Promise((resolve) => child.stdout.once("data", resolve))));
  const sockets = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  await Promise.race(sockets.map((socket) => once(socket, "connect")));
  return `http://127.0.0.1:${port}`;
}

describe("an upstream", () => {
  it("answers 502 in the provider's shape if the upstream is down", async () => {
    const { url, gateway } = await startGateway(undefined, { upstreams: { anthropic: "http://127.0.0.1:1" } });
    const answer = await ask(url, PATHS.anthropic, { body: "{}" });
    expect(answer.status).toBe(502);
    expect(answer.headers.get("x-tamis-error")).toBe("upstream_unreachable");
    expect(JSON.parse(answer.text)).toMatchObject({ type: "error", error: { type: "api_error" } });
    expect(await gateway.metrics()).toContain('tamis_refused_total{reason="upstream_unreachable"} 1');
  });

  it.each([
    ["no HTTP", "hello\r\n\r\n", "upstream_garbage"],
    ["a status that is none", "HTTP/1.1 abc\r\n\r\n", "upstream_garbage"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "upstream_garbage"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "upstream_garbage",
    ],
    ["a head without end", `HTTP/1.1 200 OK\r\nx-a: ${"a".repeat(200_000)}`, "upstream_garbage"],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      "upstream_garbage",
    ],
    ["a 100 that was not asked for", "HTTP/1.1 100 Continue\r\n\r\n", "upstream_garbage"],
    ["nothing", undefined, "upstream_closed"],
    ["half a head", "HTTP/1.1 200 OK\r\ncontent-le", "upstream_closed"],
  ])("answers 502 to an upstream that sends %s", async (_, text, reason) => {
    const broken = await garbage(text);
    const { url } = await startGateway(undefined, { upstreams: { gemini: broken.url } });
    const answer = await ask(url, PATHS.gemini, { body: "{}" });
    expect(answer.status).toBe(502);
    expect(answer.headers.get("x-tamis-error")).toBe(reason);
    // What has begun to answer is not asked again.
    expect(broken.connections()).toBe(reason === "upstream_garbage" ? 1 : 2);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 502, status: "UNAVAILABLE" } });
  });

  it("cuts the connection if the upstream sends unreadable chunks", async () => {
    const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    const broken = await garbage(`${head}2\r\n{"\r\nzz\r\n`);
    const { url, gateway } = await startGateway(undefined, { upstreams: { gemini: broken.url } });
    await expect(ask(url, PATHS.gemini, { body: "{}" })).rejects.toThrow(/terminated|fetch failed/);
    expect(await gateway.metrics()).toContain('tamis_answers_cut_total{reason="upstream_garbage"} 1');
  });

  it("does not follow redirects", async () => {
    const evil = await startUpstream();
    onTestFinished(() => evil.close());
    const location = `${evil.url}/v1/messages`;
    const { url, upstream } = await startGateway(json("moved", 307, { location }));
    const answer = await ask(url, PATHS.anthropic, { body: "{}", redirect: "manual", headers: { "x-api-key": "k" } });
    expect([answer.status, answer.headers.get("location")]).toEqual([307, location]);
    expect([upstream.arrived.length, evil.connections()]).toEqual([1, 0]);
  });

  it("answers 504 if the upstream accepts no connections", async () => {
    const { url } = await startGateway(undefined, {
      upstreams: { openai: await deaf() },
      limits: { firstByteMs: 500 },
    });
    const answer = await ask(url, PATHS["openai-chat"], { body: "{}" });
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "upstream_timeout" } });
  });

  it("answers 504 if the upstream is silent, and asks it once", async () => {
    const silent = await garbage(undefined, false);
    const { url } = await startGateway(undefined, { upstreams: { openai: silent.url }, limits: { firstByteMs: 1000 } });
    const answer = await ask(url, PATHS["openai-chat"], { body: "{}" });
    expect(answer.status).toBe(504);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "upstream_timeout", type: "server_error" } });
    expect(silent.connections()).toBe(1);
  });

  it("asks once more if the upstream closes before the first byte", async () => {
    const closing = await garbage(undefined);
    const { url } = await startGateway(undefined, { upstreams: { openai: closing.url } });
    expect((await ask(url, PATHS["openai-chat"], { body: "{}" })).status).toBe(502);
    expect(closing.connections()).toBe(2);
  });

  it("returns the answer of a successful second attempt", async () => {
    let asked = 0;
    const { url } = await startGateway((request, response) => {
      if (asked++ === 0) response.destroy();
      else json({ fine: true })(request, response);
    });
    expect(await ask(url, PATHS["openai-chat"], { body: "{}" })).toMatchObject({ status: 200, text: '{"fine":true}' });
  });

  it("does not retry a streamed body", async () => {
    let asked = 0;
    const { url } = await startGateway((_, response) => {
      asked++;
      response.destroy();
    });
    expect((await ask(url, "/v1/files", { body: "part" })).status).toBe(502);
    expect(asked).toBe(1);
  });

  it.each([400, 401, 429, 500, 529])("passes status %i on without a retry", async (status) => {
    const body = { type: "error", error: { type: "x", message: "no" } };
    const { url, upstream } = await startGateway(json(body, status, { "retry-after": "7", "x-request-id": "r" }));
    const answer = await ask(url, PATHS.anthropic, { body: "{}" });
    expect(answer).toMatchObject({ status, text: JSON.stringify(body) });
    expect([answer.headers.get("retry-after"), answer.headers.get("x-request-id")]).toEqual(["7", "r"]);
    expect(upstream.arrived.length).toBe(1);
  });

  it("passes on repeated headers, empty answers and the upstream's own Server-Timing", async () => {
    const { url } = await startGateway((_, response) => {
      response.writeHead(204, [
        ...["set-cookie", "a=1", "set-cookie", "b=2", "server-timing", "db;dur=1", "x-tamis-stage", "forged"],
        ...["connection", "keep-alive, x-gone", "x-gone", "1"],
      ]);
      response.end();
    });
    const answer = await ask(url, PATHS.anthropic, { body: "{}" });
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("server-timing")).toMatch(/^db;dur=1, tamis-read/);
    expect(answer.headers.get("x-tamis-stage")).toBe("none");
    expect(answer.headers.get("x-gone")).toBeNull();
  });
});
