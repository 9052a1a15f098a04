import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";

export const WIRES = [...WIRE_NAMES, "chat-messages"] as const;

interface Long {
  messages: object[];
  /** A request with other messages. */
  context(messages: readonly object[]): object;
  /** Ids of calls whose results are among the newest three messages. */
  newestCalls: string[];
}

/** A conversation of rounds: question, call, result, answer. */
export function longConversation(
  wire: Wire | "chat-messages",
  rounds: number,
  { from = 1, endsWithResult = false } = {},
): Long {
  const messages: object[] = [];
  const newestCalls: string[] = [];
  for (let round = from; round < from + rounds; round++) {
    const id = `call_${round}`;
    const question = `question ${round} about the module, ${"in some more words, ".repeat(6)}please`;
    const result = `file ${round}\n${`line of file ${round} with some text in it\n`.repeat(20)}`;
    const made = ROUNDS[wire]({ id, question, result, answer: `answer ${round}: ${"it is done. ".repeat(8)}` });
    const isLast = round === from + rounds - 1;
    if (isLast && endsWithResult) newestCalls.push(id);
    messages.push(...(isLast && endsWithResult ? made.slice(0, -1) : made));
  }
  if (!endsWithResult)
    messages.push(...ROUNDS[wire]({ id: "", question: "the last question", result: "", answer: "" }).slice(0, 1));
  const key = wire === "gemini" ? "contents" : wire === "openai-responses" ? "input" : "messages";
  return { messages, newestCalls, context: (list) => ({ model: "m", max_tokens: 100, [key]: list }) };
}

interface Round {
  id: string;
  question: string;
  result: string;
  answer: string;
}

const args = (id: string) => ({ path: `${id}.ts` });

const ROUNDS: { [wire: string]: (round: Round) => object[] } & Record<
  (typeof WIRES)[number],
  (round: Round) => object[]
> = {
  "openai-chat": ({ id, question, result, answer }) => [
    { role: "user", content: question },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "read_file", arguments: JSON.stringify(args(id)) } }],
    },
    { role: "tool", tool_call_id: id, content: result },
    { role: "assistant", content: answer },
  ],
  "openai-responses": ({ id, question, result, answer }) => [
    { type: "message", role: "user", content: [{ type: "input_text", text: question }] },
    { type: "function_call", call_id: id, name: "read_file", arguments: JSON.stringify(args(id)) },
    { type: "function_call_output", call_id: id, output: result },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: answer }] },
  ],
  anthropic: ({ id, question, result, answer }) => [
    { role: "user", content: [{ type: "text", text: question }] },
    { role: "assistant", content: [{ type: "tool_use", id, name: "read_file", input: args(id) }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: result }] },
    { role: "assistant", content: [{ type: "text", text: answer }] },
  ],
  gemini: ({ id, question, result, answer }) => [
    { role: "user", parts: [{ text: question }] },
    { role: "model", parts: [{ functionCall: { id, name: "read_file", args: args(id) } }] },
    { role: "user", parts: [{ functionResponse: { id, name: "read_file", response: { output: result } } }] },
    { role: "model", parts: [{ text: answer }] },
  ],
  "chat-messages": ({ id, question, result, answer }) => [
    { role: "user", content: question },
    { role: "assistant", content: JSON.stringify(args(id)), pairId: id, pairRole: "call", name: "read_file" },
    { role: "tool", content: result, pairId: id, pairRole: "result", name: "read_file" },
    { role: "assistant", content: answer },
  ],
};
