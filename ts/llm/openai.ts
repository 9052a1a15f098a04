// One of the ways to ask, a file each.
import { contentText, messagesOf } from "./model-prompt.js";
import type { OpenAiStyleClient } from "./model-types.js";
import { type Ask, checkText, dig, replyUsage, streamedReply } from "./reply.js";

/** Asks through `chat.completions.create`. */
export function askOpenAi(client: OpenAiStyleClient, params: Record<string, unknown>): Ask {
  return async (prompt, context) => {
    const streaming = context.stream ? { stream: true, stream_options: { include_usage: true } } : {};
    const { system, messages } = messagesOf(prompt);
    const first = system === "" ? [] : [{ role: "system", content: system }];
    const said = messages.map((message) => ({ role: message.role, content: contentText(message) }));
    const body = { ...streaming, ...params, messages: [...first, ...said] };
    // The caller of this function counts and limits the retries.
    const options = { signal: context.signal, maxRetries: 0 };
    const answer = await client.chat.completions.create(body as never, options as never);
    if (context.stream) {
      const { text, usage } = await streamedReply(answer, context, (chunk) => ({
        text: dig(chunk, "choices", 0, "delta", "content") ?? undefined,
        usage: dig(chunk, "usage"),
        isEnd: typeof dig(chunk, "choices", 0, "finish_reason") === "string",
      }));
      return { text, ...replyUsage(usage) };
    }
    const text = dig(answer, "choices", 0, "message", "content") ?? "";
    return { text: checkText(text, context.maxChars), ...replyUsage(dig(answer, "usage")) };
  };
}
