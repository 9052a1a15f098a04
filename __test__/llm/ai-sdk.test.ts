import { generateText, type LanguageModel, simulateReadableStream, streamText } from "ai";
import { MockLanguageModelV3, MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { type AiSdkModel, callModel, type SummaryModel } from "../../ts/llm/index.js";

const V4_USAGE = {
  inputTokens: { total: 40, noCache: 8, cacheRead: 32, cacheWrite: 0 },
  outputTokens: { total: 8, text: 8, reasoning: undefined },
};
const CONTENT = [
  { type: "reasoning" as const, text: "hm" },
  { type: "text" as const, text: "It goes " },
  { type: "text" as const, text: "well." },
];
const finishReason = { unified: "stop" as const, raw: "stop" };
const whole = { content: CONTENT, finishReason, usage: V4_USAGE, warnings: [] };
const streamed = async () => ({
  stream: simulateReadableStream({
    chunks: [
      { type: "stream-start" as const, warnings: [] },
      { type: "text-start" as const, id: "0" },
      { type: "text-delta" as const, id: "0", delta: "It goes " },
      { type: "text-delta" as const, id: "0", delta: "well." },
      { type: "text-end" as const, id: "0" },
      { type: "finish" as const, finishReason, usage: V4_USAGE },
    ],
  }),
});

const v4 = () => new MockLanguageModelV4({ doGenerate: whole, doStream: streamed });
const v3 = () => new MockLanguageModelV3({ doGenerate: whole, doStream: streamed });
/** Specification v2 has plain numbers and a plain reason. */
const v2 = (): AiSdkModel => ({
  specificationVersion: "v2",
  provider: "test",
  modelId: "test",
  doGenerate: async () => ({
    content: CONTENT,
    finishReason: "stop",
    usage: { inputTokens: 40, outputTokens: 8, cachedInputTokens: 32 },
  }),
  doStream: async () => ({
    stream: simulateReadableStream({
      chunks: [
        { type: "text-delta", id: "0", delta: "It goes well." },
        { type: "finish", finishReason: "stop", usage: { inputTokens: 40, outputTokens: 8, cachedInputTokens: 32 } },
      ],
    }),
  }),
});

const MODELS: Record<string, () => AiSdkModel> = { v2, v3, v4 };

describe.each(Object.keys(MODELS))("a language model of specification %s", (version) => {
  it.each([false, true])("returns its text parts and its usage, stream: %s", async (stream) => {
    const result = await callModel(MODELS[version]?.() as AiSdkModel, "Summarise.", { stream });
    expect(result).toMatchObject({
      ok: true,
      text: "It goes well.",
      usage: { inputTokens: 40, outputTokens: 8, cacheReadTokens: 32 },
    });
  });
});

describe("the AI SDK", () => {
  it("accepts LanguageModel objects, and refuses strings", async () => {
    const models: Exclude<LanguageModel, string>[] = [v4(), v3()];
    for (const model of models) expect(await callModel(model, "x")).toMatchObject({ ok: true });
    const id: LanguageModel = "openai/gpt-5";
    await expect(callModel(id as never, "x")).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });

  it("sends no tools and one message of the user", async () => {
    const model = v4();
    await callModel(model, "Summarise.");
    expect(model.doGenerateCalls[0]?.prompt).toEqual([
      { role: "user", content: [{ type: "text", text: "Summarise." }] },
    ]);
    expect(model.doGenerateCalls[0]?.tools).toBeUndefined();
    expect(model.doGenerateCalls[0]?.abortSignal).toBeInstanceOf(AbortSignal);
  });

  it("accepts generateText and streamText in a plain function", async () => {
    const generate: SummaryModel = async (prompt, { signal }) =>
      (await generateText({ model: v4(), prompt, abortSignal: signal })).text;
    const stream: SummaryModel = (prompt, { signal }) =>
      streamText({ model: v4(), prompt, abortSignal: signal }).textStream;
    for (const model of [generate, stream]) {
      expect(await callModel(model, "x")).toMatchObject({ ok: true, text: "It goes well." });
    }
  });
});
