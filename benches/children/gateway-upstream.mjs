// A provider with short answers, for measuring a gateway in front of it. It reads a request and answers a short
// completion, as a stream if the body begins with a request for one. Sends its port to the parent process.
import { createServer } from "node:http";

const WHOLE = JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, message: { role: "assistant", content: "done" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const EVENT = `data: ${JSON.stringify({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, delta: { content: "done" }, finish_reason: null }],
})}\n\n`;

const server = createServer((request, response) => {
  let first;
  request.on("data", (chunk) => {
    first ??= chunk.toString("latin1", 0, 40);
  });
  request.on("end", () => {
    if (!first?.includes('"stream":true')) {
      response.writeHead(200, { "content-type": "application/json", "content-length": WHOLE.length }).end(WHOLE);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(EVENT);
    setTimeout(() => response.end("data: [DONE]\n\n"), 2);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
