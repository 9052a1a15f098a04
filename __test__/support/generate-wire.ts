import type { Wire } from "../../ts/contract/report.js";
import { type GenerateOptions, generateChatRequest } from "./generate.js";
import { type ChatMessage, onWire } from "./on-wire.js";

/**
 * The conversation of {@link generateChatRequest} as compact JSON bytes of any wire: the same texts, calls and results
 * in the same order. Sizes differ from `targetBytes` by what the wires' own keys take.
 */
export function generateWireBody(wire: Wire, options: GenerateOptions): Buffer {
  const request = generateChatRequest(options);
  const messages = request.messages as ChatMessage[];
  const body = wire === "openai-chat" ? request : WRITERS[wire](onWire(wire, messages), messages[0]?.content ?? "");
  return Buffer.from(JSON.stringify(body));
}

const WRITERS: Record<Exclude<Wire, "openai-chat">, (list: object[], system: string) => object> = {
  "openai-responses": (input, instructions) => ({ model: "gpt-5", instructions, input, store: false }),
  anthropic: (messages, system) => ({ model: "claude-sonnet-4-5", max_tokens: 8_000, system, messages }),
  gemini: (contents, text) => ({ systemInstruction: { parts: [{ text }] }, contents }),
};
