// The scripted model's answers, streamed or whole, on each wire.
import type { ScriptedUsage } from "./bill.js";
import type { ScriptedCall } from "./calls.js";
import type { ScriptedTurn } from "./script.js";
import type { Json, WireName } from "./wires.js";

/** What an answer is made of. */
export interface Answered extends ScriptedTurn {
  /** Different for each answer. */
  number: number;
  model: string;
  usage: ScriptedUsage;
  /** A block of thinking in front of the answer, on Anthropic's wire. */
  thinking?: Json | undefined;
}

/** The whole answer, and its events. */
export interface Answer {
  whole: object;
  events: string[];
}

const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
const named = (body: Json) => `event: ${body.type}\n${data(body)}`;
const idOf = (number: number, at: number) => `call_${String(number).padStart(5, "0")}_${at}`;

export const ANSWERS: Readonly<Record<WireName, (answered: Answered) => Answer>> = {
  anthropic({ calls, text, number, model, thinking, usage: { fresh, read, write, hour, output } }) {
    const usage = {
      input_tokens: fresh,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: write,
      cache_creation: { ephemeral_5m_input_tokens: write - hour, ephemeral_1h_input_tokens: hour },
      output_tokens: output,
    };
    const content: Json[] = [
      ...(thinking === undefined ? [] : [thinking]),
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ name, args }, at) => ({ type: "tool_use", id: `toolu_${idOf(number, at)}`, name, input: args })),
    ];
    const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
    const message = { id: `msg_${number}`, type: "message", role: "assistant", model, stop_sequence: null };
    const blocks = content.flatMap((block, index) => [
      named({ type: "content_block_start", index, content_block: startOf(block) }),
      ...deltasOf(block).map((delta) => named({ type: "content_block_delta", index, delta })),
      named({ type: "content_block_stop", index }),
    ]);
    return {
      whole: { ...message, content, stop_reason, usage },
      events: [
        named({
          type: "message_start",
          message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
        }),
        ...blocks,
        named({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } }),
        named({ type: "message_stop" }),
      ],
    };
  },
  "openai-responses"(answered) {
    const { calls, text, number, model, usage } = answered;
    const words = { type: "message", id: `msg_${number}`, role: "assistant", status: "completed" };
    const output: Json[] = [
      ...(text === "" && calls.length > 0
        ? []
        : [{ ...words, content: [{ type: "output_text", text, annotations: [] }] }]),
      ...calls.map((call, at) => functionCall(call, idOf(number, at))),
    ];
    const total = usage.fresh + usage.read;
    const response = {
      ...{ id: `resp_${number}`, object: "response", created_at: 1, model, status: "completed", error: null, output },
      usage: {
        ...{ input_tokens: total, output_tokens: usage.output, total_tokens: total + usage.output },
        input_tokens_details: { cached_tokens: usage.read },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    };
    const items = output.flatMap((item, output_index) => [
      named({ type: "response.output_item.added", output_index, item: { ...item, status: "in_progress" } }),
      ...(item.type === "message"
        ? [named({ type: "response.output_text.delta", item_id: item.id, output_index, content_index: 0, delta: text })]
        : []),
      named({ type: "response.output_item.done", output_index, item }),
    ]);
    const created = named({
      type: "response.created",
      response: { ...response, status: "in_progress", output: [], usage: null },
    });
    return { whole: response, events: [created, ...items, named({ type: "response.completed", response })] };
  },
  "openai-chat"({ calls, text, number, model, usage }) {
    const base = { id: `chatcmpl-${number}`, created: 1, model };
    const total = usage.fresh + usage.read;
    const billed = {
      ...{ prompt_tokens: total, completion_tokens: usage.output, total_tokens: total + usage.output },
      prompt_tokens_details: { cached_tokens: usage.read },
    };
    const tool_calls = calls.map(({ name, args }, index) => ({
      ...{ index, id: idOf(number, index), type: "function" },
      function: { name, arguments: JSON.stringify(args) },
    }));
    const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
    const message = { role: "assistant", content: text || null, ...(calls.length > 0 ? { tool_calls } : {}) };
    const chunk = (delta: object, finish: string | null) =>
      data({ ...base, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] });
    return {
      whole: { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage: billed },
      events: [
        chunk(message, null),
        chunk({}, finish_reason),
        data({ ...base, object: "chat.completion.chunk", choices: [], usage: billed }),
        "data: [DONE]\n\n",
      ],
    };
  },
  gemini({ calls, text, number, model, usage }) {
    const parts = [
      ...(text === "" ? [] : [{ text }]),
      ...calls.map(({ name, args }, at) => ({
        functionCall: { name, args, id: idOf(number, at) },
        thoughtSignature: Buffer.from(`signature ${number} ${at}`).toString("base64"),
      })),
    ];
    const total = usage.fresh + usage.read;
    const whole = {
      candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
      usageMetadata: {
        ...{ promptTokenCount: total, cachedContentTokenCount: usage.read },
        ...{ candidatesTokenCount: usage.output, totalTokenCount: total + usage.output },
      },
      modelVersion: model,
      responseId: `r${number}`,
    };
    return { whole, events: [data(whole)] };
  },
};

function startOf(block: Json): Json {
  if (block.type === "thinking") return { type: "thinking", thinking: "", signature: "" };
  return block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
}

function deltasOf({ type, text, input, thinking, signature }: Json): Json[] {
  if (type === "text") return [{ type: "text_delta", text }];
  if (type !== "thinking") return [{ type: "input_json_delta", partial_json: JSON.stringify(input) }];
  return [
    { type: "thinking_delta", thinking },
    { type: "signature_delta", signature },
  ];
}

function functionCall({ name, args, code, namespace }: ScriptedCall, id: string): Json {
  const named = { call_id: id, name, ...(namespace === undefined ? {} : { namespace }), status: "completed" };
  if (code !== undefined) return { type: "custom_tool_call", id: `ctc_${id}`, ...named, input: code };
  return { type: "function_call", id: `fc_${id}`, ...named, arguments: JSON.stringify(args) };
}
