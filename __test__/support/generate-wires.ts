import type { GeneratedRequest } from "./generate.js";

/** One message of a generated OpenAI Chat request. */
interface ChatMessage {
  role: string;
  content: string | null;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

const messagesOf = ({ messages }: GeneratedRequest) => messages as readonly ChatMessage[];
const textBlock = (text: string | null) => (text ? [{ type: "text", text }] : []);

/** The same conversation in Anthropic's wire. */
export function anthropicRequest(request: GeneratedRequest): object {
  const messages: { role: string; content: object[] }[] = [];
  const push = (role: string, block: object) => {
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(block);
    else messages.push({ role, content: [block] });
  };
  let system = "";
  for (const { role, content, tool_call_id, tool_calls } of messagesOf(request)) {
    if (role === "system") system = content ?? "";
    else if (role === "tool") push("user", { type: "tool_result", tool_use_id: tool_call_id, content });
    else for (const block of textBlock(content)) push(role, block);
    for (const { id, function: called } of tool_calls ?? []) {
      push("assistant", { type: "tool_use", id, name: called.name, input: JSON.parse(called.arguments) });
    }
  }
  return { model: "claude", max_tokens: 1024, system, messages };
}

/** The same conversation in the wire of OpenAI Responses. */
export function responsesRequest(request: GeneratedRequest): object {
  const input = messagesOf(request).flatMap(({ role, content, tool_call_id, tool_calls }): object[] => {
    if (role === "tool") return [{ type: "function_call_output", call_id: tool_call_id, output: content }];
    const calls = (tool_calls ?? []).map(({ id, function: called }) => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      ...called,
    }));
    const type = role === "assistant" ? "output_text" : "input_text";
    return content ? [{ type: "message", role, content: [{ type, text: content }] }, ...calls] : calls;
  });
  return { model: "gpt", input };
}

/** The same conversation in Gemini's wire. */
export function geminiRequest(request: GeneratedRequest): object {
  const names = new Map<string, string>();
  const contents: { role: string; parts: object[] }[] = [];
  const push = (role: string, parts: object[]) => {
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else if (parts.length > 0) contents.push({ role, parts });
  };
  for (const { role, content, tool_call_id, tool_calls } of messagesOf(request)) {
    if (role === "tool") {
      const name = names.get(tool_call_id ?? "");
      push("user", [{ functionResponse: { name, response: { output: content } } }]);
    } else if (role !== "system") {
      push(role === "assistant" ? "model" : "user", content ? [{ text: content }] : []);
    }
    for (const { id, function: called } of tool_calls ?? []) {
      names.set(id, called.name);
      push("model", [{ functionCall: { name: called.name, args: JSON.parse(called.arguments) } }]);
    }
  }
  return { contents };
}
