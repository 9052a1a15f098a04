import { event, halves, type Protocol, type Reply } from "./protocol.js";

const USAGE = {
  input_tokens: 40,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 8,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 48,
};

/** OpenAI Responses. */
export const responses: Protocol = {
  whole: (reply, model, turn) => response(model, turn, "completed", itemsOf(reply, turn)),
  events(reply, model, turn) {
    const items = itemsOf(reply, turn);
    const events: ({ type: string } & Record<string, unknown>)[] = [
      { type: "response.created", response: response(model, turn, "in_progress", []) },
      ...items.flatMap((item, output_index) => itemEvents(item, output_index)),
      { type: "response.completed", response: response(model, turn, "completed", items) },
    ];
    return events.map((data, sequence_number) => event({ ...data, sequence_number }, data.type));
  },
  error: (status) => ({ error: { message: `scripted ${status}`, type: "scripted", code: null, param: null } }),
  errorEvent: (type) =>
    event({ type: "error", code: type, message: "scripted", param: null, sequence_number: 9 }, "error"),
};

type Item = { type: string; id: string } & Record<string, unknown>;

function response(model: string, turn: number, status: string, output: Item[]): object {
  return {
    id: `resp_${turn}`,
    object: "response",
    created_at: 1,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output,
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: "auto",
    tools: [],
    top_p: 1,
    ...(status === "completed" ? { usage: USAGE } : {}),
  };
}

const textPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });

function itemsOf({ text, calls = [] }: Reply, turn: number): Item[] {
  const items: Item[] = calls.map(({ id, name, args }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
    status: "completed",
  }));
  if (text === undefined) return items;
  const content = [textPart(text)];
  return [{ type: "message", id: `msg_${turn}`, role: "assistant", status: "completed", content }, ...items];
}

function itemEvents(item: Item, output_index: number): ({ type: string } & Record<string, unknown>)[] {
  const place = { item_id: item.id, output_index };
  const done = { type: "response.output_item.done", output_index, item };
  const added = (open: object) => ({
    type: "response.output_item.added",
    output_index,
    item: { ...item, status: "in_progress", ...open },
  });
  if (item.type === "function_call") {
    const text = String(item.arguments);
    return [
      added({ arguments: "" }),
      ...halves(text).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
      { type: "response.function_call_arguments.done", ...place, name: item.name, arguments: text },
      done,
    ];
  }
  const [part] = item.content as ReturnType<typeof textPart>[];
  const { text } = part as ReturnType<typeof textPart>;
  const inPart = { ...place, content_index: 0 };
  return [
    added({ content: [] }),
    { type: "response.content_part.added", ...inPart, part: textPart("") },
    ...halves(text).map((delta) => ({ type: "response.output_text.delta", ...inPart, delta, logprobs: [] })),
    { type: "response.output_text.done", ...inPart, text, logprobs: [] },
    { type: "response.content_part.done", ...inPart, part },
    done,
  ];
}
