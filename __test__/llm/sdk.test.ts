import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HistoryReducer } from "../../ts/history/index.js";
import { createReducer } from "../../ts/index.js";
import { callModel, type SummaryModel } from "../../ts/llm/index.js";
import { MemorySummaryStore } from "../../ts/pipeline/index.js";
import { assistant, user } from "../history/build.js";
import { generateWireBody } from "../support/generate-wire.js";
import { startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { written } from "../support/written.js";

let server: Upstream;
let models: Record<string, SummaryModel>;

beforeAll(async () => {
  server = await startUpstream();
  const options = { apiKey: "test", baseURL: `${server.url}/v1` };
  models = {
    openai: { client: new OpenAI(options), model: "gpt-4o" },
    anthropic: { client: new Anthropic({ ...options, baseURL: server.url }), model: "claude-haiku-4-5" },
    "ai + openai": createOpenAI(options).chat("gpt-4o"),
    "ai + anthropic": createAnthropic(options)("claude-haiku-4-5"),
  };
});
afterAll(() => server.close());

const fast = { retryDelayMs: 1, timeoutMs: 5_000 };
const TEXT = "The user wants tests.";

describe.each(["openai", "anthropic", "ai + openai", "ai + anthropic"])("%s over HTTP", (name) => {
  const model = () => models[name] as SummaryModel;

  describe.each([false, true])("stream: %s", (stream) => {
    const ask = (options = {}) => callModel(model(), "Summarise.", { ...fast, stream, ...options });

    it("returns the text and the usage", async () => {
      server.script([{ text: TEXT }]);
      const result = await ask();
      expect(result).toMatchObject({
        ok: true,
        text: TEXT,
        usage: { calls: 1, inputChars: 10, outputChars: TEXT.length, inputTokens: 40, outputTokens: 8 },
      });
      expect(result.usage.cacheReadTokens).toBe(name.endsWith("anthropic") ? 30 : 32);
      expect(result.usage.raw).toHaveLength(1);
      const [seen] = server.seen;
      expect(seen?.body.model).toMatch(/^(gpt-4o|claude-haiku-4-5)$/);
      expect(seen?.body.stream ?? false).toBe(stream);
      expect(JSON.stringify(seen?.body.messages)).toContain("Summarise.");
      if (name === "anthropic") expect(seen?.body.max_tokens).toBe(2_048);
    });

    it.each([429, 500, 503, 529])("tries once more after %i", async (status) => {
      server.script([{ status }, { text: TEXT }]);
      expect(await ask()).toMatchObject({ ok: true, text: TEXT, usage: { calls: 2 } });
      expect(server.seen).toHaveLength(2);
    });

    it.each([429, 500])("gives up after the second %i", async (status) => {
      server.script([{ status }]);
      expect(await ask()).toMatchObject({ ok: false, failure: { reason: "http", status }, usage: { calls: 2 } });
      expect(server.seen).toHaveLength(2);
    });

    it.each([400, 401, 404])("does not try again after %i", async (status) => {
      server.script([{ status }, { text: TEXT }]);
      expect(await ask()).toMatchObject({ ok: false, failure: { reason: "http", status }, usage: { calls: 1 } });
      expect(server.seen).toHaveLength(1);
    });

    it("waits as long as the provider asks, but not beyond the time limit", async () => {
      server.script([{ status: 429, headers: { "retry-after": "0" } }, { text: TEXT }]);
      expect(await ask({ retryDelayMs: 4_999_999 })).toMatchObject({ ok: true });
      server.script([{ status: 429, headers: { "retry-after": "60" } }, { text: TEXT }]);
      expect(await ask()).toMatchObject({ ok: false, failure: { status: 429 }, usage: { calls: 1 } });
    });

    it.each(["at once", "halfway"] as const)("tries once more after a connection cut %s", async (cut) => {
      server.script([{ cut }, { text: TEXT }]);
      expect(await ask()).toMatchObject({ ok: true, text: TEXT, usage: { calls: 2 } });
      server.script([{ cut }]);
      expect(await ask()).toMatchObject({ ok: false, failure: { reason: "network" }, usage: { calls: 2 } });
    });

    it("gives up in time, and closes the connection", async () => {
      server.script([{ hang: true }]);
      const result = await ask({ timeoutMs: 60 });
      expect(result).toMatchObject({ ok: false, failure: { reason: "timeout", message: "no answer within 60 ms" } });
      await expect.poll(() => server.abandoned).toBe(1);
      expect(server.seen).toHaveLength(1);
    });

    it("stops with an AbortError, and closes the connection", async () => {
      server.script([{ hang: true }]);
      const controller = new AbortController();
      const asked = ask({ signal: controller.signal });
      await expect.poll(() => server.seen.length).toBe(1);
      controller.abort(new Error("the user left"));
      await expect(asked).rejects.toMatchObject({ name: "AbortError", cause: { message: "the user left" } });
      await expect.poll(() => server.abandoned).toBe(1);
    });

    it("summarises a request, and does not wait for a stream that stalls", async () => {
      const body = generateWireBody("anthropic", { seed: 3, targetBytes: 40_000 });
      const reducer = () =>
        createReducer({
          ...{
            budget: { chars: 20_000 },
            policy: written({ cache: { strategy: "off" }, summarize: { timeoutMs: 500 } }),
          },
          ...{ summarize: model(), summary: { stream, retryDelayMs: 1 }, summaryStore: new MemorySummaryStore() },
        });
      server.script([{ text: TEXT }]);
      const { body: out, report } = await reducer().reduce(body);
      expect(report).toMatchObject({ reductionStage: "summarization", summary: { by: "model" } });
      expect(report.summary?.inputTokens).toBe(40 * (report.summary?.calls ?? 0));
      expect(report.summary?.cost).toBeGreaterThan(0);
      expect(out.includes(TEXT)).toBe(true);
      expect(server.seen[0]?.body.stream ?? false).toBe(stream);
      server.script([stream ? { pause: TEXT } : { hang: true }]);
      expect((await reducer().reduce(body)).report.summary).toMatchObject({ by: "extract" });
    });

    it("treats white space as no text", async () => {
      server.script([{ text: " \n " }]);
      expect(await ask()).toMatchObject({ ok: false, failure: { reason: "empty" } });
    });

    it("refuses a text that is too long", async () => {
      server.script([{ text: TEXT }]);
      expect(await ask({ maxOutputChars: TEXT.length - 1 })).toMatchObject({ failure: { reason: "too_long" } });
      expect(await ask({ maxOutputChars: TEXT.length })).toMatchObject({ ok: true });
    });
  });

  it("treats a tool call as no text", async () => {
    server.script([{ calls: [{ id: "call_1", name: "bash", args: {} }] }]);
    expect(await callModel(model(), "x", fast)).toMatchObject({ ok: false, failure: { reason: "empty" } });
  });

  it("treats a stream without its end as broken", async () => {
    server.script([{ unfinished: TEXT }, { text: TEXT }]);
    expect(await callModel(model(), "x", { ...fast, stream: true })).toMatchObject({ ok: true, usage: { calls: 2 } });
  });

  it("tries once more after an overloaded model in the middle of a stream", async () => {
    server.script([{ errorEvent: name.endsWith("anthropic") ? "overloaded_error" : "server_error" }, { text: TEXT }]);
    expect(await callModel(model(), "x", { ...fast, stream: true })).toMatchObject({ ok: true, usage: { calls: 2 } });
  });

  it("fails on an invalid answer", async () => {
    server.script([{ body: '{"hello": 1}' }]);
    expect(await callModel(model(), "x", fast)).toMatchObject({ ok: false });
  });

  it("summarises a history", async () => {
    server.script([{ text: TEXT }]);
    const messages = Array.from({ length: 20 }, (_, i) => (i % 2 ? assistant : user)("words ".repeat(50)));
    const options = { enabled: true, maxInputChars: 3_000, summary: fast };
    const after = await new HistoryReducer().reduceAsync(messages, options, model());
    expect(after).toMatchObject({
      reductionStage: "summarization",
      summaryBy: "model",
      modelUsage: { inputTokens: 40 },
    });
    expect(after.messages[0]?.content).toContain(`\n${TEXT}\n`);
    server.script([{ status: 500 }]);
    const failed = await new HistoryReducer().reduceAsync(messages, options, model());
    expect(failed).toMatchObject({ reductionStage: "summarization", summaryBy: "extract", modelUsage: { calls: 2 } });
    expect(failed.notes?.at(-1)).toMatchObject({ reason: "model_failed", detail: expect.stringContaining("http: ") });
  });
});
