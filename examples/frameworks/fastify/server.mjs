// A service whose route streams a model's answer: POST /chat with { messages, tools } as of OpenAI's Chat Completions.
import { Readable } from "node:stream";
import fastify from "fastify";
import OpenAI from "openai";
import { tamisFetch } from "tamis/adapters/fetch";

const app = fastify({ bodyLimit: 50_000_000 });
const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);
const openai = new OpenAI({ fetch: tamisFetch(undefined, { onReport }) });

app.post("/chat", async ({ body: { messages, tools } }, reply) => {
  const events = await openai.chat.completions.create({ model: "gpt-5-mini", messages, tools, stream: true });
  return reply.type("text/plain; charset=utf-8").send(Readable.from(texts(events)));
});

async function* texts(events) {
  for await (const { choices } of events) yield choices[0]?.delta.content ?? "";
}

await app.listen({ port: Number(process.env.PORT ?? 3000) });
console.log(`listening on ${app.addresses()[0].port}`);
