import { isRecord, type JsonRecord } from "../../text/json-value.js";
import { isMarker, type Turn, type TurnCall, type TurnInput } from "../turn.js";
import { originalIn, recordsIn, textAt, textOfParts, unknownRole, type WireRules, withOriginal } from "./wire.js";

/** OpenAI Chat: each turn is one message. */
export const openAiChat: WireRules = {
  keys: ["messages"],
  toRequest: (turns) => ({ messages: turns.map(toMessage) }),
  fromRequest: ({ messages }) =>
    recordsIn(messages, "messages").map((message, at) => fromMessage(message, `messages[${at}]`)),
};

export function toMessage(turn: Turn): JsonRecord {
  const original = originalIn(turn, "openai-chat");
  return isRecord(original) ? original : plainMessage(turn);
}

function plainMessage(turn: Turn): JsonRecord {
  const { role, content, toolCalls, toolCallId } = turn;
  // Many servers accept a system message only at the beginning.
  if (isMarker(turn)) return { role: "user", content };
  if (role === "tool") return { role, tool_call_id: toolCallId, content };
  if (toolCalls === undefined) return { role, content };
  return { role, content: content === "" ? null : content, tool_calls: toolCalls.map(toCall) };
}

const toCall = ({ id, name, arguments: args }: TurnCall): JsonRecord => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

export function fromMessage(message: JsonRecord, path: string): TurnInput {
  const content = textOfParts(message.content, `${path}.content`);
  return withOriginal({ ...readRole(message, path), content }, "openai-chat", message, plainMessage);
}

function readRole(message: JsonRecord, path: string): TurnInput {
  const { role, tool_call_id: toolCallId } = message;
  if (role === "developer") return { role: "system" };
  if (role === "tool") return { role, toolCallId: typeof toolCallId === "string" ? toolCallId : undefined };
  if (role === "assistant") return { role, toolCalls: readCalls(message, path) };
  if (role === "system" || role === "user") return { role };
  throw unknownRole(role, path, "system, developer, user, assistant, tool");
}

function readCalls({ tool_calls: calls }: JsonRecord, path: string): TurnCall[] | undefined {
  if (calls === undefined || calls === null) return undefined;
  return recordsIn(calls, `${path}.tool_calls`).map((call, at) => {
    const where = `${path}.tool_calls[${at}]`;
    const called = isRecord(call.function) ? call.function : {};
    return {
      id: textAt(call, "id", where),
      name: textAt(called, "name", `${where}.function`),
      arguments: textAt(called, "arguments", `${where}.function`),
    };
  });
}
