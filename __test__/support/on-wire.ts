// One conversation in the messages of any wire.
import type { Wire } from "../../ts/contract/report.js";

interface ChatCall {
  id: string;
  function: { name: string; arguments: string };
}

/** A message of OpenAI Chat as tests write it. */
export type ChatMessage = {
  role: string;
  content: string | null;
  tool_calls?: ChatCall[];
  tool_call_id?: string;
};

/** What the user says, or what the model says and calls at once, with the results. */
export interface Turn {
  user?: string | undefined;
  say?: string | undefined;
  calls?: readonly { id?: string; tool: string; args?: object; result: string }[] | undefined;
}

/** Turns as messages of OpenAI Chat. Calls without an id are numbered. @param first the number of the first call */
export function chatOf(turns: readonly Turn[], first = 0): ChatMessage[] {
  let count = first;
  return turns.flatMap(({ user, say, calls = [] }): ChatMessage[] => {
    const named = calls.map((call) => ({ ...call, id: call.id ?? `call_${count++}` }));
    const tool_calls = named.map(({ id, tool: name, args = {} }) => ({
      ...{ id, type: "function" },
      function: { name, arguments: JSON.stringify(args) },
    }));
    const called = tool_calls.length > 0 ? { tool_calls } : {};
    const isSilent = say === undefined && calls.length === 0;
    return [
      ...(user === undefined ? [] : [{ role: "user", content: user }]),
      ...(isSilent ? [] : [{ role: "assistant", content: say || (calls.length > 0 ? null : ""), ...called }]),
      ...named.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ];
  });
}

/** Messages of OpenAI Chat as those of a wire; the system's stay where a wire has none in its list. */
export function onWire(wire: Wire, messages: readonly ChatMessage[]): object[] {
  return wire === "openai-chat" ? [...messages] : WRITERS[wire](messages.filter(({ role }) => role !== "system"));
}

const WRITERS: Record<Exclude<Wire, "openai-chat">, (messages: readonly ChatMessage[]) => object[]> = {
  anthropic: (messages) =>
    groupSides(messages).map((group) => ({
      role: group[0]?.role === "assistant" ? "assistant" : "user",
      content: group.flatMap(({ content: text, tool_calls: calls = [], tool_call_id: id }): object[] => {
        if (id !== undefined) return [{ type: "tool_result", tool_use_id: id, content: text }];
        const uses = calls.map(({ id, function: { name, arguments: args } }) => ({
          ...{ type: "tool_use", id, name, input: JSON.parse(args) },
        }));
        return [...(text ? [{ type: "text", text }] : []), ...uses];
      }),
    })),
  "openai-responses": (messages) =>
    messages.flatMap(({ role, content, tool_calls: calls = [], tool_call_id: id }): object[] => {
      if (id !== undefined) return [{ type: "function_call_output", call_id: id, output: content }];
      const type = role === "user" ? "input_text" : "output_text";
      const said = content ? [{ type: "message", role, content: [{ type, text: content }] }] : [];
      return [...said, ...calls.map((call) => ({ type: "function_call", call_id: call.id, ...call.function }))];
    }),
  gemini(messages) {
    const called = messages.flatMap(({ tool_calls: calls = [] }) => calls);
    const names = new Map(called.map((call) => [call.id, call.function.name]));
    return groupSides(messages).map((group) => ({
      role: group[0]?.role === "assistant" ? "model" : "user",
      parts: group.flatMap(({ content: text, tool_calls: calls = [], tool_call_id: id }): object[] => {
        if (id !== undefined) return [{ functionResponse: { name: names.get(id), response: { output: text } } }];
        const made = calls.map(({ function: { name, arguments: args } }) => ({
          functionCall: { name, args: JSON.parse(args) },
        }));
        return [...(text ? [{ text }] : []), ...made];
      }),
    }));
  },
};

/** Runs of messages of one side: results of parallel calls, and what the user says after them, are one turn. */
function groupSides(messages: readonly ChatMessage[]): ChatMessage[][] {
  const groups: ChatMessage[][] = [];
  for (const message of messages) {
    const isModels = message.role === "assistant";
    const last = groups.at(-1);
    if (last !== undefined && (last[0]?.role === "assistant") === isModels) last.push(message);
    else groups.push([message]);
  }
  return groups;
}
