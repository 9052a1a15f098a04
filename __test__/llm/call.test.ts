import { describe, expect, it } from "vitest";
import { callModel, type SummaryModel } from "../../ts/llm/index.js";

async function* stream(...chunks: unknown[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield chunk as string;
}
const fast = { retryDelayMs: 1, timeoutMs: 1_000 };
const never = () => new Promise<string>(() => {});

describe("callModel with a function", () => {
  it.each([
    ["a promise", async () => "text"],
    ["a text", () => "text"],
    ["a stream", () => stream("te", "xt")],
    ["a promise of a stream", async () => stream("te", "", "xt")],
  ])("accepts %s", async (_, model) => {
    const usage = { calls: 1, inputChars: 6, outputChars: 4, raw: [] };
    expect(await callModel(model, "prompt", fast)).toEqual({ ok: true, text: "text", usage });
  });

  it("passes prompt and signal on", async () => {
    const model: SummaryModel = (prompt, { signal }) => `${prompt} ${signal.aborted}`;
    expect(await callModel(model, "prompt")).toMatchObject({ text: "prompt false" });
  });

  it.each([
    ["undefined", () => undefined, "not_text"],
    ["null", async () => null, "not_text"],
    ["an object", async () => ({ text: "x" }), "not_text"],
    ["a stream of objects", () => stream({ text: "x" }), "not_text"],
    ["no text", async () => "", "empty"],
    ["an empty stream", () => stream(), "empty"],
    ["an error", () => Promise.reject(new Error("no")), "threw"],
    [
      "a thrown string",
      () => {
        throw "no";
      },
      "threw",
    ],
    ["its own AbortError", () => Promise.reject(new DOMException("stop", "AbortError")), "threw"],
  ])("reports %s as a failure", async (_, model, reason) => {
    expect(await callModel(model as never, "x", fast)).toMatchObject({
      ok: false,
      failure: { reason },
      usage: { calls: 1 },
    });
  });

  it("closes a stream that is too long", async () => {
    let ended = false;
    async function* endless() {
      try {
        for (;;) yield "more ";
      } finally {
        ended = true;
      }
    }
    const result = await callModel(endless, "x", { ...fast, maxOutputChars: 100 });
    expect(result).toMatchObject({ ok: false, failure: { reason: "too_long" } });
    expect(ended).toBe(true);
  });

  it("gives up on a function that ignores its signal", async () => {
    expect(await callModel(never, "x", { timeoutMs: 20 })).toMatchObject({
      failure: { reason: "timeout" },
      usage: { calls: 1 },
    });
  });

  it("gives up on a stream that stalls", async () => {
    async function* stalling() {
      yield "a";
      await never();
    }
    expect(await callModel(stalling, "x", { timeoutMs: 20 })).toMatchObject({ failure: { reason: "timeout" } });
  });

  it("aborts the function's signal at the time limit", async () => {
    let told: AbortSignal | undefined;
    await callModel(
      (_, { signal }) => {
        told = signal;
        return never();
      },
      "x",
      { timeoutMs: 20 },
    );
    expect(told?.aborted).toBe(true);
  });

  it("rejects with an AbortError, before or during the call", async () => {
    let calls = 0;
    const model = () => {
      calls++;
      return never();
    };
    await expect(callModel(model, "x", { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    expect(calls).toBe(0);
    const controller = new AbortController();
    const called = callModel(model, "x", { signal: controller.signal });
    controller.abort("enough");
    await expect(called).rejects.toMatchObject({ name: "AbortError", cause: "enough" });
    expect(calls).toBe(1);
  });

  it("stops while waiting for the second attempt", async () => {
    const controller = new AbortController();
    const model = () => Promise.reject(Object.assign(new Error("busy"), { status: 503 }));
    const called = callModel(model, "x", { signal: controller.signal, retryDelayMs: 5_000, timeoutMs: 10_000 });
    setTimeout(() => controller.abort(), 10);
    await expect(called).rejects.toMatchObject({ name: "AbortError" });
  });

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    await callModel(async () => "text", "x", { signal });
    await callModel(never, "x", { signal, timeoutMs: 5 });
    expect(listeners).toBe(0);
  });
});

describe("callModel", () => {
  it.each([
    ["gpt-5", /got the string "gpt-5"; make a model of it first/],
    [undefined, /expected a function, an AI SDK language model, \{ client, model \}, or a handler/],
    [
      { client: {}, model: "m" },
      /none of chat\.completions\.create \(OpenAI\), messages\.create \(Anthropic\), models/,
    ],
    [{ client: { messages: { create() {} } } }, /expected the name of a model/],
    [{ specificationVersion: "v1", doGenerate() {} }, /specification v1 are not supported/],
  ])("refuses the model %j", async (model, message) => {
    await expect(callModel(model as never, "x")).rejects.toMatchObject({
      code: "OPTION_INVALID",
      message: expect.stringMatching(message),
    });
  });

  it.each([
    { timeoutMs: 0 },
    { timeoutMs: Infinity },
    { retryDelayMs: -1 },
    { stream: 1 },
    { signal: {} },
    { timeout: 1 },
  ])("refuses the options %j", async (options) => {
    await expect(callModel(async () => "x", "x", options as never)).rejects.toMatchObject({ code: "OPTION_INVALID" });
  });
});
