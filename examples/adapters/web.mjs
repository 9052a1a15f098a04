// Any server that takes a web-standard handler. UPSTREAM=https://api.openai.com node examples/adapters/web.mjs
import { withTamis } from "tamis/adapters/server";

const { UPSTREAM = "https://api.openai.com" } = process.env;

const handler = withTamis((request) => {
  const { pathname, search } = new URL(request.url);
  return fetch(`${UPSTREAM}${pathname}${search}`, request);
});

const headers = { "content-type": "application/json", authorization: `Bearer ${process.env.OPENAI_API_KEY}` };
const body = JSON.stringify({ model: "gpt-5-mini", messages: [{ role: "user", content: "Say hello." }] });
const answer = await handler(new Request("http://localhost/v1/chat/completions", { method: "POST", headers, body }));
console.log((await answer.json()).choices[0].message.content);
