// A proxy. PORT=8080 UPSTREAM=https://api.openai.com node examples/adapters/express.mjs
import { Readable } from "node:stream";
import express from "express";
import { tamisExpress } from "tamis/adapters/server";

const { PORT = "8080", UPSTREAM = "https://api.openai.com" } = process.env;

const app = express();
app.use(express.raw({ type: () => true, limit: "50mb" }), tamisExpress());
app.post("/v1/chat/completions", async ({ originalUrl, headers, body }, res) => {
  const { authorization = "", "content-type": type = "" } = headers;
  const answer = await fetch(`${UPSTREAM}${originalUrl}`, {
    method: "POST",
    headers: { authorization, "content-type": type },
    body,
  });
  res.status(answer.status).type(answer.headers.get("content-type") ?? "");
  Readable.fromWeb(answer.body).pipe(res);
});
const server = app.listen(Number(PORT), () => console.log(`listening on ${server.address().port}`));
