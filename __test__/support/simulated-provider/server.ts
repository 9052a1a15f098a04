import type { ServerResponse } from "node:http";
import { type Respond, startUpstream, type Upstream } from "../../gateway/upstream.js";
import type { SimulatedProvider } from "./provider.js";
import type { Block, Json } from "./types.js";

/** The provider on loopback. */
export const startSimulatedProvider = (provider: SimulatedProvider): Promise<Upstream> =>
  startUpstream(respondWith(provider));

/** Answers `POST /v1/messages`, whole or as a stream. */
export function respondWith(provider: SimulatedProvider): Respond {
  return (request, response) => {
    if (!/\/v1\/messages(?:$|\?)/.test(request.url)) return whole(response, 404, { type: "error" });
    const betas = String(request.headers["anthropic-beta"] ?? "").split(/\s*,\s*/);
    const asked = JSON.parse(request.body.toString("utf8"));
    const { status, body } = provider.handle(asked, betas);
    return status === 200 && asked.stream === true ? stream(response, body) : whole(response, status, body);
  };
}

function whole(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, { content, stop_reason, usage, context_management, ...message }: Json): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const send = (event: Json) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: "message_start", message: { ...message, content: [], usage } });
  for (const [index, block] of (content as Block[]).entries()) {
    const { start, deltas } = piecesOf(block);
    send({ type: "content_block_start", index, content_block: start });
    for (const delta of deltas) send({ type: "content_block_delta", index, delta });
    send({ type: "content_block_stop", index });
  }
  const { output_tokens } = usage as Json;
  const managed = context_management === undefined ? {} : { context_management };
  send({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens }, ...managed });
  send({ type: "message_stop" });
  response.end();
}

/** A block as it begins, and what comes then. Redacted thinking comes whole. */
function piecesOf(block: Block): { start: Json; deltas: Json[] } {
  const { type, text, thinking, signature, input } = block;
  if (type === "text") return { start: { type, text: "" }, deltas: [{ type: "text_delta", text }] };
  if (type === "tool_use") {
    const partial_json = JSON.stringify(input);
    return { start: { ...block, input: {} }, deltas: [{ type: "input_json_delta", partial_json }] };
  }
  if (type !== "thinking") return { start: block, deltas: [] };
  return {
    start: { type, thinking: "", signature: "" },
    deltas: [
      { type: "thinking_delta", thinking },
      { type: "signature_delta", signature },
    ],
  };
}
