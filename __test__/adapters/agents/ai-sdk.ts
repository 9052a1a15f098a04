import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from "ai";
import { type Agent, type AgentRun, MAX_ROUNDS, runTool, TASK, TOOLS } from "./agent.js";

type Model = Exclude<LanguageModel, string>;

/** The AI SDK's own loop over a model. */
function agentOf(modelOf: (run: AgentRun) => Model): Agent {
  return async (run) => {
    const options = {
      model: modelOf(run),
      prompt: TASK,
      tools: Object.fromEntries(
        TOOLS.map(({ name, description, parameters }) => [
          name,
          tool({ description, inputSchema: jsonSchema(parameters), execute: (args) => runTool(name, args) }),
        ]),
      ),
      stopWhen: stepCountIs(MAX_ROUNDS),
      maxRetries: 0,
      ...(run.signal && { abortSignal: run.signal }),
    };
    if (!run.stream) return (await generateText(options)).text;
    let failure: unknown;
    const result = streamText({
      ...options,
      onError: ({ error }) => {
        failure = error;
      },
    });
    await result.consumeStream();
    // The text would be that of the steps before.
    if (failure !== undefined) throw failure;
    return await result.text;
  };
}

const settings = ({ url, fetch }: AgentRun, path = "/v1") => ({
  apiKey: "sk-canary",
  baseURL: `${url}${path}`,
  ...(fetch && { fetch }),
});

export const models = {
  chat: (run: AgentRun) => createOpenAI(settings(run)).chat("gpt-5"),
  responses: (run: AgentRun) => createOpenAI(settings(run)).responses("gpt-5"),
  anthropic: (run: AgentRun) => createAnthropic(settings(run))("claude-sonnet-5"),
  google: (run: AgentRun) => createGoogleGenerativeAI(settings(run, "/v1beta"))("gemini-2.5-pro"),
};

/** The `ai` package with each provider; `wrap` puts a middleware around the model. */
export function aiSdkAgents(wrap: (model: Model) => Model = (model) => model): Record<keyof typeof models, Agent> {
  return {
    chat: agentOf((run) => wrap(models.chat(run))),
    responses: agentOf((run) => wrap(models.responses(run))),
    anthropic: agentOf((run) => wrap(models.anthropic(run))),
    google: agentOf((run) => wrap(models.google(run))),
  };
}
