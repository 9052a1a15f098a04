// Messages of the wire `openai-chat`, for logs that have a form of their own.

/** A call in an assistant's message. */
export function toolCall(id: unknown, name: unknown, input: unknown): object {
  const text = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return { id: String(id), type: "function", function: { name: String(name), arguments: text } };
}

/** The message with a call's result. */
export function toolResult(id: unknown, content: unknown): object {
  const text = typeof content === "string" ? content : (JSON.stringify(content) ?? "");
  return { role: "tool", tool_call_id: String(id), content: text };
}
