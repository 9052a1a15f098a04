// OPENAI_API_KEY=… node examples/adapters/langchain.mjs
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware } from "langchain";
import { tamisAgentMiddleware } from "tamis/adapters/langchain";

const agent = createAgent({
  model: new ChatOpenAI({ model: "gpt-5-mini" }),
  tools: [],
  middleware: [createMiddleware(tamisAgentMiddleware())],
});

const { messages } = await agent.invoke({ messages: [{ role: "user", content: "Say hello." }] });
console.log(messages.at(-1).text);
