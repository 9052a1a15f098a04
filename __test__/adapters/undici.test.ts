import { Readable } from "node:stream";
import OpenAI from "openai";
import {
  Agent,
  type Dispatcher,
  getGlobalDispatcher,
  request,
  setGlobalDispatcher,
  fetch as undiciFetch,
} from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TamisInterceptorOptions, tamisInterceptor } from "../../ts/adapters/undici.js";
import { createReducer, type PassReason, type Reducer, type Report, reduceBody } from "../../ts/index.js";
import { thrownBy } from "../support/thrown.js";
import { startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { ANSWER, SCRIPT } from "./agents/agent.js";
import { openaiChat } from "./agents/openai.js";
import { chatRequest, POLICY } from "./request.js";
import { unmask } from "./unmask.js";

const JSON_TEXT = JSON.stringify(chatRequest());
const REDUCED = Buffer.from(reduceBody(Buffer.from(JSON_TEXT), POLICY).body).toString();
const HEADERS = { "content-type": "application/json", authorization: "Bearer sk-canary" };
const BYTES = Buffer.byteLength(JSON_TEXT);

let upstream: Upstream;
let url: string;
beforeAll(async () => {
  upstream = await startUpstream();
  url = `${upstream.url}/v1/chat/completions`;
});
afterAll(() => upstream.close());

const reports: Report[] = [];
const passes: PassReason[] = [];
const errors: unknown[] = [];
const open: Dispatcher[] = [];
beforeEach(() => {
  for (const list of [reports, passes, errors]) list.length = 0;
  upstream.script([{ text: ANSWER }]);
});
afterEach(async () => {
  for (const agent of open.splice(0)) await agent.close();
});

function dispatcherOf(options: TamisInterceptorOptions = {}): Dispatcher {
  const agent = new Agent();
  open.push(agent);
  const told = {
    onReport: (report: Report) => reports.push(report),
    onPass: (reason: PassReason) => passes.push(reason),
    onError: (error: unknown) => errors.push(error),
  };
  return agent.compose(tamisInterceptor(options.reducer ? undefined : POLICY, { ...told, ...options }));
}

const seen = () => upstream.seen[0];

describe("undici's request", () => {
  it.each([
    ["a string", JSON_TEXT],
    ["a Buffer", Buffer.from(JSON_TEXT)],
    ["a Uint8Array", new Uint8Array(Buffer.from(JSON_TEXT))],
  ])("sends %s smaller", async (_, body) => {
    const options = { method: "POST" as const, headers: HEADERS, body, dispatcher: dispatcherOf() };
    const { statusCode, body: answer } = await request(url, options);
    expect([statusCode, JSON.stringify(await answer.json()).includes(ANSWER)]).toEqual([200, true]);
    expect(seen()?.text).toBe(REDUCED);
    expect(seen()?.headers).toMatchObject({ ...HEADERS, "content-length": String(Buffer.byteLength(REDUCED)) });
    expect(reports).toHaveLength(1);
  });

  const told = { ...HEADERS, "Content-Length": String(BYTES) };
  it.each([
    ["an object", told],
    ["a flat list", Object.entries(told).flat()],
    ["pairs that can be read once", Object.entries(told).values()],
    ["an object with lists", { ...told, "x-two": ["a", "b"] }],
  ])("updates the length in headers that are %s", async (_, headers) => {
    await request(url, { method: "POST", headers: headers as never, body: JSON_TEXT, dispatcher: dispatcherOf() });
    expect(seen()?.text).toBe(REDUCED);
    expect(seen()?.headers).toMatchObject({ ...HEADERS, "content-length": String(Buffer.byteLength(REDUCED)) });
  });

  it("reports the error that undici finds in the request", async () => {
    const headers = { ...HEADERS, "content-length": "not a number" };
    const call = request(url, { method: "POST", headers, body: JSON_TEXT, dispatcher: dispatcherOf() });
    await expect(call).rejects.toThrow(/content-length/);
    const bad = request(url, {
      method: "POST",
      headers: { "bad name": "x" },
      body: JSON_TEXT,
      dispatcher: dispatcherOf(),
    });
    await expect(bad).rejects.toThrow(/invalid bad name header|invalid header key/i);
  });

  it.each([
    ["a stream", { body: Readable.from([JSON_TEXT]) }, ["body"]],
    [
      "a stream of a length that is told",
      { body: Readable.from([JSON_TEXT]), headers: { ...HEADERS, "content-length": String(BYTES) } },
      ["body"],
    ],
    ["no body", {}, ["body"]],
    ["another type", { body: JSON_TEXT, headers: { "content-type": "text/csv" } }, ["content_type"]],
    ["a signed body", { body: JSON_TEXT, headers: { ...HEADERS, authorization: "AWS4-HMAC-SHA256 x" } }, ["signed"]],
    ["another path", { body: JSON_TEXT, path: "/v1/embeddings" }, []],
  ])("leaves %s unchanged", async (_, given: object, expected: string[]) => {
    const { path, ...options } = given as { path?: string; body?: Readable };
    const target = path === undefined ? url : `${upstream.url}${path}`;
    await request(target, { method: "POST", headers: HEADERS, dispatcher: dispatcherOf(), ...options });
    expect(seen()?.text).toBe("body" in options ? JSON_TEXT : "");
    expect({ passes, reports, errors }).toEqual({ passes: expected, reports: [], errors: [] });
  });

  it("sends the original request if a reducer fails", async () => {
    const reducer = { reduce: () => Promise.reject(new Error("broken")) } as Reducer;
    const dispatcher = dispatcherOf({ reducer });
    await request(url, { method: "POST", headers: HEADERS, body: JSON_TEXT, dispatcher });
    expect(seen()?.text).toBe(JSON_TEXT);
    expect(errors).toHaveLength(1);
  });

  it("runs the pipeline of a reducer", async () => {
    const dispatcher = dispatcherOf({ reducer: createReducer({ policy: POLICY }) });
    await request(url, { method: "POST", headers: HEADERS, body: JSON_TEXT, dispatcher });
    expect(seen()?.text).toBe(REDUCED);
  });

  it("aborts at once when the caller does, while reducing and while waiting", async () => {
    const reducer = { reduce: () => new Promise(() => {}) } as Reducer;
    for (const dispatcher of [dispatcherOf({ reducer }), dispatcherOf()]) {
      upstream.script([{ hang: true }]);
      const controller = new AbortController();
      const call = request(url, {
        method: "POST",
        headers: HEADERS,
        body: JSON_TEXT,
        dispatcher,
        signal: controller.signal,
      });
      setTimeout(() => controller.abort(new Error("enough")), 50);
      await expect(call).rejects.toThrow("enough");
    }
    expect(errors).toEqual([]);
  });
});

describe("fetch over the dispatcher", () => {
  it("sends smaller bodies, put together from pieces", async () => {
    const response = await undiciFetch(url, {
      method: "POST",
      headers: HEADERS,
      body: JSON_TEXT,
      dispatcher: dispatcherOf(),
    });
    expect(JSON.stringify(await response.json())).toContain(ANSWER);
    expect(seen()?.text).toBe(REDUCED);
    expect(seen()?.headers["content-length"]).toBe(String(Buffer.byteLength(REDUCED)));
  });

  it("sends a body above the limit as it comes", async () => {
    const dispatcher = dispatcherOf({ maxBodyBytes: 100 });
    await undiciFetch(url, { method: "POST", headers: HEADERS, body: JSON_TEXT, dispatcher });
    expect(seen()?.text).toBe(JSON_TEXT);
    expect(passes).toEqual(["too_large"]);
  });

  it("leaves streams unchanged", async () => {
    const body = new Blob([JSON_TEXT]).stream();
    await undiciFetch(url, { method: "POST", headers: HEADERS, body, duplex: "half", dispatcher: dispatcherOf() });
    expect(seen()?.text).toBe(JSON_TEXT);
    expect(passes).toEqual(["body"]);
  });

  it("can be aborted", async () => {
    upstream.script([{ hang: true }]);
    const signal = AbortSignal.timeout(50);
    const call = undiciFetch(url, {
      method: "POST",
      headers: HEADERS,
      body: JSON_TEXT,
      signal,
      dispatcher: dispatcherOf(),
    });
    await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it.each([false, true])("serves an SDK's agent, streaming: %s", async (stream) => {
    const dispatcher = dispatcherOf();
    const own = ((input: string, init: object) =>
      undiciFetch(input, { ...init, dispatcher })) as unknown as typeof fetch;
    upstream.script(SCRIPT, stream ? { chunkBytes: 31 } : {});
    expect(await openaiChat({ url: upstream.url, stream })).toBe(ANSWER);
    const direct = upstream.seen.map(({ text }) => text);
    upstream.script(SCRIPT, stream ? { chunkBytes: 31 } : {});
    expect(await openaiChat({ url: upstream.url, stream, fetch: own })).toBe(ANSWER);
    const through = upstream.seen.map(({ text }) => unmask(text));
    expect(through.map(({ text }) => text)).toEqual(direct);
    expect(through.at(-1)?.masked).toEqual(["call_1", "call_2", "call_3", "call_4"]);
  });

  it("serves the global fetch if the dispatcher is the global one", async () => {
    const before = getGlobalDispatcher();
    setGlobalDispatcher(dispatcherOf());
    try {
      const client = new OpenAI({ apiKey: "k", baseURL: `${upstream.url}/v1`, maxRetries: 0 });
      const { choices } = await client.chat.completions.create(JSON.parse(JSON_TEXT));
      expect(choices[0]?.message.content).toBe(ANSWER);
      expect(seen()?.text).toBe(REDUCED);
    } finally {
      setGlobalDispatcher(before);
    }
  });
});

describe("options", () => {
  it.each([[{ maxBodyBytes: 0 }], [{ maxBodyBites: 1 }]])("refuses the options %j at once", (options) => {
    expect(thrownBy(() => tamisInterceptor(POLICY, options as TamisInterceptorOptions))).toMatchObject({
      code: "OPTION_INVALID",
    });
  });
});
