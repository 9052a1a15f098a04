// An agent made with the official OpenAI SDK, a gateway, and a scripted model behind it, all on this machine: the agent
// searches files until the model is satisfied. Nothing of the agent knows of the gateway but its base URL.
import { createServer } from "node:http";
import OpenAI from "openai";
import { createGateway } from "tamis/gateway";

const WORDS = [
  "export function",
  "import type",
  "readonly",
  "throw new",
  "return undefined",
  "private",
  "async",
  "catch",
];
const MOST_HITS = 150;

/** What `grep -n` prints. */
function grep(files, word) {
  const hits = [...files].flatMap(([name, text]) =>
    text.split("\n").flatMap((line, at) => (line.includes(word) ? [`${name}:${at + 1}:${line}`] : [])),
  );
  return hits.slice(0, MOST_HITS).join("\n");
}

/** Runs the agent, streaming; gives what it sent and what reached the model. */
export async function runAgent(files) {
  const model = await startModel();
  const gateway = createGateway({
    gateway: { port: 0, logLevel: "silent" },
    upstreams: { openai: model.url },
  });
  const url = await gateway.listen();
  try {
    const answer = await converse(new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 }), files);
    return { url, answer, totals: { ...gateway.totals }, bytesArrived: model.bytesArrived() };
  } finally {
    await gateway.close({ drainMs: 100 });
    await model.close();
  }
}

async function converse(client, files) {
  const tool = { type: "function", function: { name: "grep", parameters: { type: "object" } } };
  const messages = [{ role: "user", content: "Search the sources and tell me what you find." }];
  for (;;) {
    const stream = client.chat.completions.stream({ model: "scripted", messages, tools: [tool] });
    const { message } = (await stream.finalChatCompletion()).choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    for (const { id, function: called } of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: id, content: grep(files, JSON.parse(called.arguments).pattern) });
    }
  }
}

/** Asks for one search after the other, then gives its answer; as server-sent events. */
async function startModel() {
  let bytesArrived = 0;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bytesArrived += body.length;
    const turn = JSON.parse(body).messages.filter(({ role }) => role === "tool").length;
    const call = { index: 0, id: `call_${turn}`, type: "function" };
    const args = JSON.stringify({ pattern: WORDS[turn] });
    const delta =
      turn < WORDS.length
        ? { role: "assistant", tool_calls: [{ ...call, function: { name: "grep", arguments: args } }] }
        : { role: "assistant", content: `I have searched ${WORDS.length} times.` };
    const finish = turn < WORDS.length ? "tool_calls" : "stop";
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const choice of [
      { delta, finish_reason: null },
      { delta: {}, finish_reason: finish },
    ]) {
      const chunk = { id: `c${turn}`, object: "chat.completion.chunk", created: 1, model: "scripted" };
      response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bytesArrived: () => bytesArrived,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
