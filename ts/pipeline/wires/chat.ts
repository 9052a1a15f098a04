import type { ChatMessage } from "../../history/chat-message.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { Steps } from "../../wires/steps.js";
import { answered, called, type Links, type PipelineReader, said, textOf } from "./reader.js";

/** OpenAI Chat: an assistant message with calls and all their results are one. */
export const chat: PipelineReader = { link: linkChat, textsOf };

function linkChat(list: readonly unknown[], roles: Steps["roles"]): Links {
  const calls = new Map<unknown, number>();
  let assistant = -1;
  return list.flatMap((message, index): [number, number][] => {
    if (!isRecord(message)) return [];
    if (roles[index] === "assistant") {
      assistant = index;
      const made: readonly unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
      for (const call of made) if (isRecord(call)) calls.set(call.id, index);
      return [];
    }
    if (roles[index] !== "tool") return [];
    const from = calls.get(message.tool_call_id) ?? assistant;
    return from < 0 ? [] : [[from, index]];
  });
}

function textsOf({ role, content, tool_calls: calls }: JsonRecord): ChatMessage[] {
  if (role === "tool" || role === "function") return [answered(textOf(content))];
  const made: readonly unknown[] = Array.isArray(calls) ? calls : [];
  return [
    said(String(role), textOf(content)),
    ...made.filter(isRecord).map((call) => {
      const { name, arguments: args, input } = { ...(isRecord(call.function) ? call.function : Object(call.custom)) };
      return called(name, args ?? input);
    }),
  ];
}
