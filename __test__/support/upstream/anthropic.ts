import { event, halves, type Protocol, type Reply } from "./protocol.js";

const USAGE = { input_tokens: 8, cache_read_input_tokens: 30, cache_creation_input_tokens: 2, output_tokens: 8 };

/** Anthropic Messages. */
export const anthropic: Protocol = {
  whole: (reply, model, turn) => ({
    ...start(model, turn),
    content: blocksOf(reply),
    stop_reason: stopOf(reply),
    usage: USAGE,
  }),
  events(reply, model, turn) {
    const message = { ...start(model, turn), content: [], stop_reason: null, usage: { ...USAGE, output_tokens: 1 } };
    const delta = { stop_reason: stopOf(reply), stop_sequence: null };
    const events = [
      { type: "message_start", message },
      { type: "ping" },
      ...blocksOf(reply).flatMap(blockEvents),
      { type: "message_delta", delta, usage: { output_tokens: 8 } },
      { type: "message_stop" },
    ];
    return events.map((data) => event(data, data.type));
  },
  error: (status) => ({ type: "error", error: { type: "api_error", message: `scripted ${status}` } }),
  errorEvent: (type) => event({ type: "error", error: { type, message: "scripted" } }, "error"),
};

type Block = { type: "text"; text: string } | { type: "tool_use"; id: string; name: string; input: object };

const start = (model: string, turn: number) => ({
  id: `msg_${turn}`,
  type: "message",
  role: "assistant",
  model,
  stop_sequence: null,
});
const stopOf = ({ calls }: Reply): string => (calls ? "tool_use" : "end_turn");

function blocksOf({ text, calls = [] }: Reply): Block[] {
  const used = calls.map(({ id, name, args }): Block => ({ type: "tool_use", id, name, input: args }));
  return text === undefined ? used : [{ type: "text", text }, ...used];
}

function blockEvents(block: Block, index: number): { type: string }[] {
  const deltas =
    block.type === "text"
      ? halves(block.text).map((text) => ({ type: "text_delta", text }))
      : halves(JSON.stringify(block.input)).map((partial_json) => ({ type: "input_json_delta", partial_json }));
  const empty = block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
  const stop = { type: "content_block_stop", index };
  return [
    { type: "content_block_start", index, content_block: empty } as { type: string },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    stop,
  ];
}
