import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ServerOptions, tamisExpress, tamisFastify, tamisHono, withTamis } from "../../ts/adapters/server.js";
import { type PassReason, type Report, reduceBody } from "../../ts/index.js";
import { validateRequest } from "../../ts/validate/index.js";
import { thrownBy } from "../support/thrown.js";
import { type Seen, startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { ANSWER, SCRIPT } from "./agents/agent.js";
import { anthropicMessages } from "./agents/anthropic.js";
import { googleGenAi } from "./agents/google.js";
import { openaiChat, openaiResponses } from "./agents/openai.js";
import { chatRequest, POLICY } from "./request.js";
import { unmask } from "./unmask.js";

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const reports: Report[] = [];
const passes: PassReason[] = [];
const errors: unknown[] = [];
beforeEach(() => {
  for (const list of [reports, passes, errors]) list.length = 0;
});
const told = {
  onReport: (report: Report) => reports.push(report),
  onPass: (reason: PassReason) => passes.push(reason),
  onError: (error: unknown) => errors.push(error),
};

/** What a proxy sends on: its own headers apart, everything as it was handed. */
function forward(path: string, method: string, headers: object, body: unknown): Promise<Response> {
  const { host: _, connection: __, ...others } = headers as Record<string, string>;
  const init = { method, headers: others, body: method === "GET" ? null : body, duplex: "half" };
  return fetch(`${upstream.url}${path}`, init as RequestInit);
}

const pathOf = (url: string) => new URL(url, "http://x").pathname + new URL(url, "http://x").search;

/** A proxy of the web's own kind: a request in, a response out. */
const webProxy = async (request: Request): Promise<Response> => {
  const answer = await forward(pathOf(request.url), request.method, Object.fromEntries(request.headers), request.body);
  return new Response(answer.body, { status: answer.status, headers: { "content-type": "application/json" } });
};

interface Proxy {
  url: string;
  close(): Promise<unknown>;
}

const started = async (server: Server): Promise<Proxy> => {
  if (!server.listening) await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

const local = { port: 0, hostname: "127.0.0.1" };

const honoOf = (options: ServerOptions = {}) => {
  const app = new Hono();
  app.use(tamisHono(POLICY, { ...told, ...options }));
  app.all("*", (context) => webProxy(context.req.raw));
  return started(serve({ fetch: app.fetch, ...local }) as Server);
};

function expressOf(parser: express.RequestHandler): Promise<Proxy> {
  const app = express();
  app.use(parser, tamisExpress(POLICY, told) as express.RequestHandler);
  app.use(async (req, res) => {
    const raw = typeof req.body === "string" || Buffer.isBuffer(req.body) ? req.body : JSON.stringify(req.body);
    const { "content-encoding": _, ...headers } = req.headers;
    const answer = await forward(req.originalUrl, req.method, headers, raw);
    res.status(answer.status).type("application/json");
    for await (const chunk of answer.body ?? []) res.write(chunk);
    res.end();
  });
  return started(app.listen(0, "127.0.0.1"));
}

async function fastifyOf(): Promise<Proxy> {
  const app = fastify();
  app.addHook("preHandler", tamisFastify(POLICY, told));
  app.all("*", async (request, reply) => {
    const answer = await forward(request.url, request.method, request.headers, JSON.stringify(request.body));
    return reply.code(answer.status).type("application/json").send(answer.body);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, close: () => app.close() };
}

const any = () => true;
const PROXIES: Record<string, () => Promise<Proxy>> = {
  "withTamis on @hono/node-server": () =>
    started(serve({ fetch: withTamis(webProxy, POLICY, told), ...local }) as Server),
  Hono: () => honoOf(),
  "Express, express.json": () => expressOf(express.json({ limit: "10mb" })),
  "Express, express.raw": () => expressOf(express.raw({ type: any, limit: "10mb" })),
  "Express, express.text": () => expressOf(express.text({ type: any, limit: "10mb" })),
  Fastify: fastifyOf,
};

const AGENTS = { openaiChat, openaiResponses, anthropicMessages, googleGenAi };

describe.each(Object.entries(PROXIES))("a proxy on %s", (name, start) => {
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await start();
  });
  afterAll(() => proxy.close());

  describe.each(Object.entries(AGENTS))("for %s", (_, agent) => {
    it.each([false, true])("passes on smaller requests, streaming: %s", async (stream) => {
      const run = async (url: string): Promise<Seen[]> => {
        upstream.script(SCRIPT, stream ? { chunkBytes: 31 } : {});
        expect(await agent({ url, stream })).toBe(ANSWER);
        return [...upstream.seen];
      };
      const direct = await run(upstream.url);
      const through = await run(proxy.url);
      const back = through.map(({ text }) =>
        unmask(text, agent === googleGenAi ? (_, output) => ({ output }) : undefined),
      );
      expect(back.map(({ text }) => text)).toEqual(direct.map(({ text }) => text));
      expect(back.map(({ masked }) => masked.length)).toEqual([0, 0, 0, 1, 3, 4]);
      for (const { bytes } of through) expect(validateRequest(bytes)).toEqual([]);
      expect(through.map(({ path }) => path)).toEqual(direct.map(({ path }) => path));
      const auth = ({ headers }: Seen) => [headers.authorization, headers["x-api-key"], headers["x-goog-api-key"]];
      expect(through.map(auth)).toEqual(direct.map(auth));
      expect(errors).toEqual([]);
      expect(reports).toHaveLength(SCRIPT.length);
    });
  });

  it("passes errors on", async () => {
    upstream.script([{ status: 429 }]);
    await expect(openaiChat({ url: proxy.url, stream: false })).rejects.toMatchObject({ status: 429 });
  });

  it("leaves other paths unchanged", async () => {
    upstream.script([{ text: "x" }]);
    const body = JSON.stringify(chatRequest());
    const headers = { "content-type": "application/json" };
    await (await fetch(`${proxy.url}/v1/embeddings`, { method: "POST", headers, body })).text();
    expect(upstream.seen[0]?.text).toBe(body);
    expect([reports, passes]).toEqual([[], []]);
  });

  it.runIf(name.startsWith("Express"))("reduces a body that a client compressed and the parser unpacked", async () => {
    upstream.script([{ text: "x" }]);
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const body = gzipSync(JSON.stringify(chatRequest()));
    await (await fetch(`${proxy.url}/v1/chat/completions`, { method: "POST", headers, body })).text();
    expect(upstream.seen[0]?.text).toContain("Observation masked");
  });
});

describe("a web-standard handler", () => {
  const TEXT = JSON.stringify(chatRequest());
  const REDUCED = Buffer.from(reduceBody(Buffer.from(TEXT), POLICY).body).toString();
  const URL_OF_CHAT = "http://localhost/v1/chat/completions";
  const post = (body: unknown, headers = {}, more = {}) =>
    new Request(URL_OF_CHAT, { method: "POST", headers, body, duplex: "half", ...more } as RequestInit);
  const echo = withTamis((request: Request) => request, POLICY, told);

  it("gives the handler further arguments, the method, the headers and the signal, with the right length", async () => {
    const handler = withTamis((request: Request, env: object, n: number) => ({ request, env, n }), POLICY, told);
    const env = {};
    const controller = new AbortController();
    const length = { "content-length": String(Buffer.byteLength(TEXT)), "x-own": "1" };
    const given = await handler(post(TEXT, length, { signal: controller.signal }), env, 5);
    expect([given.env === env, given.n, given.request.method]).toEqual([true, 5, "POST"]);
    expect(Object.fromEntries(given.request.headers)).toMatchObject({
      "content-length": String(Buffer.byteLength(REDUCED)),
      "x-own": "1",
    });
    expect(await given.request.text()).toBe(REDUCED);
    controller.abort();
    expect(given.request.signal.aborted).toBe(true);
  });

  it.each([
    ["a GET", new Request(URL_OF_CHAT), []],
    ["no body", new Request(URL_OF_CHAT, { method: "POST" }), ["body"]],
    ["a signed request", post(TEXT, { "content-md5": "x" }), ["signed"]],
    ["a compressed one", post(TEXT, { "content-encoding": "gzip" }), ["content_type"]],
  ])("gives the handler %s unchanged", async (_, request, expected) => {
    expect(await echo(request)).toBe(request);
    expect(passes).toEqual(expected);
  });

  it("gives the handler the whole body if it has nothing to reduce or is unreadable", async () => {
    for (const body of ['{"messages":[]}', "no json"]) expect(await (await echo(post(body))).text()).toBe(body);
    expect(reports.map(({ skipped }) => skipped)).toEqual([undefined, "invalid_json"]);
  });

  it("gives the handler the whole body if it is too long, declared or not", async () => {
    const small = withTamis((request: Request) => request, POLICY, { ...told, maxBodyBytes: 1_000 });
    const length = { "content-length": String(Buffer.byteLength(TEXT)) };
    expect(await (await small(post(TEXT, length))).text()).toBe(TEXT);
    const pieces = () =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < TEXT.length; at += 300) controller.enqueue(Buffer.from(TEXT.slice(at, at + 300)));
          controller.close();
        },
      });
    expect(await (await small(post(pieces()))).text()).toBe(TEXT);
    expect(passes).toEqual(["too_large", "too_large"]);
    expect(await (await echo(post(pieces()))).text()).toBe(REDUCED);
  });

  it("gives the handler the error of a body that breaks off", async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from("{")),
      pull: (controller) => controller.error(new Error("gone")),
    });
    const request = await echo(post(broken));
    await expect(request.text()).rejects.toThrow("gone");
    expect(passes).toEqual(["body"]);
  });

  it("throws the handler's own errors", async () => {
    const failing = withTamis(() => Promise.reject(new Error("own")), POLICY);
    await expect(failing(post(TEXT))).rejects.toThrow("own");
  });

  it.each([[{ maxBodyBytes: 0 }], [{ maxBody: 1 }]])("refuses the options %j at once", (options) => {
    expect(thrownBy(() => withTamis(webProxy, POLICY, options as ServerOptions))).toMatchObject({
      code: "OPTION_INVALID",
    });
  });
});

it("survives a client that hangs up in the middle of its body", async () => {
  const noted = vi.spyOn(console, "error").mockImplementation(() => {});
  const proxy = await honoOf();
  const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  await once(socket, "connect");
  const head =
    "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
  socket.write(head);
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
  // The proxy's own fetch failed, with the error of the body; Hono notes it.
  await vi.waitFor(() => expect(noted).toHaveBeenCalledOnce());
  expect(noted.mock.calls[0]?.[0].cause.message).toBe("aborted");
  noted.mockRestore();
  upstream.script([{ text: ANSWER }]);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(chatRequest());
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, { method: "POST", headers, body });
  expect(await answer.text()).toContain("«déjà lu»");
  await proxy.close();
});
