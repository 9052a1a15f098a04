import { event, halves, type Protocol, type Reply } from "./protocol.js";

const USAGE = {
  ...{ prompt_tokens: 40, completion_tokens: 8, total_tokens: 48 },
  prompt_tokens_details: { cached_tokens: 32 },
};

/** OpenAI Chat Completions. */
export const chat: Protocol = {
  whole({ text, calls }, model, turn) {
    const tool_calls = calls?.map(({ id, name, args }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    }));
    const message = { role: "assistant", content: text ?? null, refusal: null, ...(tool_calls && { tool_calls }) };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(calls) }];
    return { id: `chatcmpl-${turn}`, object: "chat.completion", created: 1, model, choices, usage: USAGE };
  },
  events({ text = "", calls }, model, turn) {
    const base = { id: `chatcmpl-${turn}`, object: "chat.completion.chunk", created: 1, model };
    const chunk = (delta: object, finish_reason: string | null = null) =>
      event({ ...base, choices: [{ index: 0, delta, finish_reason }] });
    const called = (calls ?? []).flatMap(({ id, name, args }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...halves(JSON.stringify(args)).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
    ]);
    return [
      chunk({ role: "assistant", content: "" }),
      ...halves(text).map((content) => chunk({ content })),
      ...called,
      chunk({}, finishOf(calls)),
      event({ ...base, choices: [], usage: USAGE }),
      "data: [DONE]\n\n",
    ];
  },
  error: (status) => ({ error: { message: `scripted ${status}`, type: "scripted", code: null, param: null } }),
  errorEvent: (type) => event({ error: { message: "scripted", type, code: null, param: null } }),
};

const finishOf = (calls: Reply["calls"]): string => (calls ? "tool_calls" : "stop");
