import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { API_PATH, APP_PATH, type RequestPage, TOKEN_HEADER } from "../../ts/ui/api.js";
import { entryWith } from "../ledger/entries.js";
import { raw, startPage, TOKEN } from "./start-page.js";

const INFO = `${API_PATH}info`;
const withToken = (headers: Record<string, string> = {}) => ({ [TOKEN_HEADER]: TOKEN, ...headers });

describe("the page's server", () => {
  it("listens on loopback, and its address has a random token in the fragment", async () => {
    const { page, url } = await startPage({ token: undefined });
    const [one, other] = [page.address(url), (await startPage({ token: undefined })).page.address(url)];
    expect(one).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/);
    expect(one).not.toBe(other);
  });

  it("gives the page without a token, and data only with it", async () => {
    const { port } = await startPage();
    const host = `127.0.0.1:${port}`;
    expect((await raw(port, "/", { host })).status).toBe(200);
    expect((await raw(port, `${APP_PATH}assets/index-1a2b.js`, { host })).status).toBe(200);
    expect((await raw(port, INFO, { host })).status).toBe(401);
    expect((await raw(port, INFO, { host, [TOKEN_HEADER]: `${TOKEN}x` })).status).toBe(401);
    expect((await raw(port, INFO, { host, cookie: `token=${TOKEN}` })).status).toBe(401);
    expect((await raw(port, `${INFO}?token=${TOKEN}`, { host })).status).toBe(401);
    expect((await raw(port, INFO, withToken({ host }))).status).toBe(200);
  });

  it.each(["POST settings", "POST settings/undo", "POST try", "POST compare", "GET events", "GET requests"])(
    "refuses %s without the token",
    async (route) => {
      const { port } = await startPage();
      const [method = "", path = ""] = route.split(" ");
      expect((await raw(port, `${API_PATH}${path}`, { host: `127.0.0.1:${port}` }, method)).status).toBe(401);
    },
  );

  it("refuses every Host but its own, as after DNS rebinding", async () => {
    const { port } = await startPage();
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port + 1}`,
      `127.0.0.1.evil.example:${port}`,
    ]) {
      expect((await raw(port, INFO, withToken({ host }))).status, host).toBe(403);
      expect((await raw(port, "/", { host })).status, host).toBe(403);
    }
    for (const host of [`localhost:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`])
      expect((await raw(port, INFO, withToken({ host }))).status, host).toBe(200);
  });

  it("refuses every Origin but its own, even with the token", async () => {
    const { port } = await startPage();
    const host = `127.0.0.1:${port}`;
    const foreign = [
      "https://evil.example",
      "null",
      `http://localhost:${port}`,
      `https://${host}`,
      `http://127.0.0.1:${port + 1}`,
    ];
    for (const origin of foreign) expect((await raw(port, INFO, withToken({ host, origin }))).status, origin).toBe(403);
    expect((await raw(port, INFO, withToken({ host, origin: `http://${host}` }))).status).toBe(200);
  });

  it("refuses what pages of other sites load, and lets a link lead to the page", async () => {
    const { port } = await startPage();
    const host = `127.0.0.1:${port}`;
    for (const site of ["cross-site", "same-site"]) {
      expect((await raw(port, INFO, withToken({ host, "sec-fetch-site": site }))).status).toBe(403);
      expect((await raw(port, "/", { host, "sec-fetch-site": site, "sec-fetch-dest": "iframe" })).status).toBe(403);
      expect((await raw(port, "/", { host, "sec-fetch-site": site, "sec-fetch-dest": "document" })).status).toBe(200);
      const asDocument = withToken({ host, "sec-fetch-site": site, "sec-fetch-dest": "document" });
      expect((await raw(port, INFO, asDocument)).status).toBe(403);
    }
  });

  it("sends headers that allow no inline script, no frame, no guess of types and no foreign reader", async () => {
    const { port } = await startPage();
    const host = `127.0.0.1:${port}`;
    for (const [path, headers] of [
      ["/", { host }],
      [`${APP_PATH}assets/index-1a2b.js`, { host }],
      [INFO, withToken({ host })],
      [INFO, { host }],
      ["/", { host: "evil.example" }],
    ] as const) {
      const answer = await raw(port, path, headers);
      const policy = String(answer.headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["referrer-policy"]).toBe("no-referrer");
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("serves only files of the page, whatever the path is", async () => {
    const { port } = await startPage();
    const host = `127.0.0.1:${port}`;
    for (const path of ["../start", "..%2f..%2fetc/passwd", "%2e%2e/index.html", "assets/../../x", "assets/none.js"])
      expect((await raw(port, `${APP_PATH}${path}`, { host })).status, path).toBe(404);
    expect((await raw(port, "/v1/messages", { host })).status).toBe(404);
  });

  it("tells a reader that has a file that it has not changed", async () => {
    const { port } = await startPage();
    const host = `127.0.0.1:${port}`;
    const first = await raw(port, "/", { host });
    expect(first.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(first.headers["cache-control"]).toBe("no-cache");
    const etag = String(first.headers.etag);
    expect(await raw(port, "/", { host, "if-none-match": etag })).toMatchObject({ status: 304, text: "" });
    const script = await raw(port, `${APP_PATH}assets/index-1a2b.js`, { host });
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(script.headers["cache-control"]).toBe("no-cache");
  });

  it("refuses bodies beyond their limit, and what is no JSON, in the form of every failure", async () => {
    const { post } = await startPage();
    const large = await post<{ error: { code: string } }>("settings", `{"a":"${"x".repeat(1024 * 1024)}"}`);
    expect(large).toMatchObject({ status: 413, value: { error: { code: "too_large" } } });
    for (const body of ["{", "[]", '"x"'])
      expect(await post("settings", body)).toMatchObject({ status: 422, value: { error: { code: "invalid" } } });
    expect(await post("nothing", {})).toMatchObject({ status: 404, value: { error: { code: "not_found" } } });
  });

  it("drops readers of events that do not read, and lets only so many listen", async () => {
    const limits = { readers: 2, waitingBytes: 50_000, stallMs: 60_000 };
    const { page, port } = await startPage({ limits });
    const host = `127.0.0.1:${port}`;
    const head = `GET ${API_PATH}events HTTP/1.1\r\nHost: ${host}\r\n${TOKEN_HEADER}: ${TOKEN}\r\n\r\n`;
    const stalled = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => stalled.on("close", resolve).on("error", () => {}));
    await new Promise<void>((resolve) => stalled.write(head, () => resolve()));
    await new Promise((resolve) => stalled.once("readable", resolve));
    const second = connect(port, "127.0.0.1");
    second
      .on("error", () => {})
      .resume()
      .write(head);
    await new Promise((resolve) => second.once("data", resolve));
    expect((await raw(port, `${API_PATH}events`, withToken({ host }))).status).toBe(429);
    const account = { wire: "anthropic", report: undefined, billed: undefined } as never;
    for (let count = 0; count < 30_000; count++) page.add(entryWith({ at: count }), account, undefined);
    // The reader would see the end only behind what it does not read.
    stalled.resume();
    await closed;
    second.destroy();
  });

  it("never sends keys: of requests, of the configuration, of the environment", async () => {
    const CANARIES = ["sk-ant-canary-0123456789", "canary-authorization", "canary-query-key", "canary-env-key"];
    const { url, page, get, env } = await startPage({ mode: "reduce" });
    env.OPENAI_API_KEY = "canary-env-key";
    const body = Buffer.from(
      JSON.stringify({ model: "claude-sonnet-5", messages: [{ role: "user", content: "hello" }] }),
    );
    const account = { at: 1, wire: "anthropic", host: "api.anthropic.com", policy: "default" } as never;
    page.add(entryWith(), account, { came: body, encoding: undefined, sent: undefined });
    const [row] = (await get<RequestPage>("requests")).rows;
    const paths = [
      "info",
      "settings",
      "settings/export",
      "requests",
      `reductions/${row?.id}`,
      "dashboard",
      "sessions",
      "savings",
      "tune",
    ];
    for (const path of paths) {
      const text = JSON.stringify(await get(path));
      for (const canary of CANARIES) expect(text, path).not.toContain(canary);
    }
    const failed = await fetch(`${url}${INFO}?key=canary-query-key`, {
      headers: { authorization: "Bearer canary-authorization" },
    });
    const text = await failed.text();
    for (const canary of [...CANARIES, TOKEN]) expect(text).not.toContain(canary);
  });
});
