// What users of the shipped gateway were told wrongly once, or not at all: money, what was not reduced, and settings of the page.
import { describe, expect, it } from "vitest";
import { API_PATH, TOKEN_HEADER } from "../../ts/ui/api.js";
import { longConversation } from "../condensation/long-conversation.js";
import { agentRequest } from "../gateway/requests.js";
import { ask } from "../gateway/start.js";
import { events, json } from "../gateway/upstream.js";
import { FINE, newProvider, talk } from "../simulated-provider/talk.js";
import { respondWith } from "../support/simulated-provider/server.js";
import { script, startShipped } from "./shipped.js";

const statsOf = async (url: string) => JSON.parse((await ask(url, "/stats", { method: "GET" })).text).all;

describe("the money of /stats", () => {
  it("is what the same conversation costs without condensation, less what it costs with it", {
    timeout: 120_000,
  }, async () => {
    const rules = Array.from({ length: 400 }, (_, at) => `Rule ${at}: look at part ${at * 7} first.`).join("\n");
    const extra = { system: [{ type: "text", text: rules, cache_control: { type: "ephemeral" } }] };
    const run = async (toml: string) => {
      const provider = newProvider();
      const { url, upstream } = await startShipped(
        respondWith(provider),
        `[default]\n${toml}`.replace("[default]\n", ""),
      );
      const step = () => ({ url, extra, model: "claude-opus-4-6", headers: { "x-tamis-session": "s" } });
      const { statuses } = await talk(provider, upstream.url, step);
      expect(statuses).toEqual(FINE);
      return statsOf(url);
    };
    const direct = await run("[gateway]\nmode = 'observe'\n");
    const condensed = await run("[condensation]\nenabled = true\nprovider = 'smart'\ncontext_tokens = 30_000\n");
    const saved = direct.billedUsd - condensed.billedUsd;
    expect(Math.abs(condensed.savedUsd - saved)).toBeLessThan(0.05 * direct.billedUsd);
  });

  it("names requests without a bill and without a price, and sums up the others", async () => {
    const usage = { input_tokens: 1000, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 50 };
    const answers = [
      { type: "message", model: "claude-sonnet-4-5", content: [] },
      { type: "message", model: "house-model", content: [], usage },
      { type: "message", model: "claude-opus-4-6", content: [], usage },
      { type: "message", model: "claude-opus-4-6", content: [], usage: { ...usage, speed: "fast" } },
    ];
    let at = 0;
    const { url } = await startShipped((...args) => json(answers[at++] ?? {})(...args));
    for (const _ of answers) await ask(url, "/v1/messages", { body: JSON.stringify(agentRequest("anthropic")) });
    const all = await statsOf(url);
    expect(all).toMatchObject({ requests: 4, unbilled: 1, unpriced: 1 });
    const standard = (1000 * 5 + 50 * 25) / 1e6;
    expect(all.billedUsd).toBeCloseTo(7 * standard, 6);
  });

  it("counts a stream that ends without usage as not billed", async () => {
    const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-5.4", choices: [] };
    const { url } = await startShipped(events([`data: ${JSON.stringify(chunk)}\n\n`, "data: [DONE]\n\n"]));
    const body = JSON.stringify({ ...agentRequest("openai-chat"), stream: true });
    await ask(url, "/v1/chat/completions", { body });
    expect(await statsOf(url)).toMatchObject({ requests: 1, unbilled: 1 });
  });
});

describe("a request that might have been reduced and was not", () => {
  const continued = { previous_response_id: "r", input: [{ role: "user", content: "go on" }] };
  it.each([
    ["a batch", "/v1/messages/batches", JSON.stringify({ requests: [] }), "batch"],
    ["a path that is not read", "/v1/completions", "{}", "unread_path"],
    ["a continued answer", "/v1/responses", JSON.stringify(continued), "continued"],
    ["too many messages", "/v1/chat/completions", `{"messages":[${"{},".repeat(1_000_000)}{}]}`, "too_many_messages"],
    ["a body that is cut off", "/v1/chat/completions", '{"messages":[', "invalid_json"],
  ])("says so: %s", async (_, path, body, reason) => {
    const { url, upstream } = await startShipped(undefined);
    const { headers } = await ask(url, path, { body });
    expect(headers.get("x-tamis-skipped")).toBe(reason);
    expect(upstream.arrived.at(-1)?.body.toString()).toBe(body);
  });
});

describe("the gateway's page", () => {
  const TOKEN = "token-of-the-page-7f3a";
  const start = async () => {
    const started = await startShipped(undefined, "[condensation]\ncontext_tokens = 10_000\n", {
      TAMIS_PAGE_TOKEN: TOKEN,
    });
    const post = async (path: string, body: unknown) => {
      const headers = { [TOKEN_HEADER]: TOKEN };
      const { status, text } = await ask(started.url, `${API_PATH}${path}`, { body: JSON.stringify(body), headers });
      return { status, value: JSON.parse(text) };
    };
    return { ...started, post };
  };

  it("switches condensation on, and the next request is condensed", async () => {
    const { url, upstream, post } = await start();
    const body = JSON.stringify({ model: "m", messages: longConversation({ turns: 12 }) });
    const send = async () => {
      await ask(url, "/v1/chat/completions", { body, headers: { "x-tamis-session": "s" } });
      return upstream.arrived.at(-1)?.body.length ?? 0;
    };
    const changes = [
      ["provider", "smart"],
      ["enabled", true],
    ].map(([key, value]) => ({ key, value }));
    const saved = await post("settings", { scope: "global", changes });
    expect([saved.status, saved.value.settings?.places?.[2]?.state]).toEqual([200, "on"]);
    await expect.poll(send, { timeout: 10_000 }).toBeLessThan(body.length / 1.5);
  });

  it("sets no plug-in and no command, and refuses wrong members where it compares", async () => {
    const { post } = await start();
    for (const key of ["plugins", "customCondensingHandler", "originals.folder"]) {
      const { status } = await post("settings", { scope: "global", changes: [{ key, value: ["./mine.mjs"] }] });
      expect([key, status]).toEqual([key, 422]);
    }
    const odd = { toString: 1 };
    for (const body of [{}, { id: odd, strategies: [odd] }, { id: "x", strategies: "smart" }])
      expect((await post("compare", body)).status).toBeLessThan(500);
  });
});

it("the facts of models are those of their vendors' pages", () => {
  const models = ["glm-4.6", "glm-5.2", "claude-sonnet-5-5"];
  const code = `import { factsOf } from "tamis/pricing";
    console.log(JSON.stringify(${JSON.stringify(models)}.map((model) => { const { row } = factsOf({ model }); return [row.contextTokens, row.cache.read]; })));`;
  expect(script(code)).toEqual([
    [200_000, 0.2],
    [1_000_000, 0.2],
    [1_000_000, 0.05],
  ]);
});
