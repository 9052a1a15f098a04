// ANTHROPIC_API_KEY=… node examples/adapters/ai-sdk-middleware.mjs
import { anthropic } from "@ai-sdk/anthropic";
import { generateText, wrapLanguageModel } from "ai";
import { tamisModelMiddleware } from "tamis/adapters/ai-sdk";

const model = wrapLanguageModel({ model: anthropic("claude-sonnet-5"), middleware: tamisModelMiddleware() });

const { text } = await generateText({ model, prompt: "Say hello." });
console.log(text);
