// The official SDKs as agents: each asks, runs the tool, and asks again until the model calls no more tools.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { type Content, type FunctionDeclaration, GoogleGenAI, type Part } from "@google/genai";
import { ChatAnthropic } from "@langchain/anthropic";
import { type AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { generateText, isStepCount, type LanguageModel, streamText, tool } from "ai";
import OpenAI from "openai";
import * as z from "zod";

/** Runs one agent to its last word, streamed or not. `url` is a provider's, or a gateway's in front of it. */
export type Agent = (url: string, stream: boolean) => Promise<string>;

/** Secrets that the agents send; none may show up anywhere but upstream. */
export const KEY = "sk-canary-0123456789";

const MODEL = "m-1";
const PROMPT = "Read all files.";
/** What the tool gives: long, and another text for each path. */
export const resultOf = (path: string) => `contents of ${path}: `.padEnd(3000, `${path} ünï `);

const PARAMETERS = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const;

export const AGENTS: Record<string, Agent> = {
  "openai chat": async (url, stream) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: PROMPT }];
    const tools = [{ type: "function" as const, function: { name: "read_file", parameters: { ...PARAMETERS } } }];
    for (;;) {
      const request = { model: MODEL, messages, tools };
      const answer = stream
        ? await client.chat.completions.stream(request).finalChatCompletion()
        : await client.chat.completions.create(request);
      const message = answer.choices[0]?.message as OpenAI.ChatCompletionMessage;
      messages.push(message);
      if (!message.tool_calls?.length) return message.content ?? "";
      for (const call of message.tool_calls as OpenAI.ChatCompletionMessageFunctionToolCall[]) {
        const { path } = JSON.parse(call.function.arguments);
        messages.push({ role: "tool", tool_call_id: call.id, content: resultOf(path) });
      }
    }
  },
  "openai responses": async (url, stream) => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: PROMPT }];
    const tools = [{ type: "function" as const, name: "read_file", parameters: { ...PARAMETERS }, strict: false }];
    for (;;) {
      const request = { model: MODEL, input, tools };
      const answer = stream
        ? await client.responses.stream(request).finalResponse()
        : await client.responses.create(request);
      const calls = answer.output.flatMap((item) => (item.type === "function_call" ? [item] : []));
      if (calls.length === 0) return answer.output_text;
      for (const call of calls) {
        const { call_id, name, arguments: args } = call;
        input.push({ type: "function_call", call_id, name, arguments: args });
      }
      for (const call of calls) {
        const output = resultOf(JSON.parse(call.arguments).path);
        input.push({ type: "function_call_output", call_id: call.call_id, output });
      }
    }
  },
  anthropic: async (url, stream) => {
    const client = new Anthropic({ baseURL: url, apiKey: KEY, maxRetries: 0 });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: PROMPT }];
    for (;;) {
      const request = {
        model: MODEL,
        max_tokens: 500,
        messages,
        tools: [{ name: "read_file", input_schema: { ...PARAMETERS, required: ["path"] } }],
      };
      const answer = stream
        ? await client.messages.stream(request).finalMessage()
        : await client.messages.create(request);
      messages.push({ role: "assistant", content: answer.content });
      const calls = answer.content.filter((block) => block.type === "tool_use");
      if (calls.length === 0) return answer.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      const content = calls.map((call) => ({
        type: "tool_result" as const,
        tool_use_id: call.id,
        content: resultOf((call.input as { path: string }).path),
      }));
      messages.push({ role: "user", content });
    }
  },
  "google genai": async (url, stream) => {
    const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: url } });
    const contents: Content[] = [{ role: "user", parts: [{ text: PROMPT }] }];
    const declaration: FunctionDeclaration = { name: "read_file", parametersJsonSchema: PARAMETERS };
    for (;;) {
      const request = { model: MODEL, contents, config: { tools: [{ functionDeclarations: [declaration] }] } };
      const parts: Part[] = [];
      if (stream) {
        for await (const chunk of await client.models.generateContentStream(request)) {
          parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
        }
      } else parts.push(...((await client.models.generateContent(request)).candidates?.[0]?.content?.parts ?? []));
      contents.push({ role: "model", parts });
      const calls = parts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
      if (calls.length === 0) return parts.map(({ text }) => text).join("");
      contents.push({
        role: "user",
        parts: calls.map(({ name = "", args }) => ({
          functionResponse: { name, response: { output: resultOf(String(args?.path)) } },
        })),
      });
    }
  },
  "ai, openai chat": aiSdk((url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: KEY }).chat(MODEL)),
  "ai, openai responses": aiSdk((url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: KEY }).responses(MODEL)),
  "ai, anthropic": aiSdk((url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: KEY })(MODEL)),
  "ai, google": aiSdk((url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: KEY })(MODEL)),
  "langchain, openai": langchain(
    (url) => new ChatOpenAI({ model: MODEL, apiKey: KEY, maxRetries: 0, configuration: { baseURL: `${url}/v1` } }),
  ),
  "langchain, anthropic": langchain(
    (url) => new ChatAnthropic({ model: MODEL, apiKey: KEY, maxRetries: 0, maxTokens: 500, anthropicApiUrl: url }),
  ),
};

function aiSdk(modelAt: (url: string) => LanguageModel): Agent {
  return async (url, stream) => {
    const tools = {
      read_file: tool({ inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => resultOf(path) }),
    };
    const request = {
      model: modelAt(url),
      tools,
      prompt: PROMPT,
      stopWhen: isStepCount(50),
      maxRetries: 0,
    };
    if (!stream) return (await generateText(request)).text;
    let failure: unknown;
    const result = streamText({
      ...request,
      onError: ({ error }) => {
        failure = error;
      },
    });
    try {
      return await result.text;
    } catch (error) {
      throw failure ?? error;
    }
  };
}

function langchain(modelAt: (url: string) => ChatOpenAI | ChatAnthropic): Agent {
  return async (url, stream) => {
    const schema = { name: "read_file", description: "", schema: z.object({ path: z.string() }) };
    const model = modelAt(url).bindTools([schema as never]);
    const messages: BaseMessage[] = [new HumanMessage(PROMPT)];
    for (;;) {
      let answer: AIMessageChunk | undefined;
      if (stream) {
        for await (const chunk of await model.stream(messages)) {
          answer = answer === undefined ? (chunk as AIMessageChunk) : answer.concat(chunk as AIMessageChunk);
        }
      } else answer = (await model.invoke(messages)) as AIMessageChunk;
      if (answer === undefined) throw new Error("no answer");
      messages.push(answer);
      if (!answer.tool_calls?.length) return answer.text;
      for (const call of answer.tool_calls) {
        messages.push(new ToolMessage({ tool_call_id: call.id ?? "", content: resultOf(String(call.args.path)) }));
      }
    }
  };
}
