import type { ChatMessage } from "../../ts/history/chat-message.js";

export const system = (content = "You are an agent."): ChatMessage => ({ role: "system", content });
export const user = (content: string, tags?: string[]): ChatMessage =>
  tags === undefined ? { role: "user", content } : { role: "user", content, tags };
export const assistant = (content: string): ChatMessage => ({ role: "assistant", content });
export const call = (pairId: string, content = "calling"): ChatMessage => ({
  role: "assistant",
  content,
  pairId,
  pairRole: "call",
});
export const result = (pairId: string, content: string): ChatMessage => ({
  role: "tool",
  content,
  pairId,
  pairRole: "result",
  toolCallId: `call_${pairId}`,
});
/** A call and its result. */
export const pair = (pairId: string, content: string): ChatMessage[] => [call(pairId), result(pairId, content)];

export const charsOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((chars, { content }) => chars + content.length, 0);

/** The placeholder of a masked result. */
export const masked = (chars: number): string => `[observation masked — ${chars} chars]`;

/** The simplest way to find broken pairs: ids that have only calls, or only results. */
export function orphansOf(messages: readonly ChatMessage[]): string[] {
  const has = (pairId: string, role: string) => messages.some((m) => m.pairId === pairId && m.pairRole === role);
  const ids = messages.flatMap(({ pairId, pairRole }) => (pairId && pairRole ? [pairId] : []));
  return [...new Set(ids)].filter((id) => has(id, "call") !== has(id, "result"));
}
