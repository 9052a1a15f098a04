// An upstream may answer before the request has arrived: the answer goes on at once, whole, and is the only one.
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { headsIn, rawClient, rawUpstream } from "./raw.js";
import { startGateway } from "./start.js";

const CHUNKED = "HTTP/1.1 401 Unauthorized\r\ntransfer-encoding: chunked\r\n\r\n3\r\nkey\r\n0\r\n\r\n";
const KNOWN = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 3\r\n\r\nkey";

/** Uploads `bytes` by a client that reads while it sends; gives what came and when. */
function upload(url: string, bytes: number, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(url);
  const begun = performance.now();
  return new Promise<{ status: number | undefined; text: string; complete: boolean; ms: number }>((resolve, reject) => {
    const options = { hostname, port, path: "/v1/files", method: "POST", agent: false } as const;
    const framing = "transfer-encoding" in headers ? {} : { "content-length": String(bytes) };
    const sent = request({ ...options, headers: { ...framing, ...headers } }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("close", () => {
        const { statusCode: status, complete } = answer;
        resolve({ status, text, complete, ms: performance.now() - begun });
        sent.destroy();
      });
    });
    sent.on("error", reject);
    for (let at = 0; at < bytes; at += 1_000_000) sent.write(Buffer.alloc(Math.min(1_000_000, bytes - at), 32));
    sent.end();
  });
}

describe("an upstream that answers while the request is still being sent", () => {
  it.each([
    ["in chunks", CHUNKED, 401, "key"],
    ["of known length", KNOWN, 401, "key"],
    ["without a body", "HTTP/1.1 204 No Content\r\n\r\n", 204, ""],
    ["of length 0", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", 200, ""],
  ])("has its answer passed on at once, and ended: %s", async (_, answer, status, text) => {
    const openai = await rawUpstream((socket) => {
      socket.pause();
      socket.write(answer);
    });
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const variants: Record<string, string>[] = [{}, { connection: "close" }, { "transfer-encoding": "chunked" }];
    for (const headers of variants) {
      const got = await upload(url, 20_000_000, headers);
      expect(got).toMatchObject({ status, text, complete: true });
      expect(got.ms).toBeLessThan(3000);
    }
  });

  it("is answered for once only: a request that never ends gets no second head", async () => {
    const openai = await rawUpstream((socket) => void socket.write(CHUNKED));
    const { url } = await startGateway(undefined, { upstreams: { openai } }, { requestMs: 400 });
    const head = "POST /v1/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n";
    const client = rawClient(url, `${head}${"x".repeat(5000)}`);
    await expect.poll(client.answer).toMatch(/\r\n0\r\n\r\n$/);
    expect(headsIn(await client.closed)).toBe(1);
  });

  it("leaves the connection fit for the next request, once the rest has come", async () => {
    const openai = await rawUpstream((socket) => void socket.write(CHUNKED));
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const client = rawClient(url, "POST /v1/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200001\r\n\r\nx");
    await expect.poll(client.answer).toMatch(/\r\n0\r\n\r\n$/);
    client.socket.write("x".repeat(200_000));
    client.socket.write("GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    const all = await client.closed;
    expect(headsIn(all)).toBe(2);
    expect(all).toMatch(/HTTP\/1\.1 200 OK[\s\S]*ok\n$/);
  });

  it.each(["known length", "chunks"])("says so where the connection ends behind it: %s", async (framing) => {
    const openai = await rawUpstream((socket) => void socket.write(framing === "chunks" ? CHUNKED : KNOWN));
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const head = "POST /v1/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200001\r\nconnection: close\r\n\r\nx";
    const client = rawClient(url, head);
    await expect.poll(client.answer).toMatch(/key/);
    client.socket.write("x".repeat(100_000));
    await sleep(200);
    expect(client.socket.readyState).toBe("open");
    client.socket.write("x".repeat(100_000));
    const answer = await client.closed;
    expect(answer.match(/^(connection|keep-alive): .*$/gim)).toEqual(["connection: close"]);
  });

  it.each([
    ["says nonsense", "nonsense\r\n\r\n"],
    ["closes", undefined],
  ])("and one that %s instead has an error passed on", async (_, answer) => {
    const openai = await rawUpstream((socket) => (answer === undefined ? socket.destroy() : socket.write(answer)));
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const got = await upload(url, 5_000_000);
    expect(got).toMatchObject({ status: 502, complete: true });
    expect(got.ms).toBeLessThan(3000);
  });

  it("has the rest of the request thrown away, not kept", async () => {
    const openai = await rawUpstream((socket) => void socket.write(KNOWN));
    const { url, gateway } = await startGateway(undefined, { upstreams: { openai } });
    expect(await upload(url, 30_000_000)).toMatchObject({ status: 401, complete: true });
    await sleep(50);
    expect(await gateway.metrics()).toContain("tamis_in_flight_bytes 0");
  });
});

describe("bytes that cannot be read, after a request", () => {
  it("end the connection where its answer is under way: no second head is written into it", async () => {
    const openai = await rawUpstream((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: 1\n\n");
    });
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const client = rawClient(url, "GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await expect.poll(client.answer).toContain("data: 1");
    client.socket.write("nonsense\r\n\r\n");
    expect(headsIn(await client.closed)).toBe(1);
  });

  it("are not answered where an earlier request still is to be", async () => {
    const openai = await rawUpstream(() => {});
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const client = rawClient(url, "GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\nnonsense\r\n\r\n");
    expect(await client.closed).toBe("");
  });

  it("are refused where every earlier request has its answer", async () => {
    const { url } = await startGateway();
    const client = rawClient(url, "GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await expect.poll(client.answer).toMatch(/ok\n$/);
    client.socket.write("nonsense\r\n\r\n");
    expect(await client.closed).toMatch(/ok\nHTTP\/1\.1 400 /);
  });
});
