// npm start -- "PROMPT": an agent that reads files, and prints its answer.
import { readFile } from "node:fs/promises";
import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { tamisFetch } from "tamis/adapters/fetch";
import { z } from "zod";

const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);
const openai = createOpenAI({ fetch: tamisFetch(undefined, { onReport }) });

const read_file = createTool({
  id: "read_file",
  description: "Reads a text file.",
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(path, "utf8"),
});

const agent = new Agent({
  id: "reader",
  name: "Reader",
  instructions: "Answer from the files.",
  model: openai("gpt-5-mini"),
  tools: { read_file },
});
const { text } = await agent.generate(process.argv[2] ?? "What does package.json say?", { maxSteps: 50 });
console.log(text);
