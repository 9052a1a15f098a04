// Streams as the providers send them, event by event, each with texts that do not fit one byte a char.
import type { Wire } from "../../ts/index.js";

const data = (body: object) => `data: ${JSON.stringify(body)}\n\n`;
const named = (body: { type: string } & object) => `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;

const chunk = (delta: object, finish: string | null = null) =>
  data({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m-1",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const TEXTS = ["Grüße ", "世界 ", "😀", " done"];

/** Every event of a short answer. */
export const STREAMS: Record<Wire, readonly string[]> = {
  "openai-chat": [
    chunk({ role: "assistant", content: "" }),
    ...TEXTS.map((content) => chunk({ content })),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ],
  "openai-responses": [
    named({ type: "response.created", sequence_number: 0, response: { id: "resp_1" } } as never),
    ...TEXTS.map((delta, at) =>
      named({
        type: "response.output_text.delta",
        sequence_number: at + 1,
        output_index: 0,
        content_index: 0,
        delta,
      } as never),
    ),
    named({ type: "response.completed", sequence_number: 9, response: { id: "resp_1", status: "completed" } } as never),
  ],
  anthropic: [
    named({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m-1",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    } as never),
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as never),
    ": a comment, to keep the line open\n\n",
    ...TEXTS.map((text) =>
      named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as never),
    ),
    named({ type: "content_block_stop", index: 0 } as never),
    named({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } } as never),
    named({ type: "message_stop" }),
  ],
  gemini: TEXTS.map((text, at) =>
    data({
      candidates: [
        { content: { role: "model", parts: [{ text }] }, ...(at === TEXTS.length - 1 ? { finishReason: "STOP" } : {}) },
      ],
    }).replaceAll("\n", "\r\n"),
  ),
};

export const streamBytes = (wire: Wire): Buffer => Buffer.from(STREAMS[wire].join(""));
