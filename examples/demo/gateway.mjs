// An agent made with the official OpenAI SDK, a gateway, and a scripted model behind it, all on this machine: the agent
// reads files until the model is satisfied. Nothing of the agent knows of the gateway but its base URL.
import { createServer } from "node:http";
import OpenAI from "openai";
import { createGateway } from "tamis/gateway";

const TURNS = 14;

/** Runs the agent, streaming; gives what it sent and what reached the model. */
export async function runAgent(files) {
  const model = await startModel(files);
  const gateway = createGateway({
    gateway: { port: 0, logLevel: "silent" },
    upstreams: { openai: model.url },
    policies: { default: { mask: { windowTurns: 4 } } },
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
  const tool = { type: "function", function: { name: "read_file", parameters: { type: "object" } } };
  const messages = [{ role: "user", content: "Read every file and tell me how many there are." }];
  for (;;) {
    const stream = client.chat.completions.stream({ model: "scripted", messages, tools: [tool] });
    const { message } = (await stream.finalChatCompletion()).choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return message.content;
    for (const { id, function: called } of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: id, content: files.get(JSON.parse(called.arguments).path) });
    }
  }
}

/** Asks for one file after the other, then gives its answer; as server-sent events. */
async function startModel(files) {
  const paths = [...files.keys()].slice(0, TURNS);
  let bytesArrived = 0;
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bytesArrived += body.length;
    const turn = JSON.parse(body).messages.filter(({ role }) => role === "tool").length;
    const call = { index: 0, id: `call_${turn}`, type: "function" };
    const args = JSON.stringify({ path: paths[turn] });
    const delta =
      turn < paths.length
        ? { role: "assistant", tool_calls: [{ ...call, function: { name: "read_file", arguments: args } }] }
        : { role: "assistant", content: `There are ${paths.length} files.` };
    const finish = turn < paths.length ? "tool_calls" : "stop";
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
