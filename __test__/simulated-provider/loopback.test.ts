import { describe, expect, it } from "vitest";
import { SimulatedProvider } from "../support/simulated-provider/provider.js";
import { startSimulatedProvider } from "../support/simulated-provider/server.js";
import type { Block, Json, MessagesRequest } from "../support/simulated-provider/types.js";
import { markedRequest, scripted } from "./session.js";

const FIRST = [{ role: "user", content: "x" }];

async function post(url: string, request: MessagesRequest): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(request),
  });
  return { status: response.status, text: await response.text() };
}

/** The blocks of a streamed answer, as a client puts them together. */
function blocksOfStream(text: string): Block[] {
  const blocks: Block[] = [];
  let json = "";
  for (const line of text.split("\n").filter((one) => one.startsWith("data: "))) {
    const event = JSON.parse(line.slice(6)) as Json & { delta: Json; content_block: Block };
    const last = blocks.at(-1);
    if (event.type === "content_block_start") {
      blocks.push({ ...event.content_block });
      json = "";
    }
    if (event.type !== "content_block_delta" || last === undefined) continue;
    const { type: _, partial_json, ...texts } = event.delta;
    if (typeof partial_json === "string") json += partial_json;
    if (json !== "") last.input = JSON.parse(json);
    for (const [key, value] of Object.entries(texts)) last[key] = `${String(last[key] ?? "")}${String(value)}`;
  }
  return blocks;
}

describe("the simulated provider on loopback", () => {
  it("answers as Anthropic does, whole and as a stream, and nothing else", async () => {
    const server = await startSimulatedProvider(new SimulatedProvider({ answer: scripted }));
    try {
      const answer = await post(`${server.url}/v1/messages`, markedRequest(FIRST));
      const body = JSON.parse(answer.text);
      expect(body).toMatchObject({
        type: "message",
        stop_reason: "tool_use",
        usage: { output_tokens: expect.any(Number) },
      });
      const streamed = await post(`${server.url}/v1/messages`, markedRequest(FIRST, { extra: { stream: true } }));
      const blocks = blocksOfStream(streamed.text);
      expect(blocks.map(({ signature: _, ...block }) => block)).toEqual(
        body.content.map(({ signature: _, ...block }: Block) => block),
      );
      expect(blocks[0]?.signature).toMatch(/^proof \d+$/);
      expect((await post(`${server.url}/v1/other`, markedRequest(FIRST))).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});
