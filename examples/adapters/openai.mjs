// OPENAI_API_KEY=… node examples/adapters/openai.mjs
import OpenAI from "openai";
import { tamisFetch } from "tamis/adapters/fetch";

const client = new OpenAI({
  fetch: tamisFetch(
    { mask: { windowTurns: 6 } },
    { onReport: ({ maskedCount, toolResultCount }) => console.log(`masked ${maskedCount} of ${toolResultCount}`) },
  ),
});

const { choices } = await client.chat.completions.create({
  model: "gpt-5-mini",
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(choices[0].message.content);
