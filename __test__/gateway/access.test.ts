// Who may ask the gateway itself, and how often.
import { describe, expect, it } from "vitest";
import { CallerLimits } from "../../ts/gateway/access/caller-limits.js";
import { checkConfig, createGateway } from "../../ts/gateway/index.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

const TOKEN = "token-of-the-team-7f3a";
const OTHER = "token-of-the-other-91bc";
const env = { KEY_A: TOKEN, KEY_B: OTHER };
const keys = { a: { tokenEnv: "KEY_A" }, b: { tokenEnv: "KEY_B" } };
const OWN: [method: string, path: string][] = [
  ["GET", "/metrics"],
  ["GET", "/stats"],
  ["POST", "/v1/compress"],
  ["POST", "/beta/litellm_basic_guardrail_api"],
];
const body = JSON.stringify({ messages: [], input_type: "response" });
const request = (method: string, headers: Record<string, string> = {}) => ({
  method,
  headers,
  ...(method === "POST" ? { body } : {}),
});

describe("the gateway's own paths", () => {
  it.each(OWN)("need no token on loopback without keys: %s %s", async (method, path) => {
    const { url } = await startGateway();
    expect((await ask(url, path, request(method))).status).toBe(200);
  });

  it.each(OWN)("need the token of a key where there are keys: %s %s", async (method, path) => {
    const { url, log } = await startGateway(undefined, { keys }, { env });
    const none = await ask(url, path, request(method));
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect((await ask(url, path, request(method, { authorization: `Bearer ${TOKEN}x` }))).status).toBe(401);
    for (const headers of [{ authorization: `Bearer ${TOKEN}` }, { "x-api-key": OTHER }, { "x-tamis-key": TOKEN }])
      expect((await ask(url, path, request(method, headers))).status).toBe(200);
    expect(log()).not.toContain(TOKEN);
  });

  it("are not there with own_paths = false", async () => {
    const { url, upstream } = await startGateway(undefined, { gateway: { ownPaths: false } });
    for (const [method, path] of OWN) expect((await ask(url, path, request(method))).status).toBe(404);
    expect(upstream.arrived).toEqual([]);
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "gateway.corp.example"])(
    "beyond loopback (%s) need a key before anything listens",
    (host) => {
      expect(() => createGateway({ gateway: { host } })).toThrow(
        /gateway\.host: listens beyond this machine.*own_paths/s,
      );
      expect(() => createGateway({ gateway: { host, ownPaths: false } })).not.toThrow();
      expect(() => createGateway({ gateway: { host }, keys }, { env })).not.toThrow();
    },
  );
});

describe("keys", () => {
  it.each([
    [{ a: {} }, {}, "keys.a.token_env: expected the name of an environment variable"],
    [{ a: { tokenEnv: "KEY_C" } }, env, "KEY_C is not set"],
    [{ a: { tokenEnv: "KEY_A" }, b: { tokenEnv: "KEY_A" } }, env, "has the token of the key a"],
    [{ a: { tokenEnv: "KEY_A" } }, { KEY_A: "short" }, "at least 16"],
    [
      { a: { tokenEnv: "KEY_A" } },
      { KEY_A: `sha256:${"0".repeat(63)}` },
      "expected sha256: and 64 hex digits in KEY_A",
    ],
    [{ a: { tokenSha256: TOKEN } }, env, 'unknown key "tokenSha256"; valid keys: token_env'],
    [{ "a b": { tokenEnv: "KEY_A" } }, env, "expected a name"],
    [{ a: { tokenEnv: "KEY_A", tenant: "x" } }, env, 'unknown key "tenant"; valid keys: token_env'],
  ])("that cannot be used are errors with their place, and no secret: %j", (given, variables, message) => {
    const make = () => createGateway({ keys: given as never }, { env: variables as NodeJS.ProcessEnv });
    expect(make).toThrow(/keys/);
    expect(make).toThrow(message);
    expect(make).not.toThrow(TOKEN);
  });

  it("may be given by the hash of their token", async () => {
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update(TOKEN).digest("hex");
    const hashed = { KEY_A: `sha256:${hash}` };
    const { url } = await startGateway(undefined, { keys: { a: { tokenEnv: "KEY_A" } } }, { env: hashed });
    expect((await ask(url, "/metrics", request("GET", { "x-api-key": TOKEN }))).status).toBe(200);
    expect((await ask(url, "/metrics", request("GET", { "x-api-key": hashed.KEY_A }))).status).toBe(401);
  });

  it("are not sent to the upstream, and an unknown one is refused", async () => {
    const { url, upstream } = await startGateway(undefined, { keys }, { env });
    const sent = bytesOf(agentRequest("openai-chat"));
    const known = await ask(url, PATHS["openai-chat"], { body: sent, headers: { "x-tamis-key": TOKEN } });
    const unknown = await ask(url, PATHS["openai-chat"], { body: sent, headers: { "x-tamis-key": "no" } });
    expect([known.status, unknown.status]).toEqual([200, 401]);
    expect(upstream.arrived).toHaveLength(1);
    expect(JSON.stringify(upstream.arrived[0]?.rawHeaders)).not.toContain(TOKEN);
  });
});

describe("the limit of a caller", () => {
  it("lets it have so many requests at one time", () => {
    const limits = new CallerLimits();
    const enter = (caller: string) => limits.enter(caller, 2);
    const leave = enter("a") as () => void;
    expect(typeof enter("a")).toBe("function");
    expect(enter("a")).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 1 });
    expect(typeof enter("b")).toBe("function");
    leave();
    leave();
    expect(typeof enter("a")).toBe("function");
    expect(enter("a")).toMatchObject({ reason: "rate_limited" });
  });

  it("holds for each credential and each key, in the provider's own form of an error", async () => {
    let answer = () => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { url, upstream } = await startGateway(
      async (_, response) => {
        await waits;
        response.end("{}");
      },
      { keys, limits: { concurrentRequests: 1 } },
      { env },
    );
    const send = (headers: Record<string, string>) =>
      ask(url, PATHS.anthropic, { body: bytesOf(agentRequest("anthropic")), headers });
    const callers: Record<string, string>[] = [
      { "x-api-key": "k-1" },
      { "x-api-key": "k-2" },
      { "x-tamis-key": TOKEN },
    ];
    const first = callers.map(send);
    await expect.poll(() => upstream.arrived.length).toBe(3);
    for (const caller of callers) {
      const over = await send(caller);
      expect([over.status, over.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(JSON.parse(over.text).error.type).toBe("rate_limit_error");
    }
    answer();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("is checked with the configuration", () => {
    expect(() => checkConfig({ limits: { concurrent_requests: -1 } } as never)).toThrow("limits.concurrent_requests");
  });
});
