// A provider that leads an agent through a fixed number of turns of parallel tool calls, then says its last word; in
// every protocol, whole or streamed as the request asks.
import type { ServerResponse } from "node:http";
import type { Wire } from "../../ts/index.js";
import type { Arrived, Respond } from "./upstream.js";

export const LAST_WORD = "All files are read: 完.";
/** Tool calls of every turn. */
export const CALLS_A_TURN = 2;

type Body = Record<string, unknown> & { stream?: boolean };

interface Call {
  id: string;
  name: "read_file";
  path: string;
}

/** @param turns tool turns before the last word */
export function provider(turns: number): Respond {
  return (request, response) => {
    const wire = wireOf(request.url);
    const body = JSON.parse(request.body.toString("utf8")) as Body;
    const turn = turnOf(wire, body);
    const calls = Array.from(
      { length: turn < turns ? CALLS_A_TURN : 0 },
      (_, at): Call => ({ id: `call_${turn}_${at}`, name: "read_file", path: `src/${turn}-${at}.ts` }),
    );
    const streamed = wire === "gemini" ? request.url.includes(":stream") : body.stream === true;
    const { whole, events } = ANSWERS[wire](calls, turn);
    if (streamed) stream(response, events);
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
  };
}

/** An answer with an error status, in each provider's shape. */
export function failing(status: number): Respond {
  return (request: Arrived, response) => {
    const shapes: Record<Wire, object> = {
      "openai-chat": { error: { message: "scripted", type: "x", code: null, param: null } },
      "openai-responses": { error: { message: "scripted", type: "x", code: null, param: null } },
      anthropic: { type: "error", error: { type: "rate_limit_error", message: "scripted" } },
      gemini: { error: { code: status, message: "scripted", status: "RESOURCE_EXHAUSTED" } },
    };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(shapes[wireOf(request.url)]));
  };
}

function stream(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(event);
  response.end();
}

export function wireOf(url: string): Wire {
  if (url.includes("/chat/completions")) return "openai-chat";
  if (url.includes("/responses")) return "openai-responses";
  return url.includes("/messages") ? "anthropic" : "gemini";
}

/** How many tool turns the request holds. */
function turnOf(wire: Wire, body: Body): number {
  const list = (
    wire === "gemini" ? body.contents : wire === "openai-responses" ? body.input : body.messages
  ) as unknown[];
  const text = JSON.stringify(list);
  const marks: Record<Wire, RegExp> = {
    "openai-chat": /"role":"tool"/g,
    "openai-responses": /"type":"function_call_output"/g,
    anthropic: /"type":"tool_result"/g,
    gemini: /"functionResponse":/g,
  };
  return (text.match(marks[wire])?.length ?? 0) / CALLS_A_TURN;
}

type Answer = (calls: readonly Call[], turn: number) => { whole: object; events: string[] };

const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
const named = (body: { type: string } & Record<string, unknown>) =>
  `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;
const argumentsOf = ({ path }: Call) => JSON.stringify({ path });
const halves = (text: string) => [text.slice(0, 5), text.slice(5)];

const ANSWERS: Record<Wire, Answer> = {
  "openai-chat"(calls, turn) {
    const base = { id: `chatcmpl-${turn}`, created: 1, model: "m-1" };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const tool_calls = calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: argumentsOf(call) },
    }));
    const finish = calls.length > 0 ? "tool_calls" : "stop";
    const message =
      calls.length > 0 ? { role: "assistant", content: null, tool_calls } : { role: "assistant", content: LAST_WORD };
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
    const deltas = calls.flatMap((call, index) => {
      const [first, second] = halves(argumentsOf(call));
      const start = { index, id: call.id, type: "function", function: { name: call.name, arguments: first } };
      return [chunk({ tool_calls: [start] }), chunk({ tool_calls: [{ index, function: { arguments: second } }] })];
    });
    const texts = calls.length > 0 ? [] : halves(LAST_WORD).map((content) => chunk({ content }));
    return {
      whole: { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason: finish }], usage },
      events: [
        chunk({ role: "assistant", content: calls.length > 0 ? null : "" }),
        ...deltas,
        ...texts,
        chunk({}, finish),
        data({ ...base, object: "chat.completion.chunk", choices: [], usage }),
        "data: [DONE]\n\n",
      ],
    };
  },
  "openai-responses"(calls, turn) {
    const items = calls.map((call) => ({
      type: "function_call",
      id: `fc_${call.id}`,
      call_id: call.id,
      name: call.name,
      arguments: argumentsOf(call),
      status: "completed",
    }));
    const content = [{ type: "output_text", text: LAST_WORD, annotations: [] }];
    const message = { type: "message", id: `msg_${turn}`, role: "assistant", status: "completed", content };
    const output: Record<string, unknown>[] = calls.length > 0 ? items : [message];
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      total_tokens: 15,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const response = {
      id: `resp_${turn}`,
      object: "response",
      created_at: 1,
      model: "m-1",
      status: "completed",
      error: null,
      incomplete_details: null,
      instructions: null,
      parallel_tool_calls: true,
      tools: [],
      output,
      usage,
    };
    let sequence_number = 0;
    const event = (type: string, rest: object) => named({ type, sequence_number: sequence_number++, ...rest });
    const perItem = output.flatMap((item, output_index) => {
      const where = { item_id: item.id, output_index };
      const inner =
        item.type === "function_call"
          ? halves(String(item.arguments)).map((delta) =>
              event("response.function_call_arguments.delta", { ...where, delta }),
            )
          : halves(LAST_WORD).map((delta) =>
              event("response.output_text.delta", { ...where, content_index: 0, delta, logprobs: [] }),
            );
      const started =
        item.type === "message"
          ? { ...item, content: [], status: "in_progress" }
          : { ...item, arguments: "", status: "in_progress" };
      const part = { ...where, content_index: 0, part: { type: "output_text", text: "", annotations: [] } };
      const opened = item.type === "message" ? [event("response.content_part.added", part)] : [];
      const closed =
        item.type === "message"
          ? [
              event("response.output_text.done", { ...where, content_index: 0, text: LAST_WORD, logprobs: [] }),
              event("response.content_part.done", { ...part, part: content[0] }),
            ]
          : [event("response.function_call_arguments.done", { ...where, arguments: item.arguments, name: item.name })];
      return [
        event("response.output_item.added", { output_index, item: started }),
        ...opened,
        ...inner,
        ...closed,
        event("response.output_item.done", { output_index, item }),
      ];
    });
    const created = event("response.created", {
      response: { ...response, status: "in_progress", output: [], usage: null },
    });
    return { whole: response, events: [created, ...perItem, event("response.completed", { response })] };
  },
  anthropic(calls, turn) {
    const base = { id: `msg_${turn}`, type: "message", role: "assistant", model: "m-1", stop_sequence: null };
    const usage = { input_tokens: 10, output_tokens: 5 };
    const blocks: Record<string, unknown>[] =
      calls.length > 0
        ? calls.map(({ id, name, path }) => ({ type: "tool_use", id, name, input: { path } }))
        : [{ type: "text", text: LAST_WORD }];
    const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
    const perBlock = blocks.flatMap((block, index) => {
      const isCall = block.type === "tool_use";
      const deltas = isCall
        ? halves(JSON.stringify(block.input)).map((partial_json) => ({ type: "input_json_delta", partial_json }))
        : halves(LAST_WORD).map((text) => ({ type: "text_delta", text }));
      return [
        named({
          type: "content_block_start",
          index,
          content_block: isCall ? { ...block, input: {} } : { type: "text", text: "" },
        }),
        ...deltas.map((delta) => named({ type: "content_block_delta", index, delta })),
        named({ type: "content_block_stop", index }),
      ];
    });
    return {
      whole: { ...base, content: blocks, stop_reason, usage },
      events: [
        named({ type: "message_start", message: { ...base, content: [], stop_reason: null, usage } }),
        named({ type: "ping" }),
        ...perBlock,
        named({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }),
        named({ type: "message_stop" }),
      ],
    };
  },
  gemini(calls) {
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    const parts: object[] =
      calls.length > 0
        ? calls.map(({ name, path }) => ({ functionCall: { name, args: { path } } }))
        : halves(LAST_WORD).map((text) => ({ text }));
    const answer = (some: object[], finishReason?: string) => ({
      candidates: [{ index: 0, content: { role: "model", parts: some }, ...(finishReason ? { finishReason } : {}) }],
      modelVersion: "m-1",
      ...(finishReason ? { usageMetadata } : {}),
    });
    return {
      whole: answer(parts, "STOP"),
      events: parts.map((part, at) => data(answer([part], at === parts.length - 1 ? "STOP" : undefined))),
    };
  },
};
