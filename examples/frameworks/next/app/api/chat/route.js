// POST /api/chat with a prompt as its body: an agent that reads this project's files, and streams its answer.
import { readFile } from "node:fs/promises";
import { createOpenAI } from "@ai-sdk/openai";
import { isStepCount, jsonSchema, streamText, tool } from "ai";
import { tamisFetch } from "tamis/adapters/fetch";

const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);
const openai = createOpenAI({ fetch: tamisFetch(undefined, { onReport }) });

const inputSchema = jsonSchema({ type: "object", properties: { path: { type: "string" } }, required: ["path"] });
const read_file = tool({
  description: "Reads a text file.",
  inputSchema,
  execute: ({ path }) => readFile(path, "utf8"),
});

export async function POST(request) {
  const prompt = await request.text();
  return streamText({
    model: openai("gpt-5-mini"),
    prompt,
    tools: { read_file },
    stopWhen: isStepCount(50),
  }).toTextStreamResponse();
}
