// Refusals whose cause is known: the request goes a second time, once, and that is counted.
import { describe, expect, it } from "vitest";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import type { RequestAccount } from "../../ts/gateway/index.js";
import { describeNative } from "../support/native.js";
import { chatOf } from "../support/on-wire.js";
import { ask, startGateway } from "./start.js";
import { json, type Respond } from "./upstream.js";

const seen = (index: number) => ({ type: "thinking", thinking: "hm", signature: `c2ln${index}` });
const ANTHROPIC = {
  model: "claude-sonnet-4-5",
  max_tokens: 2000,
  thinking: { type: "enabled", budget_tokens: 1024 },
  messages: [
    { role: "user", content: "go" },
    { role: "assistant", content: [seen(0), { type: "text", text: "one" }] },
    { role: "user", content: "on" },
    { role: "assistant", content: [seen(1)] },
    { role: "user", content: "and" },
    { role: "assistant", content: [seen(2), { type: "tool_use", id: "toolu_1", name: "read", input: { n: 1.0 } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "text" }] },
  ],
};
const RESPONSES = {
  model: "gpt-5.4",
  store: false,
  input: [
    { role: "user", content: "go" },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "c2VhbGVk" },
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "read", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "text" },
    { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "c2VhbGVk" },
    { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text: "done" }] },
    { role: "user", content: "on" },
  ],
};
const called = {
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_1", type: "function", function: { name: "read", arguments: "{}" } }],
};
const CHAT = {
  model: "mistral-large",
  messages: [
    { role: "user", content: "go" },
    { reasoning_content: "hm", ...called, reasoning: "hm" },
    { role: "tool", tool_call_id: "call_1", content: "text" },
  ],
};
const GEMINI = {
  contents: [
    { role: "user", parts: [{ text: "go" }] },
    { role: "model", parts: [{ functionCall: { name: "read", args: {} }, thoughtSignature: "c2ln" }] },
    { role: "user", parts: [{ functionResponse: { name: "read", response: { output: "text" } } }] },
    {
      role: "model",
      parts: [{ functionCall: { name: "read", args: {} } }, { functionCall: { name: "read", args: {} } }],
    },
    { role: "user", parts: [1, 2].map(() => ({ functionResponse: { name: "read", response: { output: "text" } } })) },
  ],
};
const GENERATE = "/v1beta/models/gemini-3-pro-preview:generateContent";

const openai = (message: string, code: string | null = null) => ({
  error: { message, type: "invalid_request_error", code },
});
const claude = (message: string) => ({ type: "error", error: { type: "invalid_request_error", message } });

/** Refuses what has `sign` in it. */
const refusing =
  (sign: string | RegExp, status: number, refusal: object): Respond =>
  (request, response) => {
    const isRefused = typeof sign === "string" ? request.body.includes(sign) : sign.test(request.body.toString());
    return json(isRefused ? refusal : { ok: true }, isRefused ? status : 200)(request, response);
  };

const CASES: [name: string, path: string, body: object, sign: string | RegExp, status: number, refusal: object][] = [
  [
    "a signature of another provider",
    "/v1/messages",
    ANTHROPIC,
    '"thinking":"hm"',
    400,
    claude("messages.1.content.0: Invalid `signature` in `thinking` block"),
  ],
  [
    "thinking without a signature",
    "/v1/messages",
    ANTHROPIC,
    '"thinking":"hm"',
    400,
    claude("messages.1.content.0.thinking.signature: Field required"),
  ],
  [
    "a sealed item",
    "/v1/responses",
    RESPONSES,
    "encrypted_content",
    400,
    openai("The encrypted content for item rs_1 could not be verified.", "invalid_encrypted_content"),
  ],
  [
    "an item that the host has not kept",
    "/v1/responses",
    RESPONSES,
    '"rs_',
    404,
    openai("Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."),
  ],
  [
    "a field of another host",
    "/v1/chat/completions",
    CHAT,
    "reasoning",
    422,
    openai("Extra inputs are not permitted: messages.1.reasoning_content"),
  ],
  [
    "a field that is missing",
    "/v1/chat/completions",
    { ...CHAT, messages: [CHAT.messages[0], called, CHAT.messages[2]] },
    /"arguments":"\{\}"\}\}\]\}/,
    400,
    openai("thinking is enabled but reasoning_content is missing in assistant tool call message at index 1"),
  ],
  [
    "a thought's signature",
    GENERATE,
    GEMINI,
    "c2ln",
    400,
    { error: { code: 400, message: "Thought signature is not valid.", status: "INVALID_ARGUMENT" } },
  ],
  [
    "no thought's signature",
    GENERATE,
    GEMINI,
    /"args":\{\}\}\},\{/,
    400,
    {
      error: {
        code: 400,
        message: "Function call is missing a thought_signature in functionCall parts.",
        status: "INVALID_ARGUMENT",
      },
    },
  ],
];

const post = (url: string, body: object, send: typeof fetch = fetch) =>
  send(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "k" },
    body: JSON.stringify(body),
  });

describe("reasoning that a provider refuses", () => {
  it.each(CASES)(
    "%s: the gateway sends the request once more without",
    async (_, path, body, sign, status, refusal) => {
      const accounts: RequestAccount[] = [];
      const { url, upstream, gateway } = await startGateway(
        refusing(sign, status, refusal),
        {},
        { onRequest: (one) => void accounts.push(one) },
      );
      const answer = await post(url + path, body);
      expect([answer.status, upstream.arrived.length]).toEqual([200, 2]);
      expect(answer.headers.get("x-tamis-recovered")).toBe("reasoning");
      await expect.poll(() => accounts.length).toBe(1);
      expect(accounts).toMatchObject([{ recovered: true, recoveredFrom: "reasoning" }]);
      expect(await gateway.metrics()).toContain('tamis_recovered_total{cause="reasoning"} 1');
      expect(await gateway.metrics()).toContain("tamis_prefix_recovered_total 0");
    },
  );

  it.each(CASES)("%s: a fetch that only observes leaves it", async (_, path, body, __, status, refusal) => {
    let asked = 0;
    const underlying: typeof fetch = async () => {
      asked++;
      return Response.json(refusal, { status });
    };
    const send = tamisFetch({ mode: "observe" }, { fetch: underlying });
    expect((await post(`https://api.example.com${path}`, body, send)).status).toBe(status);
    expect(asked).toBe(1);
  });

  it.each(CASES)("%s: so does fetch", async (_, path, body, sign, status, refusal) => {
    const sent: string[] = [];
    let recovered = 0;
    const underlying: typeof fetch = async (__, init) => {
      const text = String(init?.body);
      sent.push(text);
      const isRefused = typeof sign === "string" ? text.includes(sign) : sign.test(text);
      return Response.json(isRefused ? refusal : { ok: true }, { status: isRefused ? status : 200 });
    };
    const send = tamisFetch({}, { fetch: underlying, onRecover: () => recovered++ });
    const host = path.startsWith("/v1/messages")
      ? "api.anthropic.com"
      : path === GENERATE
        ? "generativelanguage.googleapis.com"
        : "api.openai.com";
    const answer = await post(`https://${host}${path}`, body, send);
    expect([answer.status, sent.length, recovered]).toEqual([200, 2, 1]);
  });

  it("leaves everything else as it was written", async () => {
    const { url, upstream } = await startGateway(
      refusing('"thinking":"hm"', 400, claude("Invalid `signature` in `thinking` block")),
    );
    const text = JSON.stringify(ANTHROPIC).replace('{"n":1}', '{"n": 1.0, "big": 12345678901234567890}');
    await fetch(`${url}/v1/messages`, { method: "POST", headers: { "content-type": "application/json" }, body: text });
    const sent = upstream.arrived[1]?.body.toString() ?? "";
    expect(sent).toContain('{"n": 1.0, "big": 12345678901234567890}');
    const { messages, thinking } = JSON.parse(sent);
    expect(thinking).toEqual({ type: "disabled" });
    expect(messages[1].content).toEqual([{ type: "text", text: "one" }]);
    expect(messages[3].content).toEqual([{ type: "text", text: "[no content recorded]" }]);
  });

  it.each([
    ["is asked for once", {}, 2],
    ["is not made for a client that wants its request as it is", { "x-tamis-bypass": "true" }, 1],
  ])("a second request %s", async (_, headers, count) => {
    const refusal = claude("Invalid `signature` in `thinking` block");
    const { url, upstream } = await startGateway(json(refusal, 400));
    const answer = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(ANTHROPIC),
    });
    expect([answer.status, upstream.arrived.length, await answer.json()]).toEqual([400, count, refusal]);
  });

  it.each([
    ["a body without reasoning", { ...RESPONSES, input: "go" }, openai("Invalid", "invalid_encrypted_content")],
    ["another refusal", RESPONSES, openai("Invalid value: 'x'")],
  ])("%s is answered as it came", async (_, body, refusal) => {
    const { url, upstream } = await startGateway(json(refusal, 400));
    const answer = await post(`${url}/v1/responses`, body);
    expect([answer.status, upstream.arrived.length]).toEqual([400, 1]);
  });
});

const rows = (turn: number) =>
  Array.from({ length: 90 }, (_, k) => `row ${turn}-${k} of table ${turn * 7 + k} has ${turn * k} entries`).join("\n");
const long = (turns: number) => ({
  model: "gpt-5.4",
  messages: [
    { role: "user", content: "go" },
    ...Array.from({ length: turns }, (_, at) =>
      chatOf([{ calls: [{ id: `call_${at}`, tool: "read", args: { p: at }, result: rows(at) }] }]),
    ).flat(),
  ],
});

describe("a prompt that is too long", () => {
  const refusal = openai(
    "This model's maximum context length is 8000 tokens. However, your messages resulted in 17021 tokens.",
    "context_length_exceeded",
  );
  const respond: Respond = (request, response) =>
    json(request.body.length > 14_000 ? refusal : { ok: true }, request.body.length > 14_000 ? 400 : 200)(
      request,
      response,
    );
  const asks = { experimental: { truncate: { afterRefusal: true } } };

  it("passes the refusal on, unless the policy asks for another attempt", async () => {
    const { url, upstream } = await startGateway(respond);
    const answer = await post(`${url}/v1/chat/completions`, long(8));
    expect([answer.status, upstream.arrived.length, await answer.json()]).toEqual([400, 1, refusal]);
  });

  it("is made to fit, and sent once more", async () => {
    const accounts: RequestAccount[] = [];
    const { url, upstream, gateway } = await startGateway(
      respond,
      { policies: { default: asks } },
      { onRequest: (one) => void accounts.push(one) },
    );
    const answer = await post(`${url}/v1/chat/completions`, long(8));
    expect([answer.status, upstream.arrived.length]).toEqual([200, 2]);
    expect(answer.headers.get("x-tamis-recovered")).toBe("too_long");
    const { before, after } = {
      before: Number(answer.headers.get("x-tamis-tokens-before")),
      after: Number(answer.headers.get("x-tamis-tokens-after")),
    };
    expect(after).toBeLessThan(before * 0.6);
    await expect.poll(() => accounts.length).toBe(1);
    expect(accounts).toMatchObject([{ recovered: true, recoveredFrom: "too_long" }]);
    expect(await gateway.metrics()).toContain('tamis_recovered_total{cause="too_long"} 1');
  });

  it("is made to fit by fetch", async () => {
    const sent: number[] = [];
    const underlying: typeof fetch = async (_, init) => {
      const { length } = String(init?.body);
      sent.push(length);
      return Response.json(length > 14_000 ? refusal : { ok: true }, { status: length > 14_000 ? 400 : 200 });
    };
    const url = "https://api.openai.com/v1/chat/completions";
    expect((await post(url, long(8), tamisFetch(asks, { fetch: underlying }))).status).toBe(200);
    expect(sent.length).toBe(2);
    expect((await post(url, long(8), tamisFetch({}, { fetch: underlying }))).status).toBe(400);
  });
});

/** A text as a frame of zstd, in blocks so short that no word of it can be read in them. */
const zstdOf = (text: string): Buffer => {
  const pieces = text.match(/.{1,4}/gs) ?? [];
  const blocks = pieces.map((piece, at) => {
    const isLast = at === pieces.length - 1 ? 1 : 0;
    return Buffer.concat([Buffer.of((piece.length << 3) | isLast, 0, 0), Buffer.from(piece)]);
  });
  return Buffer.concat([Buffer.from("28b52ffd20", "hex"), Buffer.of(text.length), ...blocks]);
};

describeNative("a refusal in zstd, which the client has asked for", () => {
  it("is read like any other", async () => {
    const refusal = zstdOf(JSON.stringify(claude("Invalid `signature` in `thinking` block")));
    const { url, upstream } = await startGateway((request, response) => {
      const isRefused = request.body.includes('"thinking":"hm"');
      response.writeHead(isRefused ? 400 : 200, isRefused ? { "content-encoding": "zstd" } : {});
      response.end(isRefused ? refusal : "{}");
    });
    const answer = await ask(url, "/v1/messages", {
      body: JSON.stringify(ANTHROPIC),
      headers: { "accept-encoding": "zstd" },
    });
    expect([answer.status, upstream.arrived.length]).toEqual([200, 2]);
  });
});

describe("a request above its limits", () => {
  it("says so in a header, and one within them says nothing", async () => {
    const { url } = await startGateway(undefined, { policies: { default: { budget: { bytes: 100 } } } });
    const answer = await post(`${url}/v1/chat/completions`, long(1));
    expect(answer.headers.get("x-tamis-fits")).toBe("false");
    const { url: other } = await startGateway();
    expect((await post(`${other}/v1/chat/completions`, long(1))).headers.get("x-tamis-fits")).toBeNull();
  });
});
