// Who may ask the gateway itself, and how often.
import { describe, expect, it } from "vitest";
import { CallerLimits } from "../../ts/gateway/access/caller-limits.js";
import { checkConfig, createGateway } from "../../ts/gateway/index.js";
import { agentRequest, bytesOf, PATHS } from "./requests.js";
import { ask, startGateway } from "./start.js";

const TOKEN = "token-of-the-team-7f3a";
const OTHER = "token-of-the-other-91bc";
const env = { KEY_A: TOKEN, KEY_B: OTHER };
const keys = { a: { tokenEnv: "KEY_A", tenant: "acme" }, b: { tokenEnv: "KEY_B" } };
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
    [{ a: {} }, {}, "needs token_env or token_sha256"],
    [{ a: { tokenEnv: "KEY_A", tokenSha256: "0".repeat(64) } }, env, "needs token_env or token_sha256"],
    [{ a: { tokenEnv: "KEY_C" } }, env, "KEY_C is not set"],
    [{ a: { tokenEnv: "KEY_A" }, b: { tokenEnv: "KEY_A" } }, env, "has the token of the key a"],
    [{ a: { tokenEnv: "KEY_A" } }, { KEY_A: "short" }, "at least 16"],
    [{ a: { tokenSha256: TOKEN } }, env, "expected a SHA-256"],
    [{ "a b": { tokenEnv: "KEY_A" } }, env, "expected a name"],
    [{ a: { tokenEnv: "KEY_A", tennant: "x" } }, env, "tenant"],
  ])("that cannot be used are errors with their place, and no secret: %j", (given, variables, message) => {
    const make = () => createGateway({ keys: given as never }, { env: variables as NodeJS.ProcessEnv });
    expect(make).toThrow(/keys/);
    expect(make).toThrow(message);
    expect(make).not.toThrow(TOKEN);
  });

  it("may be given by the hash of their token", async () => {
    const { createHash } = await import("node:crypto");
    const tokenSha256 = createHash("sha256").update(TOKEN).digest("hex");
    const { url } = await startGateway(undefined, { keys: { a: { tokenSha256 } } });
    expect((await ask(url, "/metrics", request("GET", { "x-api-key": TOKEN }))).status).toBe(200);
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

describe("limits of a caller", () => {
  const one = { requestsPerMinute: 0, concurrentRequests: 1 };

  it("let it ask so often in a minute, and then say when to ask again", () => {
    let now = 0;
    const limits = new CallerLimits(() => now);
    const limit = { requestsPerMinute: 2, concurrentRequests: 0 };
    const enter = () => limits.enter("a", limit);
    expect([typeof enter(), typeof enter()]).toEqual(["function", "function"]);
    expect(enter()).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 30 });
    expect(typeof limits.enter("b", limit)).toBe("function");
    now = 30_000;
    expect(typeof enter()).toBe("function");
    expect(enter()).toMatchObject({ retryAfterSeconds: 30 });
  });

  it("let it have so many requests at one time", () => {
    const limits = new CallerLimits();
    const leave = limits.enter("a", one) as () => void;
    expect(limits.enter("a", one)).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 1 });
    leave();
    leave();
    expect(typeof limits.enter("a", one)).toBe("function");
    expect(limits.enter("a", one)).toMatchObject({ reason: "rate_limited" });
  });

  it("hold for each credential, in the provider's own form of an error", async () => {
    const { url } = await startGateway(undefined, { limits: { requestsPerMinute: 1 } });
    const send = (key: string) =>
      ask(url, PATHS.anthropic, { body: bytesOf(agentRequest("anthropic")), headers: { "x-api-key": key } });
    expect((await send("k-1")).status).toBe(200);
    const over = await send("k-1");
    expect([over.status, over.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(JSON.parse(over.text).error.type).toBe("rate_limit_error");
    expect((await send("k-2")).status).toBe(200);
  });

  it("hold for a key by its own numbers", async () => {
    const own = { a: { tokenEnv: "KEY_A", requestsPerMinute: 1 } };
    const { url } = await startGateway(undefined, { keys: own, limits: { requestsPerMinute: 5 } }, { env });
    const send = () => ask(url, "/v1/compress", request("POST", { "x-api-key": TOKEN }));
    expect([(await send()).status, (await send()).status]).toEqual([200, 429]);
  });

  it("are checked with the configuration", () => {
    expect(() => checkConfig({ limits: { requests_per_minute: -1 } } as never)).toThrow("limits.requests_per_minute");
  });
});
