// A request that might have been reduced and goes on as it came says why, by a list that the documentation has, too.
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { UNTOUCHED, type UntouchedReason } from "../../ts/gateway/untouched.js";
import type { SkipReason } from "../../ts/index.js";
import { agentRequest } from "./requests.js";
import { ask, startGateway } from "./start.js";
import { startUpstream } from "./upstream.js";

/**
 * What only a defect, a body of half a gigabyte, the other backend or a body without a known path has: the backend's answer is
 * played.
 */
const PLAYED = "play-the-backend:";

vi.mock("../../ts/reduce/reduce.js", async (original) => {
  const real = await original<typeof import("../../ts/reduce/reduce.js")>();
  return {
    ...real,
    reduceBody(...args: Parameters<typeof real.reduceBody>) {
      const said = new RegExp(`${PLAYED}(\\w+)`).exec(Buffer.from(args[0] as Uint8Array).toString())?.[1];
      if (said === "throw") throw new Error("a defect");
      const reduced = real.reduceBody(...args);
      if (said === undefined) return reduced;
      const report = { ...reduced.report, skipped: said as SkipReason };
      return { ...reduced, body: args[0], changed: false, report };
    },
  };
});

/** A pipeline that takes for ever with such a body, whatever its model does. */
vi.mock("../../ts/pipeline/create-reducer.js", async (original) => {
  const real = await original<typeof import("../../ts/pipeline/create-reducer.js")>();
  const createReducer = (...args: Parameters<typeof real.createReducer>) => {
    const reducer = real.createReducer(...args);
    const reduce: typeof reducer.reduce = (body, options) =>
      Buffer.from(body as Uint8Array).includes(`${PLAYED}never`)
        ? new Promise(() => {})
        : reducer.reduce(body, options);
    return { ...reducer, reduce };
  };
  return { ...real, createReducer };
});

interface Case {
  path?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  config?: Parameters<typeof startGateway>[1];
  /** Conversations that are remembered. */
  sessions?: number;
  isPaused?: () => boolean;
}

const CHAT = "/v1/chat/completions";
const text = (value: unknown): string => JSON.stringify(value);
const chat = agentRequest("openai-chat") as { messages: object[] };
const played = (reason: string): Case => ({
  body: text({ messages: [{ role: "user", content: `${PLAYED}${reason}` }] }),
  sessions: 0,
});
const LARGE = text({ messages: [{ role: "user", content: "x".repeat(5_000_000) }] });
const SUMMARISED = {
  budget: { tokens: 1000 },
  experimental: { summarize: { maxChars: 400 } },
  summarizer: { upstream: "anthropic", model: "small", apiKeyEnv: "KEY", deadlineMs: 50 },
} as const;

/** A request for each reason but `keep_alive`, which has tests of its own. */
const CASES: Record<Exclude<UntouchedReason, "keep_alive">, Case> = {
  disabled: { config: { policies: { default: { mode: "off" } } } },
  empty: { body: "" },
  invalid_utf8: { body: Buffer.from([123, 255, 125]) },
  invalid_json: { body: '{"messages":[' },
  no_conversation: { body: "{}" },
  unsupported_wire: played("unsupported_wire"),
  server_side_editing: {
    path: "/v1/messages",
    body: text({
      ...agentRequest("anthropic"),
      context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
    }),
  },
  duplicate_key: { body: '{"messages":[{"role":"user","content":"a"}],"messages":[{"role":"user","content":"b"}]}' },
  too_large: played("too_large"),
  too_many_messages: { body: `{"messages":[${"{},".repeat(1_000_000)}{}]}` },
  no_backend: played("no_backend"),
  internal_error: played("internal_error"),
  bypass: { headers: { "x-tamis-bypass": "1" } },
  dry_run: { headers: { "x-tamis-dry-run": "1" } },
  observe: { config: { gateway: { mode: "observe" } } },
  holdout: { config: { gateway: { holdoutPercent: 100 } } },
  switched_off: { isPaused: () => true },
  count_tokens: { path: "/v1/messages/count_tokens", body: text(agentRequest("anthropic")) },
  batch: { path: "/v1/batches", body: text({ input_file_id: "file-1", endpoint: CHAT }) },
  unread_path: { path: "/v1/completions", body: text({ prompt: "a" }) },
  continued: {
    path: "/v1/responses",
    body: text({ previous_response_id: "resp_1", input: [{ role: "user", content: "go on" }] }),
  },
  unsupported_encoding: { body: "??", headers: { "content-encoding": "lzma" } },
  broken_encoding: { body: "{}", headers: { "content-encoding": "gzip" } },
  costly_encoding: {
    body: Buffer.concat(Array(5_000).fill(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0, 1, 0, 0]))),
    headers: { "content-encoding": "zstd" },
  },
  pipeline_limit: { body: LARGE, config: { policies: { default: SUMMARISED } } },
  deadline: {
    body: text({ messages: [{ role: "user", content: `${PLAYED}never` }] }),
    config: { policies: { default: SUMMARISED } },
  },
  reducer_failed: played("throw"),
};

async function send({ path = CHAT, body = text(chat), headers = {}, config, sessions, isPaused }: Case) {
  const options = { env: { KEY: "key" }, ...(sessions !== undefined && { sessions }), ...(isPaused && { isPaused }) };
  const started = await startGateway(undefined, config, options);
  const answer = await ask(started.url, path, { body, headers });
  return { ...started, answer, sent: started.upstream.arrived.at(-1)?.body, body: Buffer.from(body) };
}

describe("x-tamis-skipped", () => {
  it.each(Object.entries(CASES))("%s", async (reason, one) => {
    const { answer, sent, body, gateway } = await send(one);
    expect([answer.status, answer.headers.get("x-tamis-skipped")]).toEqual([200, reason]);
    expect(sent?.equals(body)).toBe(true);
    expect(await gateway.metrics()).toMatch(new RegExp(`tamis_skipped_total\\{wire="[^"]+",reason="${reason}"\\} 1`));
  });

  it.each([
    ["OpenAI's batches", "/v1/batches", "batch"],
    ["Gemini's batches", "/v1beta/models/gemini-3-pro:batchGenerateContent", "batch"],
    ["the input of OpenAI's batches", "/v1/files", "unread_path"],
    ["a path of another provider's", "/openai/v1/rerank", "unread_path"],
    ["counting of Responses", "/v1/responses/input_tokens", "count_tokens"],
    ["the end of a batch", "/v1/messages/batches/b_1/cancel", null],
  ])("is of %s", async (_, path, reason) => {
    const { answer } = await send({ path, body: text({ a: 1 }) });
    expect([answer.status, answer.headers.get("x-tamis-skipped")]).toEqual([200, reason]);
  });

  it.each([
    ["/aws/model/m/converse", "unread_path"],
    ["/aws/model/m/count-tokens", "count_tokens"],
    ["/aws/v1/models/m:predict", "unread_path"],
  ])("is of what a named upstream gets unread: %s", async (path, reason) => {
    const other = await startUpstream();
    onTestFinished(() => other.close());
    const config = { upstreams: { named: { aws: { url: other.url, provider: "anthropic" } } } } as const;
    const { answer } = await send({ path, body: text({ a: 1 }), config });
    expect([answer.headers.get("x-tamis-skipped"), other.arrived.length]).toEqual([reason, 1]);
  });

  it.each([
    ["a conversation", "/v1/responses", { conversation: { id: "conv_1" }, input: "go on" }, "continued"],
    ["a text alone", "/v1/responses", { previous_response_id: "resp_1", input: "go on" }, "continued"],
    [
      "Gemini's cache",
      "/v1beta/models/m:generateContent",
      { cachedContent: "cachedContents/1", contents: [] },
      "continued",
    ],
    [
      "no conversation",
      "/v1/responses",
      { previous_response_id: null, input: [{ role: "user", content: "go" }] },
      null,
    ],
    ["one in a text", "/v1/responses", { input: [{ role: "user", content: '"previous_response_id":"a"' }] }, null],
    [
      "a result alone that becomes smaller",
      "/v1/responses",
      {
        previous_response_id: "r",
        tools: [{ type: "function", name: "get_orders" }],
        input: [
          { type: "function_call_output", call_id: "c", output: JSON.stringify(Array(99).fill({ a: 1 }), null, 2) },
        ],
      },
      null,
    ],
    ["more to reduce", "/v1/responses", { previous_response_id: "r", ...agentRequest("openai-responses") }, null],
  ])("is of a request that names %s", async (_, path, body, reason) => {
    const { answer } = await send({ path, body: text(body) });
    expect(answer.headers.get("x-tamis-skipped")).toBe(reason);
  });

  it("is in the log of a request that is not read", async () => {
    const { log } = await send({ path: "/v1/batches", body: "{}" });
    expect(log()).toContain('"skipped":"batch"');
  });

  it("is not of a request that has nothing old enough, nor of a question without a body", async () => {
    const { answer, url } = await send({ body: text({ messages: [{ role: "user", content: "hello" }] }) });
    expect(answer.headers.get("x-tamis-skipped")).toBeNull();
    const models = await ask(url, "/v1/models", { method: "GET" });
    expect(models.headers.get("x-tamis-skipped")).toBeNull();
  });

  it("has its reasons in the documentation, one a line: those of a report in limits.md", () => {
    const [page, limits] = ["gateway", "limits"].map((name) =>
      readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8"),
    ) as [string, string];
    const [, list = ""] = /gives the reason in `x-tamis-skipped`[\s\S]*?:\n\n((?:- .*\n)+)/.exec(page) ?? [];
    const [, elsewhere = ""] = /^## Skipped reasons$([\s\S]*?)^## /m.exec(limits) ?? [];
    const own = Object.entries(UNTOUCHED).filter(([reason]) => !elsewhere.includes(`\n- \`${reason}\`: `));
    expect(own.length).toBe(Object.keys(UNTOUCHED).length - (elsewhere.match(/^- `/gm) ?? []).length);
    const lines = [...list.matchAll(/^- `(\w+)`: (.+)$/gm)].map(([, reason, meaning]) => [reason, meaning]);
    expect(lines).toEqual(own);
  });
});
