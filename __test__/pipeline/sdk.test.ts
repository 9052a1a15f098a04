import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReducer } from "../../ts/index.js";
import type { SummaryModel } from "../../ts/llm/index.js";
import { MemorySummaryStore } from "../../ts/pipeline/index.js";
import { generateWireBody } from "../support/generate-wire.js";
import { startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { written } from "../support/written.js";
import { parse, tokensOf, violationsOf } from "./build.js";

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

const TEXT = "The agent has read three files.";
const body = generateWireBody("anthropic", { seed: 3, targetBytes: 40_000 });
const budget = { tokens: Math.round(tokensOf("anthropic", parse(body)) * 0.55) };

describe.each(["openai", "anthropic", "ai + openai", "ai + anthropic"])("the pipeline with %s over HTTP", (name) => {
  describe.each([false, true])("stream: %s", (stream) => {
    const reducer = (timeoutMs = 5_000) =>
      createReducer({
        budget,
        policy: written({ cache: { strategy: "off" }, summarize: { timeoutMs } }),
        summarize: models[name] as SummaryModel,
        summary: { stream, retryDelayMs: 1 },
        summaryStore: new MemorySummaryStore(),
      });

    it("inserts the model's text, and reports tokens and cost", async () => {
      server.script([{ text: TEXT }]);
      const { body: out, report } = await reducer().reduce(body);
      expect(report).toMatchObject({
        reductionStage: "summarization",
        fits: true,
        summary: { by: "model", reused: 0 },
      });
      expect(report.summary?.inputTokens).toBe(40 * (report.summary?.calls ?? 0));
      expect(report.summary?.cost).toBeGreaterThan(0);
      expect(out.includes(TEXT)).toBe(true);
      expect(violationsOf("anthropic", out)).toEqual([]);
    });

    it("does not wait for a model that hangs, and stops with the caller", async () => {
      // A stream may also begin and then stall.
      for (const act of [{ hang: true as const }, ...(stream ? [{ pause: TEXT }] : [])]) {
        server.script([act]);
        const { report } = await reducer(60).reduce(body);
        expect(report).toMatchObject({ reductionStage: "summarization", summary: { by: "extract" } });
        expect(report.notes?.find(({ reason }) => reason === "model_failed")?.detail).toMatch(/^timeout: /);
      }
      server.script([{ hang: true }]);
      const controller = new AbortController();
      const asked = reducer().reduce(body, { signal: controller.signal });
      await expect.poll(() => server.seen.length).toBe(1);
      controller.abort();
      await expect(asked).rejects.toMatchObject({ name: "AbortError" });
      await expect.poll(() => server.abandoned).toBe(1);
    });
  });
});
