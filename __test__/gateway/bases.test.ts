// Which path a request has at its upstream, and which upstream it goes to at all.
import { connect, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { joinPath } from "../../ts/gateway/upstream/join-path.js";
import { rawClient } from "./raw.js";
import { agentRequest, bytesOf } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { startUpstream } from "./upstream.js";

describe("a base URL with a path", () => {
  it.each([
    ["openai", "", "/chat/completions", "/v1/chat/completions"],
    ["openai", "", "/v1/chat/completions?a=/v1", "/v1/chat/completions?a=/v1"],
    ["openai", "/paas/v4", "/chat/completions", "/paas/v4/chat/completions"],
    ["openai", "/paas/v4", "/v1/chat/completions", "/paas/v4/chat/completions"],
    ["openai", "/v1beta/openai", "/v1/chat/completions", "/v1beta/openai/chat/completions"],
    ["openai", "/v3", "/v3/chat/completions", "/v3/chat/completions"],
    ["openai", "/inference", "/v1/chat/completions", "/inference/chat/completions"],
    ["openai", "/inference", "/chat/completions", "/inference/chat/completions"],
    ["openai", "/backend-api/codex", "/v1/responses", "/backend-api/codex/responses"],
    ["anthropic", "/api/anthropic", "/v1/messages", "/api/anthropic/v1/messages"],
    ["anthropic", "/api/anthropic/v1", "/v1/messages", "/api/anthropic/v1/messages"],
    ["anthropic", "/api/anthropic", "/messages", "/api/anthropic/messages"],
    ["anthropic", "", "/messages", "/v1/messages"],
    ["gemini", "/gem", "/v1beta/models/m:generateContent", "/gem/v1beta/models/m:generateContent"],
    ["gemini", "/gem/v1beta", "/v1beta/models/m:generateContent", "/gem/v1beta/models/m:generateContent"],
    ["gemini", "", "/models/m:generateContent", "/v1beta/models/m:generateContent"],
    ["gemini", "", "/upload/v1beta/files", "/upload/v1beta/files"],
  ] as const)("%s: %j and %s", (provider, base, path, expected) =>
    expect(joinPath(provider, base, path)).toBe(expected),
  );

  it("is where requests go, reduced", async () => {
    const { url, upstream, gateway } = await startGateway();
    const body = bytesOf(agentRequest("openai-chat"));
    for (const [base, path] of [
      ["/paas/v4", "/openai/chat/completions"],
      ["/paas/v4/", "/v1/chat/completions"],
      ["/v3", "/openai/v3/chat/completions"],
    ]) {
      gateway.reload({ gateway: { port: 0 }, upstreams: { openai: `${upstream.url}${base}` } });
      await ask(url, path as string, { body });
    }
    expect(upstream.arrived.map((request) => request.url)).toEqual([
      "/paas/v4/chat/completions",
      "/paas/v4/chat/completions",
      "/v3/chat/completions",
    ]);
    for (const { body: sent } of upstream.arrived) expect(sent.length).toBeLessThan(body.length / 2);
  });
});

const VERTEX = "/projects/p/locations/l/publishers/anthropic/models/claude-x@1:streamRawPredict";
const BEDROCK = "/model/us.anthropic.claude-x-v1%3A0/invoke";
const AZURE = "/openai/deployments/gpt-4o/chat/completions?api-version=1";

describe("a path of a cloud", () => {
  it.each([
    `/v1${VERTEX}`,
    VERTEX,
    "/v1beta1/projects/p/locations/l/publishers/google/models/g:generateContent",
    BEDROCK,
    "/v1internal:generateContent",
    "/backend-api/codex/responses",
    "/deployments/gpt/chat/completions",
  ])("goes nowhere if no upstream is named: %s", async (path) => {
    const { url, upstream } = await startGateway();
    const answer = await ask(url, path, { body: "{}", headers: { authorization: "Bearer cloud" } });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([404, "unknown_path"]);
    expect(answer.text).toContain("upstreams.named");
    expect(upstream.arrived).toEqual([]);
  });

  it.each([AZURE, `/anthropic${BEDROCK}`, `/gemini/v1internal:generateContent`, `/anthropic/v1${VERTEX}`])(
    "never goes to the vendor itself: %s",
    async (path) => {
      const { url, gateway } = await startGateway();
      gateway.reload({ gateway: { port: 0 } });
      const answer = await ask(url, path, { body: "{}", headers: { authorization: "Bearer cloud" } });
      expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([404, "unknown_path"]);
    },
  );

  it.each([
    ["", AZURE, AZURE, "openai-chat"],
    ["/openai", AZURE, AZURE, "openai-chat"],
    ["", `/anthropic${BEDROCK}`, BEDROCK, "anthropic"],
    ["", `/anthropic/v1${VERTEX}`, `/v1${VERTEX}`, "anthropic"],
    ["", `/corp/v1${VERTEX}`, `/v1${VERTEX}`, "anthropic"],
    ["/x/v9", "/corp/chat/completions", "/x/v9/chat/completions", "openai-chat"],
    ["", "/corp/v1/models/x", "/v1/models/x", undefined],
  ] as const)("goes as it is to an upstream of its own, reduced: %j %s", async (base, path, expected, wire) => {
    const { url, upstream, gateway } = await startGateway();
    const to = `${upstream.url}${base}`;
    const named = { corp: { url: to, provider: "anthropic" as const } };
    gateway.reload({ gateway: { port: 0 }, upstreams: { openai: to, anthropic: to, named } });
    const body = bytesOf(wire === undefined ? {} : agentRequest(wire));
    expect((await ask(url, path, { body })).status).toBe(200);
    expect(upstream.arrived[0]?.url).toBe(expected);
    if (wire !== undefined) expect(upstream.arrived[0]?.body.length).toBeLessThan(body.length / 2);
  });
});

describe("/responses/compact", () => {
  it("is reduced as /responses is", async () => {
    const { url, upstream } = await startGateway();
    const body = bytesOf(agentRequest("openai-responses"));
    for (const path of ["/v1/responses", "/v1/responses/compact"]) await ask(url, path, { body });
    expect(upstream.arrived[1]?.body.equals(upstream.arrived[0]?.body as Buffer)).toBe(true);
    expect(upstream.arrived[1]?.body.length).toBeLessThan(body.length / 2);
  });
});

describe("HEAD of a base URL", () => {
  it.each(["/", "/openai", "/openai/v1", "/anthropic/", "/gemini/v1beta/"])("is answered: %s", async (path) => {
    const { url, upstream } = await startGateway();
    expect((await ask(url, path, { method: "HEAD" })).status).toBe(200);
    expect(upstream.arrived).toEqual([]);
  });

  it("of a path is the upstream's", async () => {
    const { url, upstream } = await startGateway();
    await ask(url, "/openai/v1/models", { method: "HEAD" });
    expect(upstream.arrived.map(({ method }) => method)).toEqual(["HEAD"]);
  });
});

/** A proxy that opens every tunnel to one address; it keeps which were asked for. */
async function startProxy(to: string) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", (head) => {
        asked.push(String(head).split("\r\n")[0] ?? "");
        const { hostname, port } = new URL(to);
        const tunnel = connect(Number(port), hostname, () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          socket.pipe(tunnel).pipe(socket);
        }).on("error", () => socket.destroy());
        socket.on("close", () => tunnel.destroy());
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { asked, url: `http://127.0.0.1:${port}` };
}

describe("a proxy that the environment names", () => {
  it.each([
    [{}, 1],
    [{ NO_PROXY: "elsewhere.test" }, 1],
    [{ NO_PROXY: "elsewhere.test,127.0.0.1" }, 0],
  ])("is used towards the upstream, but for NO_PROXY: %j", async (more, tunnels) => {
    const upstream = await startUpstream();
    onTestFinished(() => upstream.close());
    const proxy = await startProxy(upstream.url);
    const env = { HTTP_PROXY: proxy.url, ...more };
    const { url } = await startGateway(undefined, { upstreams: { openai: upstream.url } }, { env });
    const body = bytesOf(agentRequest("openai-chat"));
    expect((await ask(url, "/v1/chat/completions", { body })).status).toBe(200);
    expect((await ask(url, "/v1/files", { body })).status).toBe(200);
    expect(proxy.asked.length).toBeGreaterThanOrEqual(tunnels);
    expect(proxy.asked.length).toBeLessThanOrEqual(tunnels * 2);
    for (const line of proxy.asked) expect(line).toBe(`CONNECT ${upstream.host} HTTP/1.1`);
    expect(upstream.arrived.map(({ url: path }) => path)).toEqual(["/v1/chat/completions", "/v1/files"]);
  });

  it("that cannot be reached is an error, not a way around it", async () => {
    const upstream = await startUpstream();
    onTestFinished(() => upstream.close());
    const env = { http_proxy: "http://127.0.0.1:9" };
    const { url } = await startGateway(undefined, { upstreams: { openai: upstream.url } }, { env });
    const answer = await ask(url, "/v1/chat/completions", { body: "{}" });
    expect([answer.status, answer.headers.get("x-tamis-error")]).toEqual([502, "upstream_unreachable"]);
    expect(upstream.arrived).toEqual([]);
  });
});

describe("the WebSocket of a client that has HTTP, too", () => {
  it("is refused by 426, by which it goes on over HTTP", async () => {
    const { url } = await startGateway();
    const head = "GET /v1/responses HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
    expect(await rawClient(url, head).closed).toMatch(/^HTTP\/1\.1 426 [\s\S]*upgrade: HTTP\/1\.1/);
  });
});
