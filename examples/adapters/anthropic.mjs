// ANTHROPIC_API_KEY=… node examples/adapters/anthropic.mjs
import Anthropic from "@anthropic-ai/sdk";
import { tamisFetch } from "tamis/adapters/fetch";

const client = new Anthropic({ fetch: tamisFetch() });

const stream = client.messages.stream({
  model: "claude-sonnet-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(await stream.finalText());
