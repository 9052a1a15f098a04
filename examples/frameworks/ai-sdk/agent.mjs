// npm start -- "PROMPT": an agent that reads files, and prints its answer.
import { readFile } from "node:fs/promises";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, tool } from "ai";
import { tamisFetch } from "tamis/adapters/fetch";
import { z } from "zod";

const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);
const openai = createOpenAI({ fetch: tamisFetch(undefined, { onReport }) });

const read_file = tool({
  description: "Reads a text file.",
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(path, "utf8"),
});

const { text } = await generateText({
  model: openai("gpt-5-mini"),
  prompt: process.argv[2] ?? "What does package.json say?",
  tools: { read_file },
  stopWhen: isStepCount(50),
});
console.log(text);
