// Requests of an agent with a history, one for each wire, each with old results that the default policy masks.
import type { Wire } from "../../ts/index.js";
import { chatOf, onWire, type Turn } from "../support/on-wire.js";
import { LIST_KEYS } from "../support/wire-shapes.js";

/** @param turns tool turns, of which the newest two stay */
export function agentRequest(wire: Wire, { turns = 24, chars = 2000, model = "m-1" } = {}): object {
  // On Gemini long enough that the request without its old results is still cached.
  const said: Turn[] = [{ user: wire === "gemini" ? "go on ".repeat(3000) : "go" }];
  for (let turn = 0; turn < turns; turn++)
    said.push({ calls: [{ tool: "read", result: `result ${turn} `.padEnd(chars, "x y z ") }] });
  const list = { [LIST_KEYS[wire]]: onWire(wire, chatOf(said)) };
  if (wire === "gemini") return list;
  return { model, ...(wire === "anthropic" ? { max_tokens: 100 } : {}), ...list };
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
