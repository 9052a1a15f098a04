import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/index.js";
import { describeNative, native } from "../support/native.js";
import { agentRequest, bytesOf, PATHS, WIRES } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { startUpstream } from "./upstream.js";

/** Sends bytes as they are, and gives all that comes back. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.setEncoding("latin1").on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

const post = (headers: string, body = "{}") =>
  `POST /v1/chat/completions HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n${body}`;

describe("what is refused before it is looked at", () => {
  it.each([
    ["a length and chunks", post("host: localhost\r\ncontent-length: 2\r\ntransfer-encoding: chunked"), 400],
    ["two lengths", post("host: localhost\r\ncontent-length: 2\r\ncontent-length: 3"), 400],
    ["a length that is none", post("host: localhost\r\ncontent-length: 2x"), 400],
    ["no Host", post("content-length: 2"), 400],
    ["two Hosts", post("host: localhost\r\nhost: localhost\r\ncontent-length: 2"), 400],
    [
      "two encodings",
      post("host: localhost\r\ncontent-encoding: gzip\r\ncontent-encoding: br\r\ncontent-length: 2"),
      400,
    ],
    ["chunks that are not the last coding", post("host: localhost\r\ntransfer-encoding: chunked, gzip"), 400],
    ["a coding that only looks like chunks", post("host: localhost\r\ntransfer-encoding: xchunked"), 400],
    ["a negative length", post("host: localhost\r\ncontent-length: -2"), 400],
    ["a signed length", post("host: localhost\r\ncontent-length: +2"), 400],
    ["a list of lengths", post("host: localhost\r\ncontent-length: 2, 2"), 400],
    ["a space before the colon", post("host: localhost\r\ncontent-length : 2"), 400],
    ["a zero byte in a header", post("host: localhost\r\nx-a: \0\r\ncontent-length: 2"), 400],
    ["a bare carriage return", post("host: localhost\r\nx-a: 1\rx-b: 2\r\ncontent-length: 2"), 400],
    ["chunks that cannot be read", post("host: localhost\r\ntransfer-encoding: chunked", "2x\r\n{}\r\n0\r\n\r\n"), 400],
    ["a chunk longer than it says", post("host: localhost\r\ntransfer-encoding: chunked", "1\r\n{}\r\n0\r\n\r\n"), 400],
    ["headers without end", post(`host: localhost\r\nx-a: ${"a".repeat(100_000)}\r\ncontent-length: 2`), 431],
    ["a Host with a user", post("host: localhost@evil.example\r\ncontent-length: 2"), 421],
    ["a Host with two ports", post("host: localhost:80:80\r\ncontent-length: 2"), 421],
    ["a Host with a path", post("host: localhost/evil.example\r\ncontent-length: 2"), 421],
    ["a Host in brackets and more", post("host: [::1]evil.example\r\ncontent-length: 2"), 421],
    ["an empty Host", post("host: \r\ncontent-length: 2"), 421],
    ["another Host", post("host: evil.example\r\ncontent-length: 2"), 421],
    ["another Host that begins alike", post("host: localhost.evil.example\r\ncontent-length: 2"), 421],
    [
      "an absolute target",
      "GET http://evil.example/v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
      400,
    ],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400],
    ["a web page", post("host: localhost\r\norigin: https://evil.example\r\ncontent-length: 2"), 403],
    [
      "a web page of a name that begins alike",
      post("host: localhost\r\norigin: http://localhost.evil.example\r\ncontent-length: 2"),
      403,
    ],
    ["a page without origin", post("host: localhost\r\norigin: null\r\ncontent-length: 2"), 403],
    [
      "a WebSocket",
      "GET /v1/realtime HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      426,
    ],
    ["a line folded", post("host: localhost\r\nx-a: 1\r\n b: 2\r\ncontent-length: 2"), 400],
    ["a bare line feed", "POST /v1/chat/completions HTTP/1.1\nhost: localhost\ncontent-length: 2\n\n{}", 400],
  ])("%s", async (_, text, status) => {
    const { url, upstream } = await startGateway();
    expect(await raw(url, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(upstream.arrived).toEqual([]);
  });

  it("opens no tunnel to another host", async () => {
    const { url, upstream } = await startGateway();
    const evil = await startUpstream();
    const answer = await raw(url, `CONNECT ${evil.host} HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HTTP/1.1\r\n\r\n`);
    expect(answer).not.toMatch(/ 200 /);
    expect([evil.connections(), upstream.connections()]).toEqual([0, 0]);
    await evil.close();
  });

  it("forwards no upload with truncated or unreadable chunks as a whole", async () => {
    const { url, upstream } = await startGateway();
    const upload =
      "POST /v1/files HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    let aborted = 0;
    upstream.onAborted = () => aborted++;
    const { hostname, port } = new URL(url);
    for (const end of ["zz\r\n", "5\r\nhe", "", "2\r\nabc\r\n0\r\n\r\n"]) {
      const socket = connect(Number(port), hostname).on("error", () => {});
      const begun = new Promise<void>((resolve) => {
        upstream.onBegun = resolve;
      });
      socket.write(`${upload}4\r\npart\r\n`);
      await begun;
      socket.end(end);
      await expect.poll(() => aborted).toBe(1);
      aborted = 0;
      socket.destroy();
    }
    expect(upstream.arrived).toEqual([]);
  });

  it.each([
    "/",
    "/v2/chat",
    "/chat/completions",
    "/metricsx",
    "/v1",
    "/%2e%2e/v1/models",
    "/v1/../admin",
    "/openai/v1/%2E./x",
    "//evil.example/v1/models",
    "/v1\\..\\x",
  ])("refuses an unknown path: %s", async (path) => {
    const { url, upstream } = await startGateway();
    const answer = await raw(url, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*x-tamis-error: unknown_path/);
    expect(upstream.arrived).toEqual([]);
  });

  it("answers liveness probes that name its address", async () => {
    const { url } = await startGateway();
    const asked = (path: string) =>
      raw(url, `GET ${path} HTTP/1.1\r\nhost: 10.1.2.3:7337\r\nconnection: close\r\n\r\n`);
    expect(await asked("/livez")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await asked("/readyz")).toMatch(/^HTTP\/1\.1 200 /);
    expect(await asked("/metrics")).toMatch(/^HTTP\/1\.1 421 /);
  });

  it("accepts names and origins that the configuration allows", async () => {
    const { url } = await startGateway(undefined, {
      gateway: { allowedHosts: ["LLM.corp", "https://Page.example"] },
    });
    const headers = "host: llm.CORP:8080\r\norigin: https://page.example\r\ncontent-length: 2";
    expect(await raw(url, post(headers))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw(url, post("host: localhost\r\norigin: http://localhost:3000\r\ncontent-length: 2"))).toMatch(
      / 200 /,
    );
  });

  it.each([
    ["x-tamis-policy", "none-of-that-name"],
    ["x-tamis-policy", "a b"],
    ["x-tamis-bypass", "maybe"],
    ["x-tamis-upstream", "http://evil.example"],
    ["x-tamis-session", "a\tb"],
  ])("refuses the control header %s: %s", async (name, value) => {
    const { url, upstream } = await startGateway();
    const answer = await ask(url, PATHS.anthropic, { body: "{}", headers: { [name]: value } });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-tamis-error")).toBe("bad_control_header");
    expect(upstream.arrived).toEqual([]);
  });
});

describe("errors in the provider's shape", () => {
  it.each([
    ["openai-chat", { error: { type: "invalid_request_error", code: "body_too_large", param: null } }],
    ["openai-responses", { error: { type: "invalid_request_error", code: "body_too_large", param: null } }],
    ["anthropic", { type: "error", error: { type: "request_too_large" } }],
    ["gemini", { error: { code: 413, status: "INVALID_ARGUMENT" } }],
  ] as const)("refuses a body above the limit: %s", async (wire, shape) => {
    const { url, upstream } = await startGateway(undefined, { limits: { bodyBytes: 1000 } });
    for (const duplex of [undefined, "half"] as const) {
      const whole = Buffer.alloc(200_000, 32);
      const stream = () => new Blob([whole]).stream();
      const answer = await ask(url, PATHS[wire], duplex ? { body: stream(), duplex } : { body: whole });
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.text)).toMatchObject(shape);
    }
    expect(upstream.arrived).toEqual([]);
  });

  it("answers 503 to too many bytes at once, and serves the next request", async () => {
    const { url, gateway } = await startGateway(undefined, { limits: { inFlightBytes: 100_000 } });
    const half = "x".repeat(80_000);
    const { hostname, port } = new URL(url);
    const slow = connect(Number(port), hostname);
    slow.write(`POST /v1/responses HTTP/1.1\r\nhost: localhost\r\ncontent-length: 90000\r\n\r\n${half}`);
    await expect.poll(() => gateway.metrics()).toContain("tamis_in_flight_bytes 80000");
    const refused = await ask(url, PATHS["openai-responses"], { body: half });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: "overloaded" } });
    slow.destroy();
    await expect.poll(() => gateway.metrics()).toContain("tamis_in_flight_bytes 0");
    expect((await ask(url, PATHS["openai-responses"], { body: half })).status).toBe(200);
  });

  it("answers 408 to a body that does not arrive, and forwards nothing", async () => {
    const { url, upstream } = await startGateway(undefined, {}, { requestMs: 300 });
    const answer = await raw(url, "POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{");
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(upstream.arrived).toEqual([]);
  }, 60_000);

  it("answers 408 to a head that does not arrive", async () => {
    const { url } = await startGateway(undefined, {}, { requestMs: 300 });
    expect(await raw(url, "POST /v1/messages HTTP/1.1\r\nhost: loc")).toMatch(/^HTTP\/1\.1 408 /);
  }, 60_000);

  it("forwards nothing of a body that the client breaks off", async () => {
    const { url, upstream, gateway } = await startGateway();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.end("POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{");
    await expect.poll(() => gateway.metrics()).toContain("tamis_clients_gone_total 1");
    expect(upstream.arrived).toEqual([]);
    expect(await gateway.metrics()).toContain("tamis_in_flight_bytes 0");
  });
});

describe("bodies that cannot be reduced go on as they came", () => {
  it.each([
    ["invalid JSON", Buffer.from('{"messages":['), undefined, "invalid_json"],
    ["nothing", Buffer.alloc(0), undefined, "empty"],
    ["not UTF-8", Buffer.from([123, 255, 125]), undefined, "invalid_utf8"],
    ["no conversation", Buffer.from("{}"), undefined, "no_conversation"],
    ["an unknown encoding", Buffer.from("??"), "lzma", "unsupported_encoding"],
    ["two encodings", gzipSync("{}"), "gzip, br", "unsupported_encoding"],
    ["no gzip", Buffer.from("{}"), "gzip", "broken_encoding"],
    ["gzip cut short", gzipSync(bytesOf(agentRequest("openai-chat"))).subarray(0, 100), "gzip", "broken_encoding"],
    ["br cut short", brotliCompressSync(bytesOf(agentRequest("openai-chat"))).subarray(0, 50), "br", "broken_encoding"],
    ["no deflate", Buffer.from("{}"), "deflate", "broken_encoding"],
    [
      "deflate cut short",
      deflateSync(bytesOf(agentRequest("openai-chat"))).subarray(0, 90),
      "deflate",
      "broken_encoding",
    ],
    ["no zstd", Buffer.from("{}"), "zstd", "broken_encoding"],
  ])("%s", async (_, body, encoding, reason) => {
    const { url, upstream, gateway } = await startGateway();
    const headers = encoding === undefined ? {} : { "content-encoding": encoding };
    const answer = await ask(url, PATHS["openai-chat"], { body, headers });
    expect(answer.status).toBe(200);
    // Without the addon there is no zstd on every version of Node.
    const expected = encoding === "zstd" && !("addon" in native) ? "unsupported_encoding" : reason;
    expect(answer.headers.get("x-tamis-skipped")).toBe(expected);
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
    expect(upstream.arrived[0]?.headers["content-encoding"]).toBe(encoding);
    expect(await gateway.metrics()).toContain(`tamis_skipped_total{wire="openai-chat",reason="${expected}"} 1`);
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ])("refuses a bomb in %s", async (encoding, pack) => {
    const { url, upstream } = await startGateway(undefined, { limits: { bodyBytes: 1_000_000 } });
    const bomb = pack(Buffer.alloc(20_000_000));
    expect(bomb.length).toBeLessThan(30_000);
    const answer = await ask(url, PATHS.anthropic, { body: bomb, headers: { "content-encoding": encoding } });
    expect(answer.status).toBe(413);
    expect(upstream.arrived).toEqual([]);
  });
});

describeNative("zstd", () => {
  // Frames by hand: magic, no checksum, a window of 2 MiB, then blocks of up to 128 KiB: as they are, or one byte again
  // and again.
  const HEADER = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
  const BLOCK_BYTES = 128 * 1024;
  const stored = (body: Buffer): Buffer<ArrayBuffer> => {
    const parts: Buffer[] = [Buffer.from(HEADER)];
    for (let at = 0; at < body.length; at += BLOCK_BYTES) {
      const block = body.subarray(at, at + BLOCK_BYTES);
      const header = (block.length << 3) | (at + BLOCK_BYTES >= body.length ? 1 : 0);
      parts.push(Buffer.from([header & 255, (header >> 8) & 255, header >> 16]), block);
    }
    return Buffer.concat(parts) as Buffer<ArrayBuffer>;
  };
  const zeros = (blocks: number) => {
    const block = (last: boolean) => {
      const header = (BLOCK_BYTES * 8) | (1 << 1) | (last ? 1 : 0);
      return [header & 255, (header >> 8) & 255, header >> 16, 0x20];
    };
    const list = Array.from({ length: blocks }, (_, at) => block(at === blocks - 1)).flat();
    return Buffer.from([...HEADER, ...list]);
  };

  it("decodes a zstd request and sends it plain", async () => {
    const { url, upstream } = await startGateway();
    const body = bytesOf(agentRequest("openai-chat", { turns: 40, chars: 10_000 }));
    const answer = await ask(url, PATHS["openai-chat"], {
      body: stored(body),
      headers: { "content-encoding": "zstd" },
    });
    expect(answer.headers.get("x-tamis-skipped")).toBeNull();
    expect(upstream.arrived[0]?.headers["content-encoding"]).toBeUndefined();
    expect(upstream.arrived[0]?.body.equals(reduceBody(body).body)).toBe(true);
  });

  it("sends an unreadable zstd request unchanged", async () => {
    const { url, upstream } = await startGateway();
    const body = zeros(2);
    const answer = await ask(url, PATHS.anthropic, { body, headers: { "content-encoding": "zstd" } });
    expect(answer.headers.get("x-tamis-skipped")).toBe("invalid_json");
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
  });

  it("refuses a zstd bomb", async () => {
    const { url } = await startGateway(undefined, { limits: { bodyBytes: 1_000_000 } });
    const answer = await ask(url, PATHS.anthropic, { body: zeros(2000), headers: { "content-encoding": "zstd" } });
    expect(answer.status).toBe(413);
  });
});

describe("every wire", () => {
  it.each(WIRES)("sends the original on bypass, dry run and observe: %s", async (wire) => {
    const { url, upstream, gateway } = await startGateway();
    const body = bytesOf(agentRequest(wire));
    const bypass = await ask(url, PATHS[wire], { body, headers: { "x-tamis-bypass": "1" } });
    expect(bypass.headers.get("x-tamis-skipped")).toBe("bypass");
    expect(bypass.headers.get("x-tamis-tokens-before")).toBeNull();
    const dry = await ask(url, PATHS[wire], { body, headers: { "x-tamis-dry-run": "true" } });
    expect(dry.headers.get("x-tamis-skipped")).toBe("dry_run");
    expect(Number(dry.headers.get("x-tamis-tokens-after"))).toBeLessThan(
      Number(dry.headers.get("x-tamis-tokens-before")),
    );
    const { url: own } = upstream;
    gateway.reload({ gateway: { mode: "observe" }, upstreams: { openai: own, anthropic: own, gemini: own } });
    const observed = await ask(url, PATHS[wire], { body });
    expect(observed.headers.get("x-tamis-skipped")).toBe("observe");
    expect(upstream.arrived.map((request) => request.body.equals(body))).toEqual([true, true, true]);
  });
});
