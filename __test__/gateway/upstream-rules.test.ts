// Several upstreams with one API in one gateway: which of them gets a request, with whose key, and what is counted of it.
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkConfig, type GatewayInput, type GatewayOptions } from "../../ts/gateway/index.js";
import { Upstreams } from "../../ts/gateway/upstream/upstreams.js";
import { rawClient } from "./raw.js";
import { agentRequest, bytesOf } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { events, json, startUpstream } from "./upstream.js";

const CHAT = "/openai/v1/chat/completions";
const OPENAI_KEY = "Bearer key-of-the-client-for-openai";
const env = { GROQ_KEY: "key-of-the-operator-for-groq", ROUTER_KEY: "key-of-the-operator-for-router" };
const usage = { prompt_tokens: 1000, completion_tokens: 10 };
const bodyOf = (model: string) => bytesOf(agentRequest("openai-chat", { model }));

type Named = NonNullable<NonNullable<GatewayInput["upstreams"]>["named"]>;

/** A gateway whose default is OpenAI's, and two more: `groq` takes models, `router` a header. */
async function start(
  more: Partial<Record<"groq" | "router", object>> = {},
  config: object = {},
  options: GatewayOptions = {},
) {
  const [groq, router] = [await startUpstream(json({ usage })), await startUpstream(json({ usage }))];
  onTestFinished(() => Promise.all([groq.close(), router.close()]).then(() => {}));
  const named = {
    groq: {
      url: `${groq.url}/openai/v1`,
      provider: "openai",
      models: ["llama-*", "qwen/*"],
      keyEnv: "GROQ_KEY",
      ...more.groq,
    },
    router: {
      ...{ url: `${router.url}/api/v1`, provider: "openai", header: "X-Upstream: router" },
      ...{ clientKey: true, ...more.router },
    },
  } as Named;
  const started = await startGateway(json({ usage }), { ...config, upstreams: { named } }, { env, ...options });
  const arrived = () => ({
    openai: started.upstream.arrived.map(({ url }) => url),
    groq: groq.arrived.map(({ url }) => url),
    router: router.arrived.map(({ url }) => url),
  });
  return { ...started, groq, router, arrived };
}

const headers = { authorization: OPENAI_KEY };
const NAMED = { url: "https://a.example", provider: "openai" as const, clientKey: true };

describe("an upstream of several", () => {
  it("is chosen by the path's first part, else by a header, else by the model, else it is the default", async () => {
    const { url, arrived } = await start();
    const asked = async (path: string, model: string, more: Record<string, string> = {}) => {
      const answer = await ask(url, path, { body: bodyOf(model), headers: { ...headers, ...more } });
      return [answer.status, answer.headers.get("x-tamis-upstream")];
    };
    const byHeader = { "x-upstream": "router" };
    expect(await asked("/groq/v1/chat/completions", "gpt-5", byHeader)).toEqual([200, "groq"]);
    expect(await asked(CHAT, "llama-3", byHeader)).toEqual([200, "router"]);
    expect(await asked(CHAT, "llama-3")).toEqual([200, "groq"]);
    expect(await asked("/v1/chat/completions", "qwen/qwen3")).toEqual([200, "groq"]);
    expect(await asked(CHAT, "gpt-5")).toEqual([200, null]);
    expect(await asked(CHAT, "my-llama-3")).toEqual([200, null]);
    expect(arrived()).toEqual({
      openai: ["/v1/chat/completions", "/v1/chat/completions"],
      groq: Array(3).fill("/openai/v1/chat/completions"),
      router: ["/api/v1/chat/completions"],
    });
  });

  it("of two patterns that fit is the first in the file", async () => {
    const { url, groq, router } = await start({ router: { models: ["llama-3*"], header: undefined, clientKey: true } });
    await ask(url, CHAT, { body: bodyOf("llama-3"), headers });
    expect([groq.arrived.length, router.arrived.length]).toEqual([1, 0]);
  });

  it.each([
    ["a model beside others in calls", JSON.stringify({ messages: [{ model: "gpt-5" }], model: "llama-3" }), {}],
    ["a packed body", gzipSync(bodyOf("llama-3")), { "content-encoding": "gzip" }],
    ["a body of a megabyte", bytesOf(agentRequest("openai-chat", { model: "llama-3", turns: 500 })), {}],
  ])("is chosen by %s, too", async (_, body, more) => {
    const { url, groq, upstream } = await start();
    expect((await ask(url, CHAT, { body, headers: { ...headers, ...more } })).status).toBe(200);
    expect([groq.arrived.length, upstream.arrived.length]).toEqual([1, 0]);
  });

  it.each([
    ["no JSON", "{", {}],
    ["no model", "{}", {}],
    ["a model that is a number", '{"model":1}', {}],
    ["an encoding that is unknown", "x", { "content-encoding": "zip" }],
    ["an encoding that is broken", "x", { "content-encoding": "gzip" }],
  ])("is the default for a body with %s", async (_, body, more) => {
    const { url, upstream } = await start();
    expect((await ask(url, CHAT, { body, headers: { ...headers, ...more } })).status).toBe(200);
    expect(upstream.arrived.map((request) => String(request.body))).toEqual([body]);
  });

  it("gets only requests of its own API", async () => {
    const { url, upstream, groq } = await start();
    await ask(url, "/v1/messages", { body: bytesOf(agentRequest("anthropic", { model: "llama-3" })) });
    await ask(url, "/v1/responses", { body: bytesOf(agentRequest("openai-responses", { model: "llama-3" })), headers });
    expect(upstream.arrived.map((request) => request.url)).toEqual(["/v1/messages"]);
    expect(groq.arrived.map((request) => request.url)).toEqual(["/openai/v1/responses"]);
  });

  it("answers for its own models where path or header name it, and for no other's", async () => {
    const { url, arrived } = await start();
    for (const method of ["GET", "HEAD"]) {
      await ask(url, "/v1/models", { method, headers });
      await ask(url, "/groq/v1/models", { method, headers });
      await ask(url, "/v1/models", { method, headers: { ...headers, "x-upstream": "router" } });
    }
    expect(arrived()).toEqual({
      openai: ["/v1/models", "/v1/models"],
      groq: ["/openai/v1/models", "/openai/v1/models"],
      router: ["/api/v1/models", "/api/v1/models"],
    });
  });

  it("gets a reduced request, streams its answer, and is named in log, metrics and stats", async () => {
    const { url, groq, log, gateway } = await start();
    const chunk = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
    groq.respond = events([chunk("a"), chunk("b"), "data: [DONE]\n\n"]);
    const body = bodyOf("llama-3");
    const answer = await ask(url, CHAT, { body, headers });
    expect(answer.text).toBe(`${chunk("a")}${chunk("b")}data: [DONE]\n\n`);
    expect(groq.arrived[0]?.body.length).toBeLessThan(body.length / 2);
    await expect.poll(log).toContain('"upstream":"groq","chosenBy":"model"');
    expect(await gateway.metrics()).toContain('tamis_upstream_requests_total{upstream="groq",by="model"} 1');
    const { by } = JSON.parse((await ask(url, "/stats", { method: "GET" })).text);
    expect(by.upstream.groq.requests).toBe(1);
  });

  it("counts by its host, not by the default's", async () => {
    const hosts: (string | undefined)[] = [];
    const onRequest = ({ host }: { host: string | undefined }) => void hosts.push(host);
    const { url, groq, gateway, upstream } = await start({}, {}, { onRequest });
    const named = { groq: { ...NAMED, url: groq.url.replace("127.0.0.1", "localhost"), models: ["llama-*"] } };
    gateway.reload({ gateway: { port: 0 }, upstreams: { openai: upstream.url, named } });
    for (const model of ["llama-3", "gpt-5"]) await ask(url, CHAT, { body: bodyOf(model), headers });
    await expect.poll(() => hosts).toEqual(["localhost", "127.0.0.1"]);
  });
});

describe("keys of several upstreams", () => {
  const shown = ({ headers: sent, url = "" }: { headers: object; url?: string } = { headers: {} }) =>
    `${JSON.stringify(sent)}${url}`;

  it("are the operator's own where there is one, and never the client's beside it", async () => {
    const { url, groq, upstream } = await start();
    const secret = { ...headers, "x-api-key": "client-1", "api-key": "client-2", cookie: "client-3" };
    for (const path of [CHAT, "/groq/v1/chat/completions"])
      await ask(url, path, { body: bodyOf("llama-3"), headers: secret });
    for (const request of groq.arrived) {
      expect(request.headers.authorization).toBe(`Bearer ${env.GROQ_KEY}`);
      expect(shown(request)).not.toMatch(/client/);
    }
    await ask(url, CHAT, { body: bodyOf("gpt-5"), headers });
    expect(upstream.arrived[0]?.headers.authorization).toBe(OPENAI_KEY);
    expect(shown(upstream.arrived[0])).not.toContain("operator");
  });

  it("are the client's only where client_key says so, or the path names the upstream", async () => {
    const { url, router } = await start();
    await ask(url, CHAT, { body: bodyOf("x"), headers: { ...headers, "x-upstream": "router" } });
    await ask(url, "/router/chat/completions", { body: bodyOf("x"), headers });
    expect(router.arrived.map((request) => request.headers.authorization)).toEqual([OPENAI_KEY, OPENAI_KEY]);
    expect(() => checkConfig({ upstreams: { named: { a: { ...NAMED, clientKey: false, models: ["a-*"] } } } })).toThrow(
      "upstreams.named.a: a model or a header sends requests there",
    );
  });

  it("go in the header of their provider, for Azure in that of Azure", () => {
    const keyOf = (url: string, provider: "openai" | "anthropic" | "gemini") => {
      const settings = checkConfig({ upstreams: { named: { a: { url, provider, keyEnv: "GROQ_KEY" } } } });
      return new Upstreams(settings, env).keyOf("a");
    };
    expect(keyOf("https://a.example/v1", "openai")).toEqual(["authorization", `Bearer ${env.GROQ_KEY}`]);
    expect(keyOf("https://a.openai.azure.com/openai", "openai")).toEqual(["api-key", env.GROQ_KEY]);
    expect(keyOf("https://a.services.ai.azure.com/anthropic", "anthropic")).toEqual(["x-api-key", env.GROQ_KEY]);
    expect(keyOf("https://a.example", "gemini")).toEqual(["x-goog-api-key", env.GROQ_KEY]);
  });

  it("of the operator are spent by holders of the gateway's keys alone, where it has keys", async () => {
    const keys = { ci: { tokenEnv: "CI_TOKEN" } };
    const more = { env: { ...env, CI_TOKEN: "token-of-the-gateway-1" } };
    const { url, groq, upstream, log } = await start({}, { keys }, more);
    const asked = async (model: string, given: Record<string, string>, path = CHAT) =>
      (await ask(url, path, { body: bodyOf(model), headers: given })).status;
    expect(await asked("llama-3", headers)).toBe(401);
    expect(await asked("gpt-5", headers, "/groq/chat/completions")).toBe(401);
    expect(groq.arrived.length).toBe(0);
    expect(await asked("llama-3", { authorization: "Bearer token-of-the-gateway-1" })).toBe(200);
    expect(await asked("llama-3", { ...headers, "x-tamis-key": "token-of-the-gateway-1" })).toBe(200);
    expect(await asked("gpt-5", headers)).toBe(200);
    // The gateway's key would go to another vendor's host.
    expect(await asked("gpt-5", { authorization: "Bearer token-of-the-gateway-1" })).toBe(401);
    expect(shown(groq.arrived[0])).not.toContain("token-of-the-gateway");
    expect(upstream.arrived.length).toBe(1);
    await expect.poll(log).toContain('"caller":"ci"');
  });

  it("need the variable that names them, and a gateway's key beyond loopback", async () => {
    await expect(start({}, {}, { env: {} })).rejects.toThrow(
      "upstreams.named.groq.key_env: the environment variable GROQ_KEY",
    );
    await expect(start({}, { gateway: { host: "0.0.0.0", ownPaths: false } })).rejects.toThrow(
      "anybody could spend this key",
    );
  });
});

describe("a header that chooses", () => {
  it("reaches no upstream, whichever it is", async () => {
    const { url, router, groq } = await start();
    const more = { ...headers, "X-UPSTREAM": "router" };
    await ask(url, CHAT, { body: bodyOf("x"), headers: more });
    await ask(url, "/groq/chat/completions", { body: bodyOf("x"), headers: more });
    await ask(url, "/v1/models", { method: "GET", headers: more });
    expect([router.arrived.length, groq.arrived.length]).toEqual([2, 1]);
    for (const { rawHeaders } of [...router.arrived, ...groq.arrived])
      expect(rawHeaders.join().toLowerCase()).not.toContain("x-upstream");
  });

  it.each([
    ["that no upstream has", { "x-upstream": "rooter" }, CHAT],
    ["in another case", { "x-upstream": "ROUTER" }, CHAT],
    ["that is empty", { "x-upstream": "" }, CHAT],
    ["of an upstream with another API", { "x-upstream": "router" }, "/v1/messages"],
  ])("with a value %s is refused, and the credential goes nowhere", async (_, more, path) => {
    const { url, arrived } = await start();
    const answer = await ask(url, path, { body: bodyOf("x"), headers: { ...headers, ...more } });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([400, "bad_control_header"]);
    expect(answer.text).toContain("x-upstream");
    expect(arrived()).toEqual({ openai: [], groq: [], router: [] });
  });

  it("that comes twice is refused", async () => {
    const { url, arrived } = await start();
    const lines = [
      "host: localhost",
      "content-length: 2",
      "x-upstream: router",
      "x-upstream: router",
      "connection: close",
    ];
    const { closed } = rawClient(url, `POST ${CHAT} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n{}`);
    expect(await closed).toMatch(/^HTTP\/1\.1 400 [\s\S]*is given more than once/);
    expect(arrived().router).toEqual([]);
  });
});

describe("upstreams with rules in the configuration", () => {
  const MISTAKES: [what: string, named: Record<string, unknown>, message: string][] = [
    [
      "a pattern of two",
      { a: { ...NAMED, models: ["x-*"] }, b: { ...NAMED, models: ["y", "x-*"] } },
      'upstreams.named.b.models: the pattern "x-*" is claimed by upstreams.named.a.models, too',
    ],
    [
      "a header's value of two",
      { a: { ...NAMED, header: "x-to: v" }, b: { ...NAMED, header: "X-To:v" } },
      'upstreams.named.b.header: the header "X-To:v" is claimed by upstreams.named.a.header, too',
    ],
    ["no pattern", { a: { ...NAMED, models: [] } }, "expected a list of 1 to 100 patterns"],
    ["a text for patterns", { a: { ...NAMED, models: "x" } }, "expected a list of 1 to 100 patterns"],
    ["an empty pattern", { a: { ...NAMED, models: [""] } }, "expected a pattern with * and ?"],
    ["an unknown key", { a: { ...NAMED, model: ["x"] } }, 'unknown key "model"; did you mean "models"?'],
    [
      "a table for a header",
      { a: { ...NAMED, header: { name: "x-to", value: "v" } } },
      "expected a header of your own",
    ],
    ["a header's name alone", { a: { ...NAMED, header: "x-to" } }, "expected a header of your own with its value"],
    ["a line feed in a value", { a: { ...NAMED, header: "x-to: a\r\nb" } }, "header's value of 1 to 128 letters"],
    ["ftp", { a: { ...NAMED, url: "ftp://a.example", models: ["x"] } }, "expected an http or https URL"],
    ["a password", { a: { ...NAMED, url: "https://u:p@a.example", models: ["x"] } }, "expected an http or https URL"],
    [
      "two kinds of keys",
      { a: { ...NAMED, keyEnv: "K", models: ["x"] } },
      "upstreams.named.a.client_key: is true beside a key_env",
    ],
    ["no key", { a: { ...NAMED, clientKey: false, models: ["x"] } }, "needs a key_env, or client_key = true"],
  ];

  it.each(MISTAKES)("with %s are an error with its place", (_, named, message) => {
    expect(() => checkConfig({ upstreams: { named } } as never)).toThrow(message);
  });

  it.each(["authorization", "host", "content-type", "x-api-key", "x-tamis-policy", "x-goog-api-key", "x to"])(
    "cannot have %s for a header that chooses",
    (name) => {
      const named = { a: { ...NAMED, header: `${name}: v` } };
      expect(() => checkConfig({ upstreams: { named } } as never)).toThrow("expected a header of your own");
    },
  );

  it("may share a pattern or a value where their APIs differ", () => {
    const header = "x-to: azure";
    const named = {
      a: { ...NAMED, header, models: ["x"] },
      b: { ...NAMED, provider: "anthropic", header, models: ["x"] },
    };
    expect(() => checkConfig({ upstreams: { named } } as never)).not.toThrow();
  });
});
