// Requests of an agent with a history, one for each wire, each with old results that the default policy masks.
import type { Wire } from "../../ts/index.js";

const result = (turn: number, chars: number) => `result ${turn} `.padEnd(chars, "x y z ");

/** @param turns tool turns, of which the newest two stay */
export function agentRequest(wire: Wire, { turns = 24, chars = 2000, model = "m-1" } = {}): object {
  const list = Array.from({ length: turns }, (_, turn) => turn);
  switch (wire) {
    case "openai-chat":
      return {
        model,
        messages: [
          { role: "user", content: "go" },
          ...list.flatMap((turn) => [
            {
              role: "assistant",
              content: null,
              tool_calls: [{ id: `call_${turn}`, type: "function", function: { name: "read", arguments: "{}" } }],
            },
            { role: "tool", tool_call_id: `call_${turn}`, content: result(turn, chars) },
          ]),
        ],
      };
    case "openai-responses":
      return {
        model,
        input: [
          { role: "user", content: "go" },
          ...list.flatMap((turn) => [
            { type: "function_call", call_id: `call_${turn}`, name: "read", arguments: "{}" },
            { type: "function_call_output", call_id: `call_${turn}`, output: result(turn, chars) },
          ]),
        ],
      };
    case "anthropic":
      return {
        model,
        max_tokens: 100,
        messages: [
          { role: "user", content: "go" },
          ...list.flatMap((turn) => [
            { role: "assistant", content: [{ type: "tool_use", id: `toolu_${turn}`, name: "read", input: {} }] },
            {
              role: "user",
              content: [{ type: "tool_result", tool_use_id: `toolu_${turn}`, content: result(turn, chars) }],
            },
          ]),
        ],
      };
    case "gemini":
      return {
        contents: [
          // Long enough that the request without its old results is still cached.
          { role: "user", parts: [{ text: "go on ".repeat(3000) }] },
          ...list.flatMap((turn) => [
            { role: "model", parts: [{ functionCall: { name: "read", args: {} } }] },
            {
              role: "user",
              parts: [{ functionResponse: { name: "read", response: { output: result(turn, chars) } } }],
            },
          ]),
        ],
      };
  }
}

/** Where each wire's requests go. */
export const PATHS: Record<Wire, string> = {
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
  gemini: "/v1beta/models/m-1:generateContent",
};

export const WIRES = Object.keys(PATHS) as Wire[];

export const bytesOf = (request: object): Buffer => Buffer.from(JSON.stringify(request));
