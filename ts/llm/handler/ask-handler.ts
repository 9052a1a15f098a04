import { type ModelPrompt, messagesOf } from "../model-prompt.js";
import { type Ask, checkText, joinText, noteSpent, type Reply } from "../reply.js";
import type { ApiHandler, HandlerChunk } from "./api-handler.js";

export function isApiHandler(value: unknown): value is ApiHandler {
  if (typeof value !== "object" || value === null) return false;
  try {
    const { createMessage, countTokens, getModel } = value as Partial<Record<keyof ApiHandler, unknown>>;
    return [createMessage, countTokens, getModel].every((method) => typeof method === "function");
  } catch {
    return false;
  }
}

/** Asks a handler. Chunks of other types, such as reasoning, are skipped. */
export function askHandler(handler: ApiHandler): Ask {
  return async (prompt: ModelPrompt, context) => {
    const { system, messages } = messagesOf(prompt);
    const chunks = handler.createMessage(system, messages, { signal: context.signal });
    let usage: Extract<HandlerChunk, { type: "usage" }> | undefined;
    async function* texts() {
      for await (const chunk of chunks) {
        if (chunk.type === "usage") usage = chunk;
        else if (chunk.type === "text") yield chunk.text;
      }
    }
    try {
      const text = checkText(await joinText(texts(), context), context.maxChars);
      return { text, ...(usage === undefined ? {} : usageOf(usage)) };
    } catch (error) {
      if (usage !== undefined) noteSpent(error, usageOf(usage));
      throw error;
    }
  };
}

function usageOf(chunk: Extract<HandlerChunk, { type: "usage" }>): Pick<Reply, "usage" | "raw"> {
  const { inputTokens, outputTokens, totalCost } = chunk;
  const cost = typeof totalCost === "number" && totalCost >= 0 ? { cost: totalCost } : {};
  return { usage: { inputTokens, outputTokens, ...cost }, raw: chunk };
}
