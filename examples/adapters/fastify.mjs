// A proxy. PORT=8080 UPSTREAM=https://api.openai.com node examples/adapters/fastify.mjs
import fastify from "fastify";
import { tamisFastify } from "tamis/adapters/server";

const { PORT = "8080", UPSTREAM = "https://api.openai.com" } = process.env;

const app = fastify({ bodyLimit: 50_000_000 });
app.addHook("preHandler", tamisFastify());
app.post("/v1/chat/completions", async ({ url, headers, body }, reply) => {
  const answer = await fetch(`${UPSTREAM}${url}`, {
    method: "POST",
    headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return reply
    .code(answer.status)
    .type(answer.headers.get("content-type") ?? "")
    .send(answer.body);
});
await app.listen({ port: Number(PORT) });
console.log(`listening on ${app.addresses()[0].port}`);
