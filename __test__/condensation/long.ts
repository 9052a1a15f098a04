import type { Wire } from "../../ts/contract/report.js";
import { WIRE_NAMES } from "../../ts/contract/wires.js";
import { chatOf, onWire } from "../support/on-wire.js";

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
    const made = messagesOf(wire, { id, question, result, answer: `answer ${round}: ${"it is done. ".repeat(8)}` });
    const isLast = round === from + rounds - 1;
    if (isLast && endsWithResult) newestCalls.push(id);
    messages.push(...(isLast && endsWithResult ? made.slice(0, -1) : made));
  }
  if (!endsWithResult)
    messages.push(...messagesOf(wire, { id: "", question: "the last question", result: "", answer: "" }).slice(0, 1));
  const key = wire === "gemini" ? "contents" : wire === "openai-responses" ? "input" : "messages";
  return { messages, newestCalls, context: (list) => ({ model: "m", max_tokens: 100, [key]: list }) };
}

interface Round {
  id: string;
  question: string;
  result: string;
  answer: string;
}

function messagesOf(wire: (typeof WIRES)[number], { id, question, result, answer }: Round): object[] {
  const args = { path: `${id}.ts` };
  if (wire !== "chat-messages") {
    const calls = [{ id, tool: "read_file", args, result }];
    return onWire(wire, chatOf([{ user: question }, { calls }, { say: answer }]));
  }
  return [
    { role: "user", content: question },
    { role: "assistant", content: JSON.stringify(args), pairId: id, pairRole: "call", name: "read_file" },
    { role: "tool", content: result, pairId: id, pairRole: "result", name: "read_file" },
    { role: "assistant", content: answer },
  ];
}
