import { afterEach, describe, expect, it, vi } from "vitest";
import { type TamisFetchOptions, tamisFetch } from "../../ts/adapters/fetch.js";
import {
  backend,
  createReducer,
  definePolicy,
  type PassReason,
  type Reducer,
  type Report,
  reduceBody,
} from "../../ts/index.js";
import { thrownBy } from "../support/thrown.js";
import { CHAT_URL, chatRequest, POLICY } from "./request.js";

const REQUEST = chatRequest();
const JSON_TEXT = JSON.stringify(REQUEST);
const REDUCED = Buffer.from(reduceBody(Buffer.from(JSON_TEXT), POLICY).body).toString();
const HEADERS = { "content-type": "application/json", authorization: "Bearer sk-canary" };
const post = (body: unknown, headers: Record<string, string> = HEADERS): RequestInit => ({
  method: "POST",
  headers,
  body: body as NonNullable<RequestInit["body"]>,
});

/** A fetch beneath that notes what it is called with, and a tamisFetch above it. */
function pair(options: TamisFetchOptions = {}, policy: object | undefined = POLICY) {
  const calls: Parameters<typeof fetch>[] = [];
  const reports: Report[] = [];
  const passes: PassReason[] = [];
  const errors: unknown[] = [];
  const response = new Response("answer");
  const own = tamisFetch(options.reducer ? undefined : policy, {
    fetch: async (...call) => {
      calls.push(call);
      return response;
    },
    onReport: (report) => reports.push(report),
    onPass: (reason) => passes.push(reason),
    onError: (error) => errors.push(error),
    ...options,
  });
  return { own, calls, reports, passes, errors, response };
}

describe("a body that is reduced", () => {
  const bytes = Buffer.from(JSON_TEXT);
  const exact = new Uint8Array(bytes).buffer;

  it("sends a smaller body", () => {
    expect(REDUCED.length).toBeLessThan(JSON_TEXT.length * 0.6);
  });

  it.each([
    ["a string", JSON_TEXT, "string"],
    ["a Buffer", bytes, "bytes"],
    ["a Uint8Array in a larger buffer", new Uint8Array(Buffer.from(`xx${JSON_TEXT}yy`)).subarray(2, -2), "bytes"],
    ["a DataView", new DataView(exact), "bytes"],
    ["an ArrayBuffer", exact, "bytes"],
    ["a Blob", new Blob([JSON_TEXT], { type: "application/json" }), "blob"],
  ])("reduces a body given as %s", async (_, body, kind) => {
    const { own, calls, reports, response } = pair();
    const init = { ...post(body), keepalive: true };
    expect(await own(CHAT_URL, init)).toBe(response);
    const [url, sent] = calls[0] ?? [];
    expect(url).toBe(CHAT_URL);
    expect(await new Response(sent?.body).text()).toBe(REDUCED);
    expect(typeof sent?.body === "string").toBe(kind === "string");
    expect(sent?.body instanceof Blob).toBe(kind === "blob");
    if (sent?.body instanceof Blob) expect(sent.body.type).toBe("application/json");
    // Everything else is the very same.
    expect({ ...sent, body: 0 }).toEqual({ ...init, body: 0 });
    expect(sent?.headers).toBe(init.headers);
    expect(reports.map(({ maskedCount, wire }) => ({ maskedCount, wire }))).toEqual([
      { maskedCount: 4, wire: "openai-chat" },
    ]);
  });

  it.each(["url", "URL"])("sends to the same %s", async (kind) => {
    const { own, calls } = pair();
    const url = kind === "URL" ? new URL(`${CHAT_URL}?api-version=1`) : `${CHAT_URL}?api-version=1`;
    await own(url, post(JSON_TEXT));
    expect(calls[0]?.[0]).toBe(url);
    expect(calls[0]?.[1]?.body).toBe(REDUCED);
  });

  it("reduces the body of a Request, which can still be sent unchanged", async () => {
    const { own, calls } = pair();
    const request = new Request(CHAT_URL, post(JSON_TEXT));
    await own(request);
    const [input, init] = calls[0] ?? [];
    expect(input).toBe(request);
    const sent = new Request(input as Request, init);
    expect(await sent.text()).toBe(REDUCED);
    expect([sent.method, sent.url]).toEqual(["POST", CHAT_URL]);
    expect(Object.fromEntries(sent.headers)).toEqual(HEADERS);
    expect(request.bodyUsed).toBe(false);
    expect(await request.text()).toBe(JSON_TEXT);
  });

  it("reduces a body in init, which replaces the Request's", async () => {
    const { own, calls } = pair();
    await own(new Request(CHAT_URL, post("{}")), { body: JSON_TEXT });
    expect(calls[0]?.[1]?.body).toBe(REDUCED);
  });

  it.each([
    ["a plain object", { ...HEADERS, "Content-Length": String(bytes.length) }],
    ["Headers", new Headers({ ...HEADERS, "content-length": String(bytes.length) })],
    ["pairs", Object.entries({ ...HEADERS, "content-length": String(bytes.length) })],
  ])("updates the length in %s if it declares one", async (_, headers) => {
    const { own, calls } = pair();
    await own(CHAT_URL, { ...post(JSON_TEXT), headers: headers as Headers });
    const sent = new Headers(calls[0]?.[1]?.headers);
    expect(Object.fromEntries(sent)).toEqual({ ...HEADERS, "content-length": String(Buffer.byteLength(REDUCED)) });
    // The caller's own headers stay, for the next attempt.
    expect(new Headers(headers as Headers).get("content-length")).toBe(String(bytes.length));
  });

  it("reads the model from the path", async () => {
    const { own, reports } = pair();
    const { messages } = REQUEST;
    await own("https://x.openai.azure.com/openai/deployments/gpt-4.1/chat/completions?api-version=2", {
      ...post(JSON.stringify({ messages })),
    });
    expect(reports[0]).toMatchObject({ model: "gpt-4.1", changed: true });
  });

  it.runIf(backend.name === "native")("reduces a large body off the JavaScript thread", async () => {
    const { own, calls } = pair();
    const large = { ...REQUEST, messages: [{ role: "user", content: "x".repeat(10_000_000) }, ...REQUEST.messages] };
    let turned = false;
    // A thread that is done before the event loop turns shows nothing: then once more.
    for (let attempt = 0; attempt < 5 && !turned; attempt++) {
      setImmediate(() => {
        turned = true;
      });
      await own(CHAT_URL, post(JSON.stringify(large)));
      expect(String(calls[attempt]?.[1]?.body)).toContain("Observation masked");
    }
    expect(turned).toBe(true);
  });
});

describe("a call that is not touched", () => {
  const stream = () => new Blob([JSON_TEXT]).stream();
  const form = new FormData();
  form.set("messages", JSON_TEXT);

  it.each([
    ["a GET", CHAT_URL, { method: "GET" }, []],
    ["no init", CHAT_URL, undefined, []],
    ["another path", "https://api.example.com/v1/embeddings", post(JSON_TEXT), []],
    ["counting tokens", "https://api.example.com/v1/messages/count_tokens", post(JSON_TEXT), []],
    ["a stream", CHAT_URL, { ...post(stream()), duplex: "half" }, ["body"]],
    ["a form", CHAT_URL, post(form), ["body"]],
    ["URLSearchParams", CHAT_URL, post(new URLSearchParams({ a: "b" }), {}), ["body"]],
    ["no body", CHAT_URL, { method: "POST" }, ["body"]],
    ["another type", CHAT_URL, post(JSON_TEXT, { "content-type": "application/octet-stream" }), ["content_type"]],
    ["a compressed body", CHAT_URL, post(JSON_TEXT, { ...HEADERS, "content-encoding": "gzip" }), ["content_type"]],
    ["AWS Signature V4", CHAT_URL, post(JSON_TEXT, { authorization: "AWS4-HMAC-SHA256 Credential=x" }), ["signed"]],
    ["a digest", CHAT_URL, post(JSON_TEXT, { ...HEADERS, "content-digest": "sha-256=:x:" }), ["signed"]],
    ["a hash of the payload", CHAT_URL, post(JSON_TEXT, { "x-amz-content-sha256": "x" }), ["signed"]],
  ])("leaves a call with %s unchanged", async (_, url, init, expected) => {
    const { own, calls, passes, reports, errors } = pair();
    await own(url, init as RequestInit);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[0]).toBe(url);
    expect(calls[0]?.[1]).toBe(init);
    expect({ passes, reports, errors }).toEqual({ passes: expected, reports: [], errors: [] });
  });

  it.each([
    ["what is no JSON", "not json", "invalid_json"],
    ["what is no request", "[1]", "no_conversation"],
    ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "invalid_utf8"],
    ["nothing", "", "empty"],
  ])("leaves a call with %s unchanged, and the report says why", async (_, body, skipped) => {
    const { own, calls, reports } = pair();
    const init = post(body);
    await own(CHAT_URL, init);
    expect(calls[0]?.[1]).toBe(init);
    expect(reports[0]?.skipped).toBe(skipped);
  });

  it("leaves a request with nothing to mask unchanged", async () => {
    const { own, calls, reports } = pair();
    const request = new Request(CHAT_URL, post('{"model":"m","messages":[{"role":"user","content":"hi"}]}'));
    await own(request);
    expect(calls[0]).toEqual([request, undefined]);
    expect(reports[0]?.changed).toBe(false);
    expect(request.bodyUsed).toBe(false);
  });

  it("leaves a request unchanged in mode observe", async () => {
    const { own, calls, reports } = pair({}, { ...POLICY, mode: "observe" });
    const init = post(JSON_TEXT);
    await own(CHAT_URL, init);
    expect(calls[0]?.[1]).toBe(init);
    expect(reports[0]?.maskedCount).toBe(4);
  });
});

describe("options", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("uses the current global fetch by default", async () => {
    const own = tamisFetch(POLICY);
    const beneath = vi.fn<typeof fetch>(async () => new Response("x"));
    vi.stubGlobal("fetch", beneath);
    await own(CHAT_URL, post(JSON_TEXT));
    expect(beneath.mock.calls[0]?.[1]?.body).toBe(REDUCED);
  });

  it("reduces requests that count tokens if asked", async () => {
    const { own, calls } = pair({ countTokens: true, wire: "openai-chat" });
    await own("https://api.example.com/v1/messages/count_tokens", post(JSON_TEXT));
    expect(calls[0]?.[1]?.body).toBe(REDUCED);
  });

  it("fills token counts if asked", async () => {
    const { own, reports } = pair({ tokens: true });
    await own(CHAT_URL, post(JSON_TEXT));
    expect(reports[0]?.tokens?.before).toBeGreaterThan(0);
  });

  it("accepts a compiled policy", async () => {
    const { own, calls } = pair({}, definePolicy(POLICY));
    await own(CHAT_URL, post(JSON_TEXT));
    expect(calls[0]?.[1]?.body).toBe(REDUCED);
  });

  it.each([
    [{ fetsh: fetch }, /^options: unknown key "fetsh"; did you mean "fetch"/],
    [{ fetch: 1 }, /^options\.fetch: expected a function/],
    [{ wire: "openai" }, /^options\.wire: expected one of openai-chat, /],
    [{ countTokens: 1 }, /^options\.countTokens: expected true or false/],
    [{ tokens: "yes" }, /^options\.tokens: expected true or false/],
    [{ timeoutMs: 0 }, /^options\.timeoutMs: expected whole milliseconds from 1 to/],
    [{ timeoutMs: 2 ** 31 }, /^options\.timeoutMs: expected whole milliseconds from 1 to/],
    [{ onReport: true }, /^options\.onReport: expected a function/],
    [{ reducer: {} }, /^options\.reducer: expected a reducer/],
    [{ reducer: createReducer() }, /^options\.reducer: has a policy of its own/],
  ])("refuses the options %j at once", (options, message) => {
    const error = thrownBy(() => tamisFetch(POLICY, options as TamisFetchOptions));
    expect(error).toMatchObject({ code: "OPTION_INVALID", message: expect.stringMatching(message) });
  });

  it("refuses a bad policy at once", () => {
    expect(thrownBy(() => tamisFetch({ mask: { windowTurn: 1 } } as never))).toMatchObject({ code: "POLICY_INVALID" });
  });
});

describe("with a reducer", () => {
  it("runs the pipeline", async () => {
    const { own, calls, reports } = pair({ reducer: createReducer({ policy: POLICY }) });
    await own(CHAT_URL, post(JSON_TEXT));
    expect(calls[0]?.[1]?.body).toBe(REDUCED);
    expect(reports).toHaveLength(1);
  });

  const failing = (reduce: () => Promise<unknown>) =>
    pair({ reducer: { reduce } as unknown as Reducer, timeoutMs: 20 });

  it("sends the original request if the reducer fails", async () => {
    const broken = new Error("broken");
    const { own, calls, errors } = failing(() => Promise.reject(broken));
    const init = post(JSON_TEXT);
    await own(CHAT_URL, init);
    expect(calls[0]?.[1]).toBe(init);
    expect(errors).toEqual([broken]);
  });

  it("sends the original request if the reducer is too slow, and stops the reducer", async () => {
    let stopped: unknown;
    const reduce = (_: unknown, call?: { signal?: AbortSignal }) =>
      new Promise<never>(() =>
        call?.signal?.addEventListener("abort", () => {
          stopped = call.signal?.reason;
        }),
      );
    const { own, calls, errors } = failing(reduce as never);
    const init = post(JSON_TEXT);
    await own(CHAT_URL, init);
    expect(calls[0]?.[1]).toBe(init);
    expect(errors).toEqual([expect.objectContaining({ message: "no answer within 20 ms" })]);
    expect(stopped).toBe(errors[0]);
  });

  it("stops the reducer when the caller aborts, and reports no failure", async () => {
    const { own, calls, errors } = failing(() => new Promise(() => {}));
    const controller = new AbortController();
    const init = { ...post(JSON_TEXT), signal: controller.signal };
    const answer = own(CHAT_URL, init);
    controller.abort();
    await answer;
    expect(calls[0]?.[1]).toBe(init);
    expect(errors).toEqual([]);
  });
});

describe("what goes wrong on our side", () => {
  it("hides errors in callbacks from the caller", async () => {
    const bad = () => {
      throw new Error("callback");
    };
    const { own, calls } = pair({ onReport: bad, onPass: bad, onError: bad });
    await own(CHAT_URL, post(JSON_TEXT));
    await own(CHAT_URL, { method: "POST" });
    expect(calls).toHaveLength(2);
    expect(calls[0]?.[1]?.body).toBe(REDUCED);
  });

  it("hides unreadable headers from the caller", async () => {
    const { own, calls, errors } = pair();
    const init = post(JSON_TEXT, { "bad name": "x" });
    await own(CHAT_URL, init);
    expect(calls[0]?.[1]).toBe(init);
    expect(errors).toHaveLength(1);
  });

  it("passes errors of fetch itself to the caller", async () => {
    const failure = new TypeError("fetch failed");
    const { own } = pair({ fetch: () => Promise.reject(failure) });
    await expect(own(CHAT_URL, post(JSON_TEXT))).rejects.toBe(failure);
  });
});
