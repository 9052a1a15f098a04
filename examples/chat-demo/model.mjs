// A model that is none: it streams a few words about what it was asked, in the protocol of OpenAI's chat completions.
import { createServer } from "node:http";

const WORD_MS = 30;

/** Starts it on this machine. @returns {Promise<{ url: string, close: () => void }>} */
export async function startModel() {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { model, messages } = JSON.parse(body);
    response.writeHead(200, { "content-type": "text/event-stream" });
    await stream(response, model, answerTo(messages), Math.ceil(body.length / 4));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close };
}

function answerTo(messages) {
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const words = asked.split(/\s+/).slice(0, 8).join(" ");
  const count = `${messages.length} ${messages.length === 1 ? "message" : "messages"}`;
  return `You said "${words}". I got ${count} with your request. I am a script on your own machine, so this is all I know; try /stats, or go on until the context is full and watch what happens.`;
}

async function stream(response, model, text, inputTokens) {
  const send = (more) =>
    response.write(`data: ${JSON.stringify({ id: "demo", object: "chat.completion.chunk", model, ...more })}\n\n`);
  const piece = (delta, finish_reason = null) => send({ choices: [{ index: 0, delta, finish_reason }] });
  const words = text.match(/\S+\s*/g) ?? [];
  for (const word of words) {
    if (response.destroyed) return;
    piece({ content: word });
    await new Promise((resolve) => setTimeout(resolve, WORD_MS));
  }
  piece({}, "stop");
  send({ choices: [], usage: { prompt_tokens: inputTokens, completion_tokens: words.length } });
  response.end("data: [DONE]\n\n");
}
