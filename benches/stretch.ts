// A longer request from one recording: its turns again and again, as if the agent had gone on in the same way.

export type ChatMessage = Record<string, unknown>;
export type ChatRequest = Record<string, unknown> & { messages: ChatMessage[] };

export function isChatRequest(value: unknown): value is ChatRequest {
  if (typeof value !== "object" || value === null) return false;
  const { messages } = value as { messages?: unknown };
  return Array.isArray(messages) && messages.length > 0 && messages.every(isObject);
}

/**
 * Repeats everything after the leading system messages until the compact JSON has about `targetBytes` bytes. Call ids
 * are renamed in each repetition, so that they stay unique; a call is never cut off from its results.
 */
export function stretchRequest(request: ChatRequest, targetBytes: number): Buffer {
  const start = Math.max(
    0,
    request.messages.findIndex((message) => message.role !== "system" && message.role !== "developer"),
  );
  const turns = request.messages.slice(start);
  const messages = request.messages.slice(0, start);
  let bytes = byteLength({ ...request, messages });
  for (let round = 0; bytes < targetBytes; round++) {
    for (const message of turns) {
      if (bytes >= targetBytes && message.role !== "tool") break;
      const renamed = round === 0 ? message : renameIds(message, round);
      bytes += byteLength(renamed) + 1;
      messages.push(renamed);
    }
  }
  return Buffer.from(JSON.stringify({ ...request, messages }));
}

function renameIds(message: ChatMessage, round: number): ChatMessage {
  const { tool_calls: calls, tool_call_id: resultOf } = message;
  const renamed: ChatMessage = { ...message };
  if (typeof resultOf === "string") renamed.tool_call_id = `${resultOf}_${round}`;
  if (Array.isArray(calls)) {
    renamed.tool_calls = calls.map((call: unknown) =>
      isObject(call) && typeof call.id === "string" ? { ...call, id: `${call.id}_${round}` } : call,
    );
  }
  return renamed;
}

const byteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
