import { ChatAnthropic } from "@langchain/anthropic";
import { type AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { type AgentMiddleware, createAgent } from "langchain";
import { type Agent, type AgentRun, MAX_ROUNDS, neverAnswered, runTool, TASK, TOOLS } from "./agent.js";

type ChatModel = ChatOpenAI | ChatAnthropic;

const tools = TOOLS.map(({ name, description, parameters }) =>
  tool((args: unknown) => runTool(name, args), { name, description, schema: parameters }),
);

const openaiModel = ({ url, fetch }: AgentRun, useResponsesApi: boolean) =>
  new ChatOpenAI({
    apiKey: "sk-canary",
    model: "gpt-5",
    maxRetries: 0,
    useResponsesApi,
    configuration: { baseURL: `${url}/v1`, ...(fetch && { fetch }) },
  });

export const chatModels = {
  chat: (run: AgentRun): ChatModel => openaiModel(run, false),
  responses: (run: AgentRun): ChatModel => openaiModel(run, true),
  anthropic: ({ url, fetch }: AgentRun): ChatModel =>
    new ChatAnthropic({
      apiKey: "sk-canary",
      model: "claude-sonnet-5",
      maxRetries: 0,
      anthropicApiUrl: url,
      clientOptions: { ...(fetch && { fetch }) },
    }),
};

/** The `langchain` package's agent over a model. */
function graphAgent(modelOf: (run: AgentRun) => ChatModel, middleware: AgentMiddleware[]): Agent {
  return async (run) => {
    const agent = createAgent({ model: modelOf(run), tools, middleware });
    const options = { recursionLimit: 5 * MAX_ROUNDS, ...(run.signal && { signal: run.signal }) };
    const input = { messages: [new HumanMessage(TASK)] };
    if (!run.stream) return (await agent.invoke(input, options)).messages.at(-1)?.text ?? "";
    // Messages make the model stream, values are what comes of it.
    let answer = "";
    for await (const [mode, state] of await agent.stream(input, { ...options, streamMode: ["messages", "values"] })) {
      if (mode === "values") answer = (state as { messages: BaseMessage[] }).messages.at(-1)?.text ?? "";
    }
    return answer;
  };
}

/** A loop of one's own over a chat model with tools bound to it. */
function loopAgent(modelOf: (run: AgentRun) => ChatModel): Agent {
  return async (run) => {
    const model = modelOf(run).bindTools(tools);
    const messages: Parameters<typeof model.invoke>[0] & unknown[] = [new HumanMessage(TASK)];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const options = run.signal ? { signal: run.signal } : {};
      const message = run.stream
        ? await joined(await model.stream(messages, options))
        : await model.invoke(messages, options);
      if (!message.tool_calls?.length) return message.text;
      messages.push(message);
      for (const call of message.tool_calls) {
        const found = tools.find(({ name }) => name === call.name);
        messages.push(await (found as (typeof tools)[number]).invoke({ ...call, type: "tool_call" }));
      }
    }
    throw neverAnswered();
  };
}

async function joined(chunks: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let message: AIMessageChunk | undefined;
  for await (const chunk of chunks) message = message?.concat(chunk) ?? chunk;
  return message as AIMessageChunk;
}

export function langchainAgents(middleware: AgentMiddleware[] = []): Record<string, Agent> {
  return {
    chat: graphAgent(chatModels.chat, middleware),
    responses: graphAgent(chatModels.responses, middleware),
    anthropic: graphAgent(chatModels.anthropic, middleware),
  };
}

export const langchainLoops: Record<string, Agent> = {
  chat: loopAgent(chatModels.chat),
  anthropic: loopAgent(chatModels.anthropic),
};
