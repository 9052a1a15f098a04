import type { Wire } from "../../ts/contract/report.js";
import { type GenerateOptions, generateChatRequest } from "./generate.js";

interface ChatCall {
  id: string;
  function: { name: string; arguments: string };
}

/** As the generator writes it, and nothing else. */
interface ChatMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string | null;
  tool_calls?: ChatCall[];
  tool_call_id?: string;
}

type Writer = (messages: readonly ChatMessage[]) => object;

/**
 * The conversation of {@link generateChatRequest} as compact JSON bytes of any wire: the same texts, calls and results
 * in the same order. Sizes differ from `targetBytes` by what the wires' own keys take.
 */
export function generateWireBody(wire: Wire, options: GenerateOptions): Buffer {
  const request = generateChatRequest(options);
  const body = wire === "openai-chat" ? request : WRITERS[wire](request.messages as ChatMessage[]);
  return Buffer.from(JSON.stringify(body));
}

const WRITERS: Record<Exclude<Wire, "openai-chat">, Writer> = {
  "openai-responses": toResponses,
  anthropic: toAnthropic,
  gemini: toGemini,
};

/** Runs of messages of one side: results of parallel calls, and what the user says after them, are one turn. */
function groupSides(messages: readonly ChatMessage[]): ChatMessage[][] {
  const groups: ChatMessage[][] = [];
  for (const message of messages) {
    const side = message.role === "assistant";
    const last = groups.at(-1);
    if (last !== undefined && (last[0]?.role === "assistant") === side) last.push(message);
    else groups.push([message]);
  }
  return groups;
}

const systemOf = (messages: readonly ChatMessage[]): string => messages[0]?.content ?? "";

function toAnthropic(messages: readonly ChatMessage[]): object {
  const turns = groupSides(messages.slice(1)).map((group) => {
    const content = group.flatMap(({ content: text, tool_calls: calls = [], tool_call_id: id }): object[] => {
      if (id !== undefined) return [{ type: "tool_result", tool_use_id: id, content: text }];
      const uses = calls.map((call) => ({
        type: "tool_use",
        id: call.id,
        name: call.function.name,
        input: argumentsOf(call),
      }));
      return [...(text === null ? [] : [{ type: "text", text }]), ...uses];
    });
    return { role: group[0]?.role === "assistant" ? "assistant" : "user", content };
  });
  return { model: "claude-sonnet-4-5", max_tokens: 8_000, system: systemOf(messages), messages: turns };
}

function toResponses(messages: readonly ChatMessage[]): object {
  const input = messages.slice(1).flatMap(({ role, content, tool_calls: calls = [], tool_call_id: id }): object[] => {
    if (id !== undefined) return [{ type: "function_call_output", call_id: id, output: content }];
    const type = role === "user" ? "input_text" : "output_text";
    const said = content === null ? [] : [{ type: "message", role, content: [{ type, text: content }] }];
    const items = calls.map((call) => ({ type: "function_call", call_id: call.id, ...call.function }));
    return [...said, ...items];
  });
  return { model: "gpt-5", instructions: systemOf(messages), input, store: false };
}

function toGemini(messages: readonly ChatMessage[]): object {
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name])),
  );
  const contents = groupSides(messages.slice(1)).map((group) => {
    const parts = group.flatMap(({ content: text, tool_calls: calls = [], tool_call_id: id }): object[] => {
      if (id !== undefined) return [{ functionResponse: { name: names.get(id), response: { output: text } } }];
      const made = calls.map((call) => ({ functionCall: { name: call.function.name, args: argumentsOf(call) } }));
      return [...(text === null ? [] : [{ text }]), ...made];
    });
    return { role: group[0]?.role === "assistant" ? "model" : "user", parts };
  });
  return { systemInstruction: { parts: [{ text: systemOf(messages) }] }, contents };
}

const argumentsOf = (call: ChatCall): unknown => JSON.parse(call.function.arguments);
