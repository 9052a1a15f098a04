import { describe, expect, it } from "vitest";
import { type AsyncHistoryReducerOptions, type ChatMessage, HistoryReducer } from "../../ts/history/index.js";
import { renderSummaryMessage } from "../../ts/history/summary-message.js";
import type { SummaryFunction } from "../../ts/llm/index.js";
import { assistant, charsOf, pair, system, user } from "./build.js";

const OUTPUT = "output ".repeat(100);
const messages: ChatMessage[] = [
  system(),
  user("Fix the bug. Never push."),
  ...Array.from({ length: 10 }, (_, i) => [assistant("thinking ".repeat(30)), ...pair(`p${i}`, OUTPUT)]).flat(),
  user("go on"),
  ...pair("new", OUTPUT),
  assistant("done"),
];
const reducer = new HistoryReducer();
const OVER = 2_500;
const reduce = (summarize: unknown, options: Partial<AsyncHistoryReducerOptions> = {}) =>
  reducer.reduceAsync(messages, { enabled: true, maxInputChars: OVER, ...options }, summarize as SummaryFunction);
const sync = reducer.reduce(messages, { enabled: true, maxInputChars: OVER });
const never = () => new Promise<string>(() => {});

describe("reduceAsync", () => {
  it("replaces old messages by the model's summary", async () => {
    const prompts: string[] = [];
    const after = await reduce(async (prompt: string) => {
      prompts.push(prompt);
      return " It goes well. ";
    });
    expect(after.messages).toEqual([
      messages[0],
      renderSummaryMessage("It goes well.", 31, "user"),
      ...messages.slice(-4),
    ]);
    expect(after).toMatchObject({
      reductionStage: "summarization",
      summaryBy: "model",
      droppedCount: 31,
      maskedCount: 10,
      fits: true,
      modelUsage: { calls: 1, inputChars: prompts[0]?.length, outputChars: 15 },
      notes: [{ stage: "masking", reason: "over_budget" }],
    });
    expect(prompts[0]).toContain('{"role":"user","text":"Fix the bug. Never push."}');
    expect(prompts[0]).toContain('{"role":"tool call","text":"calling"}');
    expect(prompts[0]).toContain('{"role":"tool result","text":"[observation masked — 700 chars]"}');
  });

  it("accepts a stream", async () => {
    async function* stream() {
      yield "It goes ";
      yield "well.";
    }
    expect((await reduce(stream)).messages[1]?.content).toContain("\nIt goes well.\n");
  });

  it.each([
    ["within budget", charsOf(messages), undefined],
    ["where masking is enough", charsOf(messages) - 1, "masking"],
  ])("calls no model %s", async (_, maxInputChars, stage) => {
    const after = await reduce(() => Promise.reject(new Error("called")), { maxInputChars });
    expect(after).toEqual(reducer.reduce(messages, { enabled: true, maxInputChars }));
    expect(after.reductionStage).toBe(stage);
  });

  it("calls no model if no message is old", async () => {
    const options = { enabled: true, maxInputChars: 10, preserveRecentRawTurns: 100 };
    const after = await reducer.reduceAsync(messages, options, () => Promise.reject(new Error("called")));
    expect(after).toMatchObject({ reductionStage: "fallback", modelUsage: { calls: 0 } });
  });

  it("calls no model if it is not enabled", async () => {
    expect((await reduce(never, { enabled: false })).messages).toBe(messages);
  });

  it.each([
    ["throws", () => Promise.reject(new Error("no credit")), "threw: no credit"],
    ["hangs", never, "timeout: no answer within 20 ms"],
    ["says nothing", async () => "  ", "empty: the model gave no text"],
    ["gives no text", async () => ({ text: "x" }), "not_text: expected text, got object"],
    ["gives more than it was given", async () => "x".repeat(20_000), "too_long: 20000 chars are more than"],
    [
      "never ends",
      async function* () {
        for (;;) yield "x".repeat(1_000);
      },
      "too_long: ",
    ],
  ])("uses the extract if the model %s, and says why", async (_, model, detail) => {
    const after = await reduce(model, { summary: { timeoutMs: 20, retryDelayMs: 1 } });
    expect(after.messages).toEqual(sync.messages);
    expect(after).toMatchObject({ reductionStage: "summarization", summaryBy: "extract", modelUsage: { calls: 1 } });
    expect(after.notes?.[1]).toMatchObject({ stage: "summarization", reason: "model_failed" });
    expect(after.notes?.[1]?.detail).toContain(detail);
  });

  it("truncates if the extract does not fit either", async () => {
    const after = await reduce(() => Promise.reject(new Error("no")), { maxInputChars: 760 });
    expect(after).toMatchObject({ reductionStage: "fallback", fits: true });
    expect(after.notes?.map(({ stage, reason }) => `${stage} ${reason}`)).toEqual([
      "masking over_budget",
      "summarization model_failed",
      "summarization over_budget",
    ]);
  });

  it("uses the extract if the model's summary does not fit and the extract does", async () => {
    const after = await reduce(async () => "x".repeat(1_400), { maxInputChars: charsOf(sync.messages) });
    expect(after).toMatchObject({ reductionStage: "summarization", summaryBy: "extract", fits: true });
    expect(after.notes).toContainEqual({
      stage: "summarization",
      reason: "over_budget",
      detail: "the model's summary",
    });
  });

  it("tries once more if that may help", async () => {
    let calls = 0;
    const model = async () => {
      if (++calls === 1) throw Object.assign(new Error("busy"), { status: 429 });
      return "It goes well.";
    };
    expect(await reduce(model, { summary: { retryDelayMs: 1 } })).toMatchObject({
      summaryBy: "model",
      modelUsage: { calls: 2 },
    });
  });

  it("cuts the summary at summaryMaxChars", async () => {
    const after = await reduce(async () => "x".repeat(500), { summaryMaxChars: 100 });
    expect(after.messages[1]).toEqual(renderSummaryMessage(`${"x".repeat(97)}...`, 31, "user"));
  });

  it("uses the caller's prompt, limits and sections", async () => {
    const prompts: string[] = [];
    const summary = { prompt: ({ data }: { data: string }) => `Sum up: ${data}`, maxInputChars: 2_300 };
    await reduce(async (prompt: string) => `part ${prompts.push(prompt)}`, { summary });
    expect(prompts.length).toBeGreaterThan(1);
    for (const prompt of prompts) expect(prompt).toMatch(/^Sum up: <conversation-1>/);
  });

  it("rejects with an AbortError and changes nothing", async () => {
    const before = structuredClone(messages);
    await expect(reduce(never, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    await expect(reduce(never, { signal: AbortSignal.abort(), maxInputChars: 1e9 })).rejects.toMatchObject({
      name: "AbortError",
    });
    const controller = new AbortController();
    const model = () => {
      controller.abort();
      return never();
    };
    await expect(reduce(model, { signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
    const late = new AbortController();
    const answers = async () => {
      late.abort();
      return "too late";
    };
    await expect(reduce(answers, { signal: late.signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(messages).toEqual(before);
  });

  it.each([
    ["gpt-5", {}, /model: got the string "gpt-5"/],
    [never, { summary: { timeoutMs: -1 } }, /timeoutMs/],
    [never, { summary: { maxChars: 5 } }, /unknown key "maxChars"/],
    [never, { maxInputChars: -5 }, /maxInputChars/],
    [never, { sumary: {} }, /unknown key "sumary"/],
  ])("refuses %s with %j", async (model, options, message) => {
    await expect(reduce(model, options as never)).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringMatching(message),
    });
  });
});
