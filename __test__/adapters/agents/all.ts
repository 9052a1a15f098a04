// Every SDK's agent, by name.
import type { Agent } from "./agent.js";
import { aiSdkAgents } from "./ai-sdk.js";
import { anthropicMessages } from "./anthropic.js";
import { googleGenAi } from "./google.js";
import { langchainAgents, langchainLoops } from "./langchain.js";
import { openaiChat, openaiResponses } from "./openai.js";

const ai = aiSdkAgents();
const langchain = langchainAgents();

export const AGENTS: Record<string, Agent> = {
  "openai, chat": openaiChat,
  "openai, responses": openaiResponses,
  "@anthropic-ai/sdk": anthropicMessages,
  "@google/genai": googleGenAi,
  "ai, @ai-sdk/openai chat": ai.chat,
  "ai, @ai-sdk/openai responses": ai.responses,
  "ai, @ai-sdk/anthropic": ai.anthropic,
  "ai, @ai-sdk/google": ai.google,
  "langchain, @langchain/openai chat": langchain.chat as Agent,
  "langchain, @langchain/openai responses": langchain.responses as Agent,
  "langchain, @langchain/anthropic": langchain.anthropic as Agent,
  "@langchain/openai, own loop": langchainLoops.chat as Agent,
  "@langchain/anthropic, own loop": langchainLoops.anthropic as Agent,
};
