// One of the ways to ask, a file each.
import type { HandlerMessage } from "./handler/api-handler.js";
import { contentText, messagesOf } from "./model-prompt.js";
import type { GoogleStyleClient } from "./model-types.js";
import { type Ask, checkText, dig, replyUsage, streamedReply } from "./reply.js";

/** Asks through `models.generateContent`. */
export function askGoogle(client: GoogleStyleClient, params: Record<string, unknown>): Ask {
  const { model, config = {}, ...rest } = params;
  return async (prompt, context) => {
    const { system, messages } = messagesOf(prompt);
    const own = { ...(system === "" ? {} : { systemInstruction: system }), abortSignal: context.signal };
    const body = { ...rest, model, contents: messages.map(toContent), config: { ...Object(config), ...own } };
    if (context.stream) {
      const chunks = await client.models.generateContentStream(body as never);
      const { text, usage } = await streamedReply(chunks, context, (chunk) => ({
        text: textOf(chunk),
        usage: dig(chunk, "usageMetadata"),
        isEnd: typeof dig(chunk, "candidates", 0, "finishReason") === "string",
      }));
      return { text, ...replyUsage(usage) };
    }
    const answer = await client.models.generateContent(body as never);
    return { text: checkText(textOf(answer), context.maxChars), ...replyUsage(dig(answer, "usageMetadata")) };
  };
}

const toContent = (message: HandlerMessage) => ({
  role: message.role === "assistant" ? "model" : "user",
  parts: [{ text: contentText(message) }],
});

/** The text parts, without thoughts and calls. */
function textOf(answer: unknown): string {
  const parts = dig(answer, "candidates", 0, "content", "parts");
  if (!Array.isArray(parts)) return "";
  const isText = (part: unknown) => typeof dig(part, "text") === "string" && dig(part, "thought") !== true;
  return parts.map((part) => (isText(part) ? dig(part, "text") : "")).join("");
}
