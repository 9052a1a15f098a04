// Reads a whole answer, streamed or not: what the model said, as it goes back in a further request, and what it calls.

import type { Wire } from "../../contract/report.js";
import { isRecord, type JsonRecord, parseJson } from "../../text/json-value.js";
import { type FunctionCall, TOOL_FORMS } from "../../wires/function-tool.js";
import { wireTable } from "../../wires/wire-table.js";

export interface Assembled {
  /** Elements to append to the request's list: the model's turn. */
  turn: readonly JsonRecord[];
  calls: readonly FunctionCall[];
}

/** What an answer said; undefined for one that cannot be read, or has no turn of the model's. */
export function assemble(wire: Wire, text: string, isStream: boolean): Assembled | undefined {
  const events = isStream ? eventsIn(text) : listOf(parseJson(text));
  const turn = TURNS.of(wire)(events.filter(isRecord), isStream);
  if (turn === undefined) return undefined;
  const calls = blocksOf(turn).flatMap((block) => TOOL_FORMS[wire].readCall(block) ?? []);
  return { turn, calls };
}

/** A model's turn is one message with a list of blocks, or a list of items. */
function blocksOf(turn: readonly JsonRecord[]): unknown[] {
  return turn.flatMap((one) => {
    const inner = [one.content, one.tool_calls, one.parts].filter(Array.isArray).flat();
    return [one, ...inner];
  });
}

function eventsIn(text: string): unknown[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => (line.startsWith("data:") ? [parseJson(line.slice(5))] : []));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

type Turn = readonly JsonRecord[] | undefined;

const TURNS = wireTable<(events: readonly JsonRecord[], isStream: boolean) => Turn>({
  "openai-chat": (events, isStream) => (isStream ? chatStream(events) : messageOf(events[0])),
  "openai-responses": (events, isStream) => {
    const done = isStream ? events.find(({ type }) => type === "response.completed")?.response : events[0];
    return isRecord(done) && Array.isArray(done.output) ? done.output.filter(isRecord) : undefined;
  },
  anthropic: (events, isStream) => {
    const content = isStream ? anthropicStream(events) : events[0]?.content;
    return Array.isArray(content) ? [{ role: "assistant", content }] : undefined;
  },
  gemini: (events) => {
    const parts = events.flatMap((event) => {
      const content = Object(listOf(event.candidates)[0]).content;
      return isRecord(content) && Array.isArray(content.parts) ? content.parts : [];
    });
    return parts.length === 0 ? undefined : [{ role: "model", parts }];
  },
});

function messageOf(answer: JsonRecord | undefined): Turn {
  const message = Object(listOf(answer?.choices)[0]).message;
  return isRecord(message) ? [message] : undefined;
}

/** Puts a message together from its deltas. */
function chatStream(events: readonly JsonRecord[]): Turn {
  const calls: { id: string; type: string; function: { name: string; arguments: string } }[] = [];
  let content = "";
  for (const event of events) {
    const delta = Object(Object(listOf(event.choices)[0]).delta);
    if (typeof delta.content === "string") content += delta.content;
    for (const piece of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
      const { index = calls.length, id, function: called } = Object(piece);
      const at = Number(index);
      if (!(at >= 0 && at <= calls.length)) return undefined;
      calls[at] ??= { id: "", type: "function", function: { name: "", arguments: "" } };
      const call = calls[at];
      if (typeof id === "string") call.id = id;
      call.function.name += called?.name ?? "";
      call.function.arguments += called?.arguments ?? "";
    }
  }
  return [{ role: "assistant", content: content || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
}

/** Puts blocks together from their deltas. */
function anthropicStream(events: readonly JsonRecord[]): JsonRecord[] | undefined {
  const blocks: JsonRecord[] = [];
  const inputs = new Map<JsonRecord, string>();
  for (const { type, content_block, delta, index } of events) {
    const at = Number(index);
    if (type === "content_block_start" && isRecord(content_block) && at === blocks.length) {
      blocks.push({ ...content_block });
    }
    const block = blocks[at];
    if (type !== "content_block_delta" || !isRecord(delta) || block === undefined) continue;
    if (delta.type === "input_json_delta") inputs.set(block, (inputs.get(block) ?? "") + String(delta.partial_json));
    for (const key of ["text", "thinking", "signature"] as const) {
      if (typeof delta[key] === "string") block[key] = `${block[key] ?? ""}${delta[key]}`;
    }
  }
  for (const [block, json] of inputs) block.input = parseJson(json || "{}") ?? {};
  return blocks.length === 0 ? undefined : blocks;
}
