// Heads of requests and answers that can be parsed, and still cannot go on as they are.
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { redact } from "../../ts/base/redact.js";
import { headsIn, rawClient, rawUpstream } from "./raw.js";
import { ask, startGateway } from "./start.js";

const get = (path: string, headers = "") =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`;

describe("an event stream of a length that the upstream has named", () => {
  it.each([1, 20, 2000])("is cut where %d bytes of it are missing: no event of ours would fit", async (missing) => {
    const event = 'data: {"a":1}\n\n';
    const openai = await rawUpstream((socket) => {
      const length = event.length + missing;
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${length}\r\n\r\n${event}`);
      setTimeout(() => socket.destroy(), 50);
    });
    const { url, log } = await startGateway(undefined, { upstreams: { openai } });
    const client = rawClient(url, "GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n");
    const answer = await client.closed;
    expect([headsIn(answer), answer.endsWith(event)]).toEqual([1, true]);
    expect(log()).toContain("upstream_closed");
  });
});

describe("a request", () => {
  it("whose headers are too many gets 431", async () => {
    const { url } = await startGateway();
    const answer = await rawClient(url, get("/v1/models", `x-a: ${"a".repeat(17_000)}\r\n`)).closed;
    expect(answer).toMatch(/^HTTP\/1\.1 431 [\s\S]*x-tamis-error: headers_too_large/);
    const most = await rawClient(url, get("/v1/models", `x-a: ${"a".repeat(15_000)}\r\n`)).closed;
    expect(most).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("for a tunnel is answered, and opens none", async () => {
    const { url, upstream } = await startGateway();
    const host = new URL(upstream.url).host;
    const answer = await rawClient(url, `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`).closed;
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-tamis-error: bad_request[\s\S]*no tunnels/);
    expect(upstream.connections()).toBe(0);
  });

  it.each(["gzip, chunked", "identity, chunked", "chunked, chunked"])(
    "with another transfer coding, whose label would be lost, is refused: %s",
    async (coding) => {
      const { url, upstream } = await startGateway();
      const head = `POST /v1/files HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: ${coding}\r\nconnection: close\r\n\r\n`;
      expect(await rawClient(url, `${head}0\r\n\r\n`).closed).toMatch(/^HTTP\/1\.1 400 /);
      expect(upstream.arrived).toEqual([]);
    },
  );

  it.each([
    ["cross-site", 403],
    ["same-site", 403],
    ["none", 200],
    ["same-origin", 200],
  ])("of a page without Origin: Sec-Fetch-Site %s gets %d", async (site, status) => {
    const { url } = await startGateway();
    const answer = await rawClient(url, get("/v1/models", `sec-fetch-site: ${site}\r\n`)).closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

describe("a client that waits for leave to send its body", () => {
  const expecting = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`;

  it.each([
    ["/none", 2, 404],
    ["/v1/messages", 2_000_000, 413],
  ])("gets none where it is refused: %s", async (path, length, status) => {
    const { url } = await startGateway(undefined, { limits: { bodyBytes: 1_000_000 } });
    const client = rawClient(url, expecting(path, length));
    await expect.poll(client.answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(headsIn(client.answer())).toBe(1);
  });

  it("is told that its connection ends where it is refused: its next request would be taken for the body", async () => {
    const { url } = await startGateway();
    const client = rawClient(url, expecting("/none", 2).replace("connection: close\r\n", ""));
    const answer = await client.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer.match(/^(connection|keep-alive): .*$/gim)).toEqual(["connection: close"]);
  });

  it("is served as without where it expects something else", async () => {
    const { url } = await startGateway();
    expect(await rawClient(url, get("/v1/models", "expect: the-unexpected\r\n")).closed).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(["/v1/messages", "/v1/files"])("gets it where its body is wanted: %s", async (path) => {
    const { url, upstream } = await startGateway();
    const { hostname, port } = new URL(url);
    const status = await new Promise((resolve, reject) => {
      const headers = { expect: "100-continue", "content-length": "2" };
      const sent = request({ hostname, port, path, method: "POST", headers }, ({ statusCode }) => resolve(statusCode));
      sent.on("continue", () => sent.end("{}")).on("error", reject);
      sent.flushHeaders();
    });
    expect(status).toBe(200);
    expect(upstream.arrived[0]?.body.toString()).toBe("{}");
  });
});

describe("an answer", () => {
  it.each([
    ["HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n"],
    ["HTTP/1.1 099 Early\r\ncontent-length: 0\r\n\r\n"],
    ["HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n"],
  ])("that cannot be passed on is garbage, not silence: %j", async (head) => {
    const openai = await rawUpstream((socket) => void socket.write(head));
    const { url } = await startGateway(undefined, { upstreams: { openai } });
    const answer = await ask(url, "/v1/models", { method: "GET" });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([502, "upstream_garbage"]);
  });
});

describe("the log line of a path that is no provider's", () => {
  it.each([
    ["/chat/completions?key=secret", '"path":"/chat/…"'],
    ["/v3/projects/top-secret/more", '"path":"/v3/…"'],
    ["/sk-abcdefghijklmnop/v1", '"path":"/[redacted]/…"'],
    [`/${"x".repeat(5000)}`, `"path":"/${"x".repeat(40)}"`],
  ])("has its beginning: %s", async (path, line) => {
    const { url, log } = await startGateway();
    expect((await ask(url, path, { method: "GET" })).status).toBe(404);
    await expect.poll(log).toContain(line);
    expect(log()).not.toMatch(/secret|abcdefgh/);
  });
});

describe("redact", () => {
  it.each([
    ["https://user:pw@host/v1", "https://[redacted]@host/v1"],
    ["https://host/v1?key=abc&x=1", "https://host/v1?key=[redacted]&x=[redacted]"],
    ['"Bearer sk-abc\ndef" is no header', '"Bearer [redacted]" is no header'],
    ["key sk-proj-abcdefghijk here", "key [redacted] here"],
    ["AIzaSyA-1234567890abcdef", "[redacted]"],
    ["nothing to hide: 17 of 20, a@b", "nothing to hide: 17 of 20, a@b"],
    ["https://host:8080/v1/a@b", "https://host:8080/v1/a@b"],
    ["", ""],
  ])("%j", (text, shown) => expect(redact(text)).toBe(shown));

  it("takes time in proportion to the text", () => {
    const begun = performance.now();
    for (const piece of ["sk-", "//", "https://a:", "bearer ", "?a="]) redact(piece.repeat(20_000));
    expect(performance.now() - begun).toBeLessThan(1500);
  });
});
