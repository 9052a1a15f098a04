// OPENAI_API_KEY=… node examples/adapters/ai-sdk.mjs
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
import { tamisFetch } from "tamis/adapters/fetch";

const openai = createOpenAI({ fetch: tamisFetch() });

const { text } = await generateText({ model: openai("gpt-5-mini"), prompt: "Say hello." });
console.log(text);
