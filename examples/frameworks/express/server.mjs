// A service whose route asks a model: POST /chat with { messages, tools } as of OpenAI's Chat Completions.
import express from "express";
import OpenAI from "openai";
import { tamisFetch } from "tamis/adapters/fetch";

const onReport = ({ bytes }) => console.log(`${bytes.before} -> ${bytes.after} bytes`);
const openai = new OpenAI({ fetch: tamisFetch(undefined, { onReport }) });

const app = express();
app.use(express.json({ limit: "50mb" }));
app.post("/chat", async ({ body: { messages, tools } }, response) => {
  const { choices } = await openai.chat.completions.create({ model: "gpt-5-mini", messages, tools });
  response.json(choices[0].message);
});

const server = app.listen(Number(process.env.PORT ?? 3000), () => console.log(`listening on ${server.address().port}`));
