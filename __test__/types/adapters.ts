// Checked by the compiler alone (`npm run lint`): what the adapters give fits the official packages without a cast.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { ChatAnthropic } from "@langchain/anthropic";
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { ChatOpenAI } from "@langchain/openai";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { createAgent, createMiddleware } from "langchain";
import OpenAI, { AzureOpenAI } from "openai";
import { Agent } from "undici";
import { tamisModelMiddleware } from "../../ts/adapters/ai-sdk.js";
import { tamisFetch } from "../../ts/adapters/fetch.js";
import { tamisAgentMiddleware, tamisMessages } from "../../ts/adapters/langchain.js";
import { tamisExpress, tamisFastify, tamisHono, withTamis } from "../../ts/adapters/server.js";
import { tamisInterceptor } from "../../ts/adapters/undici.js";

/** Never run. */
export async function useAll(history: BaseMessage[]): Promise<void> {
  const fetch: typeof globalThis.fetch = tamisFetch({ mask: { windowTurns: 4 } });
  new OpenAI({ fetch });
  new AzureOpenAI({ fetch });
  new Anthropic({ fetch });
  new GoogleGenAI({ httpOptions: { fetch } });
  createOpenAI({ fetch });
  createAnthropic({ fetch });
  createGoogleGenerativeAI({ fetch });
  new ChatOpenAI({ configuration: { fetch } });
  new ChatAnthropic({ clientOptions: { fetch } });
  tamisFetch(undefined, { fetch: tamisFetch() });

  new Agent().compose(tamisInterceptor());
  new Agent().compose([tamisInterceptor({ mode: "observe" }, { maxBodyBytes: 1_000 })]);

  const middleware: LanguageModelMiddleware = tamisModelMiddleware();
  const model = createOpenAI()("gpt-5");
  wrapLanguageModel({ model, middleware: [middleware, tamisModelMiddleware({}, { tokens: true })] });

  createAgent({ model: new ChatOpenAI(), tools: [], middleware: [createMiddleware(tamisAgentMiddleware())] });
  const messages: BaseMessage[] = await tamisMessages({}, { model: new ChatOpenAI() })(history);
  RunnableLambda.from(tamisMessages()<BaseMessage>);
  const tools: ToolMessage[] = await tamisMessages()(messages.filter(ToolMessage.isInstance));
  void tools;

  const web: (request: Request) => Promise<Response> = withTamis(async () => new Response());
  const withEnv = withTamis((_: Request, env: { KEY: string }) => env.KEY);
  const key: string = await withEnv(new Request("http://x"), { KEY: "k" });
  void [web, key];
  new Hono().use(tamisHono());
  express().use(express.json(), tamisExpress());
  fastify().addHook("preHandler", tamisFastify());

  // @ts-expect-error The pipeline drops messages, and middlewares only see messages.
  tamisModelMiddleware({}, { reducer: { reduce: async () => ({}) as never } });
  // @ts-expect-error An unknown option.
  tamisFetch({}, { fetsh: fetch });
}
