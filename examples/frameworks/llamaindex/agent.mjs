// npm start -- "PROMPT": an agent that reads files, and prints its answer.
import { readFile } from "node:fs/promises";
import { openai } from "@llamaindex/openai";
import { agent } from "@llamaindex/workflow";
import { tool } from "llamaindex";
import { tamisFetch } from "tamis/adapters/fetch";
import { z } from "zod";

const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);

const readFileTool = tool({
  name: "read_file",
  description: "Reads a text file.",
  parameters: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(path, "utf8"),
});

const reader = agent({
  llm: openai({ model: "gpt-5-mini", additionalSessionOptions: { fetch: tamisFetch(undefined, { onReport }) } }),
  tools: [readFileTool],
  timeout: 600,
});
const { data } = await reader.run(process.argv[2] ?? "What does package.json say?");
console.log(data.result);
