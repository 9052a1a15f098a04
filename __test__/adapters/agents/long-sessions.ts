// Agents of two libraries that answer several prompts in one conversation, with thinking and a prompt cache.
import { createAnthropic } from "@ai-sdk/anthropic";
import { ChatAnthropic } from "@langchain/anthropic";
import { type BaseMessage, HumanMessage, SystemMessage, type ToolMessage } from "@langchain/core/messages";
import { tool as chainTool } from "@langchain/core/tools";
import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from "ai";

export interface LongRun {
  url: string;
  fetch: typeof fetch;
  model: string;
  prompts: readonly string[];
  system: string;
  /** The result of a call. */
  read: (path: string) => string;
}

/** Answers all prompts, one after the other, in one conversation. */
export type LongAgent = (run: LongRun) => Promise<void>;

const MARKER = { type: "ephemeral" as const };
const SCHEMA = { type: "object" as const, properties: { path: { type: "string" as const } }, required: ["path"] };
/** More rounds than any prompt takes. */
const MOST_ROUNDS = 20;

/** Models before Opus 4.6 think within a budget. */
const thinksByItself = (model: string): boolean => !/-4-[0-5]/.test(model);

export const aiSdkSession: LongAgent = async ({ url, fetch, model, prompts, system, read }) => {
  const anthropic = createAnthropic({ apiKey: "sk-canary", baseURL: `${url}/v1`, fetch });
  const thinking = thinksByItself(model)
    ? ({ type: "adaptive" } as const)
    : ({ type: "enabled", budgetTokens: 1024 } as const);
  const messages: ModelMessage[] = [
    { role: "system", content: system, providerOptions: { anthropic: { cacheControl: MARKER } } },
  ];
  for (const content of prompts) {
    messages.push({ role: "user", content });
    const { responseMessages } = await generateText({
      ...{
        model: anthropic(model),
        messages,
        allowSystemInMessages: true,
        maxRetries: 0,
        stopWhen: stepCountIs(MOST_ROUNDS),
      },
      tools: { read: tool({ inputSchema: jsonSchema<{ path: string }>(SCHEMA), execute: ({ path }) => read(path) }) },
      providerOptions: { anthropic: { thinking } },
      prepareStep: ({ messages: asked }) => ({ messages: marked(asked) }),
    });
    messages.push(...responseMessages);
  }
};

/** Marks the two newest messages of user or tools. */
function marked(messages: readonly ModelMessage[]): ModelMessage[] {
  const newest = messages.flatMap(({ role }, at) => (role === "user" || role === "tool" ? [at] : [])).slice(-2);
  // What a step was given comes again with the next one.
  return messages.map((message, at): ModelMessage => {
    if (message.role !== "user" && message.role !== "tool") return message;
    const { providerOptions: _, ...rest } = message;
    return newest.includes(at) ? { ...rest, providerOptions: { anthropic: { cacheControl: MARKER } } } : rest;
  });
}

export const langchainSession: LongAgent = async ({ url, fetch, model, prompts, system, read }) => {
  const reader = chainTool((args: unknown) => read((args as { path: string }).path), { name: "read", schema: SCHEMA });
  const thinking = thinksByItself(model)
    ? ({ type: "adaptive" } as const)
    : ({ type: "enabled", budget_tokens: 1024 } as const);
  const chat = new ChatAnthropic({
    ...{ apiKey: "sk-canary", model, thinking, maxTokens: 4096, maxRetries: 0, anthropicApiUrl: url },
    clientOptions: { fetch },
  }).bindTools([reader]);
  const messages: BaseMessage[] = [
    new SystemMessage({ content: [{ type: "text", text: system, cache_control: MARKER }] }),
  ];
  for (const prompt of prompts) {
    messages.push(new HumanMessage(prompt));
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const answer = await chat.invoke(messages, { cache_control: MARKER });
      messages.push(answer);
      if (!answer.tool_calls?.length) break;
      for (const call of answer.tool_calls) {
        messages.push((await reader.invoke({ ...call, type: "tool_call" })) as unknown as ToolMessage);
      }
    }
  }
};
