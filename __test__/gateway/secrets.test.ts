// No header and no field of a body chooses where a request goes, and no key gets into logs or metrics.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PATHS } from "./requests.js";
import { ask, type RawAnswer, startGateway } from "./start.js";
import { json, startUpstream } from "./upstream.js";

const ROUTES: [method: string, path: string][] = [
  ...Object.values(PATHS).map((path): [string, string] => ["POST", path]),
  ["POST", "/v1beta/models/m:streamGenerateContent?alt=sse"],
  ["POST", "/v1/messages/count_tokens"],
  ["POST", "/v1/embeddings"],
  ["GET", "/v1/models"],
  ["GET", "/anthropic/v1/models"],
  ["GET", "/v1/messages/batches/b/results"],
  ["GET", "/gemini/v1beta/models"],
  ["GET", "/openai/v1/models"],
  ["GET", "/livez"],
  ["GET", "/readyz"],
  ["GET", "/metrics"],
  ["GET", "/nowhere"],
];

/** Headers and fields by which some proxy, somewhere, lets a request choose its upstream. */
const HEADERS = [
  "x-forwarded-host",
  "x-forwarded-server",
  "x-forwarded-proto",
  "x-original-url",
  "x-rewrite-url",
  "x-host",
  "x-upstream",
  "x-base-url",
  "x-portkey-custom-host",
  "x-portkey-provider",
  "x-headroom-upstream",
  "x-target-url",
  "openai-base-url",
  "helicone-target-url",
  "forwarded",
  "referer",
  "openai-organization",
];
const FIELDS = ["base_url", "baseURL", "api_base", "host", "upstream", "provider", "endpoint", "url", "proxy"];

const CANARY = "canary-7f3a9c";

describe("every route", () => {
  it.each(ROUTES)("leads to the configured upstream whatever headers and body say: %s %s", async (method, path) => {
    const evil = await startUpstream();
    const { url, upstream } = await startGateway();
    const targets = [evil.url, evil.host, `//${evil.host}/v1`, `${evil.url}/v1/chat/completions`];
    for (const target of targets) {
      const headers = Object.fromEntries(HEADERS.map((name) => [name, target]));
      const fields = Object.fromEntries(FIELDS.map((name) => [name, target]));
      const body = JSON.stringify({
        ...fields,
        messages: [{ role: "user", content: target, ...fields }],
        metadata: fields,
      });
      await ask(url, path, { method, headers, ...(method === "POST" ? { body } : {}) });
    }
    expect(evil.connections()).toBe(0);
    expect(evil.arrived).toEqual([]);
    const own = /livez|readyz|metrics|nowhere/.test(path);
    expect(upstream.arrived.map(({ headers }) => headers.host)).toEqual(own ? [] : targets.map(() => upstream.host));
    await evil.close();
  });

  it("keeps paths of any kind at the configured upstream", async () => {
    const evil = await startUpstream();
    const { url, upstream } = await startGateway();
    const part = fc.constantFrom(
      "v1",
      "..",
      ".",
      "",
      "@",
      evil.host,
      `http:${evil.host}`,
      "openai",
      "%2f",
      "%2e%2e",
      "\\",
      "messages",
      "models",
      ":x",
      "?",
      "#",
      ";",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const { request } = await import("node:http");
        await new Promise<void>((resolve, reject) => {
          const { hostname, port } = new URL(url);
          const sent = request({ hostname, port, path: `/${parts.join("/")}`, method: "POST" }, (response) => {
            response.resume().on("end", () => resolve());
          });
          sent.on("error", reject).end("{}");
        });
      }),
      { numRuns: 150 },
    );
    expect(evil.connections()).toBe(0);
    for (const { headers, url: path } of upstream.arrived) {
      expect(headers.host).toBe(upstream.host);
      expect(path).toMatch(/^\/(upload\/)?v1/);
      expect(path.split(/[?#]/)[0]?.split("/")).not.toContain("..");
    }
    await evil.close();
  });

  it.each(ROUTES)("keeps keys and texts out of logs, metrics and stats: %s %s", async (method, path) => {
    const { url, upstream, gateway, log } = await startGateway(undefined, { gateway: { logLevel: "debug" } });
    const query = `${path.includes("?") ? "&" : "?"}key=${CANARY}`;
    const headers = {
      authorization: `Bearer ${CANARY}`,
      "x-api-key": CANARY,
      "x-goog-api-key": CANARY,
      "api-key": CANARY,
      cookie: CANARY,
      [`x-${CANARY}`]: CANARY,
    };
    const body = JSON.stringify({ api_key: CANARY, model: CANARY, messages: [{ role: "user", content: CANARY }] });
    const answers = [json({ ok: true }), json(`broken ${CANARY}`, 500), null] as const;
    let shown = "";
    /** Answers of the gateway's own may not repeat what was sent, either. */
    const note = ({ text, headers }: RawAnswer) => {
      const own = [...headers].filter(([name]) => /^x-tamis|^server-timing/.test(name)).join();
      shown += headers.has("x-tamis-error") ? text + own : own;
    };
    for (const respond of answers) {
      upstream.respond = respond ?? ((_, response) => void response.destroy());
      note(await ask(url, path + query, { method, headers, ...(method === "POST" ? { body } : {}) }));
      note(await ask(url, `/nowhere/${CANARY}`, { headers, body }));
      note(await ask(url, `/v1/files/file-1/${CANARY}`, { headers, body }));
      note(await ask(url, PATHS.anthropic, { headers: { ...headers, "x-tamis-policy": CANARY }, body }));
      note(await ask(url, PATHS.anthropic, { headers: { ...headers, "content-encoding": CANARY }, body }));
    }
    expect(shown).not.toContain(CANARY);
    expect(log()).toContain('"path"');
    expect(log()).not.toContain(CANARY);
    expect(await gateway.metrics()).not.toContain(CANARY);
    expect(await gateway.stats()).not.toContain(CANARY);
  });
});
