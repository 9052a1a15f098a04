import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiHandler, type ApiHandlerOptions, toApiHandler } from "../../ts/condensation/index.js";
import { callModel, type SummaryModel } from "../../ts/llm/index.js";
import { estimateTokens } from "../../ts/tokens/index.js";
import { startUpstream, type Upstream } from "../support/upstream/upstream.js";
import { converseClient } from "./converse-client.js";

let server: Upstream;
let models: Record<string, SummaryModel>;

beforeAll(async () => {
  server = await startUpstream();
  const options = { apiKey: "test", baseURL: `${server.url}/v1` };
  const google = new GoogleGenAI({ apiKey: "test", httpOptions: { baseUrl: server.url } });
  const { url } = server;
  models = {
    "an OpenAI client": { client: new OpenAI(options), model: "gpt-4o" },
    "an Anthropic client": { client: new Anthropic({ ...options, baseURL: url }), model: "claude-sonnet-4-5" },
    "a Google client": { client: google, model: "gemini-2.5-pro" },
    "a Bedrock client": { client: converseClient(url), model: "anthropic.claude-sonnet-4-5" },
    "an AI SDK model of OpenAI": createOpenAI(options).chat("gpt-4o"),
    "an AI SDK model of Anthropic": createAnthropic(options)("claude-sonnet-4-5"),
    "an AI SDK model of Google": createGoogleGenerativeAI({ apiKey: "test", baseURL: `${url}/v1beta` })(
      "gemini-2.5-pro",
    ),
    "a function": async (prompt, { signal }) => {
      const body = JSON.stringify({ model: "function", messages: [{ role: "user", content: prompt }] });
      const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body, signal });
      if (!response.ok) throw Object.assign(new Error("scripted"), { status: response.status });
      const answer = (await response.json()) as { choices: [{ message: { content: string } }] };
      return answer.choices[0].message.content;
    },
  };
});
afterAll(() => server.close());

const TEXT = "The user wants tests.";
const SYSTEM = "You summarise.";
const SAID = [
  { role: "user", content: "The first question." },
  { role: "assistant", content: [{ type: "text", text: "The answer." }] },
  { role: "user", content: "Summarise it." },
] as const;

async function ask(handler: ApiHandler, signal?: AbortSignal) {
  let [text, usage]: [string, unknown] = ["", undefined];
  for await (const chunk of handler.createMessage(SYSTEM, SAID, { signal })) {
    if (chunk.type === "text") text += chunk.text;
    else usage = chunk;
  }
  return { text, usage };
}

describe.each([
  "an OpenAI client",
  "an Anthropic client",
  "a Google client",
  "a Bedrock client",
  "an AI SDK model of OpenAI",
  "an AI SDK model of Anthropic",
  "an AI SDK model of Google",
  "a function",
])("a handler made of %s", (name) => {
  const isFunction = name === "a function";
  const handler = (options?: ApiHandlerOptions) => toApiHandler(models[name] as SummaryModel, options);

  describe.each(isFunction ? [false] : [false, true])("stream: %s", (stream) => {
    it("sends the system prompt and all messages, and gives the text and what it cost", async () => {
      server.script([{ text: TEXT }]);
      const { text, usage } = await ask(handler({ stream }));
      expect(text).toBe(TEXT);
      const sent = JSON.stringify(server.seen[0]?.body);
      for (const part of [SYSTEM, "The first question.", "The answer.", "Summarise it."]) expect(sent).toContain(part);
      if (isFunction) expect(usage).toBeUndefined();
      else {
        expect(usage).toMatchObject({ type: "usage", inputTokens: 40, outputTokens: 8 });
        expect((usage as { totalCost: number }).totalCost).toBeGreaterThan(0);
      }
    });

    it("throws what the provider answers, once, so that the caller may try again", async () => {
      server.script([{ status: 400 }, { text: TEXT }]);
      await expect(ask(handler({ stream }))).rejects.toThrow();
      expect(server.seen).toHaveLength(1);
    });

    it("stops when the signal is aborted", async () => {
      server.script([{ hang: true }]);
      const controller = new AbortController();
      const asked = ask(handler({ stream }), controller.signal);
      await expect.poll(() => server.seen.length).toBe(1);
      controller.abort();
      await expect(asked).rejects.toThrow();
      await expect.poll(() => server.abandoned).toBe(1);
    });

    it("is a model like any other, with a second attempt, a time limit and its own price", async () => {
      server.script([{ status: 503 }, { text: TEXT }]);
      const result = await callModel(handler({ stream }), "Summarise.", { retryDelayMs: 1, timeoutMs: 5_000 });
      expect(result).toMatchObject({ ok: true, text: TEXT, usage: { calls: 2 } });
      if (!isFunction) expect(result.usage.cost).toBeGreaterThan(0);
      server.script([{ hang: true }]);
      const late = await callModel(handler({ stream }), "Summarise.", { timeoutMs: 500 });
      // Else its request could reach the server in the next test.
      await expect.poll(() => server.abandoned).toBe(1);
      expect(late).toMatchObject({ ok: false, failure: { reason: "timeout" } });
    });
  });

  it("counts the tokens of blocks by the model's estimate, or as the caller says", async () => {
    const blocks = [{ type: "text", text: "one two three" }] as const;
    const { id } = handler().getModel();
    const estimate = estimateTokens("one two three", { model: id, allowUnknown: true });
    expect(await handler().countTokens([...blocks, ...blocks])).toBe(2 * estimate);
    expect(await handler({ countTokens: async (text) => text.length }).countTokens(blocks)).toBe(13);
  });

  it("names the model", () => {
    expect(handler().getModel().id).toMatch(isFunction ? /^unknown$/ : /gpt-4o|claude-sonnet-4-5|gemini-2.5-pro/);
    expect(handler({ modelId: "mine" }).getModel().id).toBe("mine");
  });
});

describe("toApiHandler", () => {
  it("returns a handler as it is", () => {
    const handler = toApiHandler(() => "text");
    expect(toApiHandler(handler)).toBe(handler);
  });

  it.each([
    ["a name", "gpt-4o", /got the string "gpt-4o"; make a model of it first/],
    ["nothing", undefined, /expected a function, an AI SDK language model, \{ client, model \}, or a handler/],
    ["half a handler", { createMessage: () => {} }, /expected a function/],
    ["a client without a model", { client: { models: { generateContent() {} } } }, /expected the name of a model/],
    ["a client of commands", { client: { send() {} }, model: "m" }, /converse \(Bedrock: new BedrockRuntime/],
  ])("refuses %s", (_, value, message) => {
    expect(() => toApiHandler(value as never)).toThrow(message);
    expect(() => toApiHandler(value as never)).toThrow(expect.objectContaining({ code: "OPTION_INVALID" }));
  });
});
