// npm start -- "PROMPT": an agent that reads files, and prints its answer.
import { readFile } from "node:fs/promises";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware } from "langchain";
import { tamisAgentMiddleware } from "tamis/adapters/langchain";
import { z } from "zod";

const onReport = ({ tokens }) => console.log(`${tokens.before} -> ${tokens.after} tokens`);

const readFileTool = tool(({ path }) => readFile(path, "utf8"), {
  name: "read_file",
  description: "Reads a text file.",
  schema: z.object({ path: z.string() }),
});

const agent = createAgent({
  model: new ChatOpenAI({ model: "gpt-5-mini" }),
  tools: [readFileTool],
  middleware: [createMiddleware(tamisAgentMiddleware(undefined, { onReport, tokens: true }))],
});

const prompt = process.argv[2] ?? "What does package.json say?";
const { messages } = await agent.invoke({ messages: [{ role: "user", content: prompt }] }, { recursionLimit: 200 });
console.log(messages.at(-1).text);
