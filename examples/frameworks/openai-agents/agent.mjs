// npm start -- "PROMPT": an agent that reads files, and prints its answer.
import { readFile } from "node:fs/promises";
import { Agent, run, setDefaultOpenAIClient, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { tamisFetch } from "tamis/adapters/fetch";
import { z } from "zod";

const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);
setDefaultOpenAIClient(new OpenAI({ fetch: tamisFetch(undefined, { onReport }) }));
setTracingDisabled(true);

const readFileTool = tool({
  name: "read_file",
  description: "Reads a text file.",
  parameters: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(path, "utf8"),
});

const agent = new Agent({ name: "Reader", model: "gpt-5-mini", tools: [readFileTool] });
const { finalOutput } = await run(agent, process.argv[2] ?? "What does package.json say?", { maxTurns: 50 });
console.log(finalOutput);
