import { type IncomingMessage, request } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { reduceBody } from "../../ts/index.js";
import { agentRequest, bytesOf, PATHS, WIRES } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { json } from "./upstream.js";

describe("a request to be reduced", () => {
  it.each(WIRES)("sends exactly the result of reduceBody: %s", async (wire) => {
    const { url, upstream, gateway } = await startGateway(json({ fine: true }));
    const body = bytesOf(agentRequest(wire));
    const answer = await ask(url, PATHS[wire], { body, headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"fine":true}');
    const [arrived] = upstream.arrived;
    const expected = reduceBody(body, undefined, { tokens: true, wire });
    expect(expected.changed).toBe(true);
    expect(arrived?.body.equals(expected.body)).toBe(true);
    expect(arrived?.url).toBe(PATHS[wire]);
    expect(arrived?.headers["content-length"]).toBe(String(expected.body.length));
    expect(answer.headers.get("x-tamis-tokens-before")).toBe(String(expected.report.tokens?.before));
    expect(answer.headers.get("x-tamis-tokens-after")).toBe(String(expected.report.tokens?.after));
    expect(answer.headers.get("x-tamis-stage")).toBe("masking");
    expect(answer.headers.get("x-tamis-skipped")).toBeNull();
    expect(answer.headers.get("server-timing")).toMatch(
      /^tamis-read;dur=[\d.]+, tamis-reduce;dur=[\d.]+, upstream;dur=[\d.]+$/,
    );
    expect(gateway.totals).toMatchObject({ requests: 1, reduced: 1, bytesAfter: expected.body.length });
  });

  it("keeps all headers that do not belong to the connection, in their spelling and order", async () => {
    const { url, upstream } = await startGateway();
    await ask(url, PATHS.anthropic, {
      body: bytesOf(agentRequest("anthropic")),
      headers: {
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "a,b",
        "x-api-key": "secret",
        authorization: "Bearer t",
        "x-unknown": "é",
        "x-tamis-session": "s-1",
        te: "trailers",
      },
    });
    const [arrived] = upstream.arrived;
    expect(arrived?.headers).toMatchObject({
      "anthropic-version": "2023-06-01",
      "anthropic-beta": "a,b",
      "x-api-key": "secret",
      authorization: "Bearer t",
      "x-unknown": "é",
      host: upstream.host,
    });
    expect(Object.keys(arrived?.headers ?? {}).filter((name) => /^x-tamis|^te$/.test(name))).toEqual([]);
  });

  it("keeps every header, however many there are", async () => {
    const { url, upstream } = await startGateway();
    const names = Array.from({ length: 2500 }, (_, at) => `h${at.toString(36)}`);
    const { hostname, port } = new URL(url);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = ["host", "localhost", ...names.flatMap((name) => [name, ""]), "x-tamis-bypass", "1"];
      request({ hostname, port, method: "POST", path: PATHS.anthropic, headers }, resolve)
        .on("error", reject)
        .end("{}");
    });
    expect(answer.headers["x-tamis-skipped"]).toBe("bypass");
    const arrived = new Set(upstream.arrived[0]?.rawHeaders);
    expect(names.filter((name) => !arrived.has(name))).toEqual([]);
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ])("decodes a body in %s and sends it plain", async (encoding, pack) => {
    const { url, upstream } = await startGateway();
    const body = bytesOf(agentRequest("openai-chat"));
    const answer = await ask(url, PATHS["openai-chat"], {
      body: pack(body),
      headers: { "content-encoding": encoding },
    });
    expect(answer.headers.get("x-tamis-skipped")).toBeNull();
    expect(upstream.arrived[0]?.headers["content-encoding"]).toBeUndefined();
    expect(upstream.arrived[0]?.body.equals(reduceBody(body).body)).toBe(true);
  });

  it("sends a request without masks unchanged, including its encoding", async () => {
    const { url, upstream } = await startGateway();
    const packed = gzipSync(bytesOf(agentRequest("openai-chat", { turns: 2 })));
    await ask(url, PATHS["openai-chat"], { body: packed, headers: { "content-encoding": "gzip" } });
    expect(upstream.arrived[0]?.body.equals(packed)).toBe(true);
    expect(upstream.arrived[0]?.headers["content-encoding"]).toBe("gzip");
  });
});

describe("any other path", () => {
  it.each([
    ["GET", "/v1/models?limit=3", "/v1/models?limit=3"],
    ["POST", "/v1/embeddings", "/v1/embeddings"],
    ["POST", "/v1/files", "/v1/files"],
    ["DELETE", "/v1/responses/resp_1", "/v1/responses/resp_1"],
    ["POST", "/v1/messages/batches", "/v1/messages/batches"],
    ["POST", "/v1beta/models/m:countTokens?key=k", "/v1beta/models/m:countTokens?key=k"],
    ["GET", "/anthropic/v1/models", "/v1/models"],
    ["POST", "/openai/chat/completions/x", "/v1/chat/completions/x"],
  ])("passes through byte for byte: %s %s", async (method, path, expected) => {
    const { url, upstream } = await startGateway(json("not { json", 418, { "x-odd": "1" }));
    const body = method === "POST" ? Buffer.from([0, 255, 1, 2, 10, 13]) : null;
    const answer = await ask(url, path, { method, body, headers: { "content-encoding": "gzip" } });
    expect(answer).toMatchObject({ status: 418, text: "not { json" });
    expect(answer.headers.get("x-odd")).toBe("1");
    const [arrived] = upstream.arrived;
    expect(arrived).toMatchObject({ method, url: expected });
    expect(arrived?.body).toEqual(body ?? Buffer.alloc(0));
    expect(arrived?.headers["content-encoding"]).toBe("gzip");
  });

  it("passes a body of unknown length on", async () => {
    const { url, upstream } = await startGateway();
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < 50; at++) controller.enqueue(Buffer.alloc(10_000, at));
        controller.close();
      },
    });
    await ask(url, "/v1/files", { body, duplex: "half" });
    expect(upstream.arrived[0]?.body.length).toBe(500_000);
    expect(upstream.arrived[0]?.headers["transfer-encoding"]).toBe("chunked");
  });
});

describe("count_tokens", () => {
  it("is sent as it came", async () => {
    const { url, upstream } = await startGateway();
    const body = bytesOf(agentRequest("anthropic"));
    const plain = await ask(url, "/v1/messages/count_tokens", { body });
    expect(upstream.arrived[0]?.body.equals(body)).toBe(true);
    expect(plain.headers.get("x-tamis-skipped")).toBe("count_tokens");
  });
});
