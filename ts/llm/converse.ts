// One of the ways to ask, a file each.
import { contentText, messagesOf } from "./model-prompt.js";
import type { ConverseStyleClient } from "./model-types.js";
import { type Ask, checkText, dig, replyUsage, streamedReply } from "./reply.js";

/** Asks through `converse` of Bedrock's client. */
export function askConverse(client: ConverseStyleClient, params: Record<string, unknown>): Ask {
  const { model, ...rest } = params;
  return async (prompt, context) => {
    const { system, messages } = messagesOf(prompt);
    const body = {
      modelId: model,
      ...(system === "" ? {} : { system: [{ text: system }] }),
      messages: messages.map((message) => ({ role: message.role, content: [{ text: contentText(message) }] })),
      ...rest,
    };
    const options = { abortSignal: context.signal };
    if (context.stream && client.converseStream !== undefined) {
      const answer = await client.converseStream(body as never, options as never);
      const { text, usage } = await streamedReply(dig(answer, "stream"), context, (event) => ({
        text: dig(event, "contentBlockDelta", "delta", "text"),
        usage: dig(event, "metadata", "usage"),
        isEnd: dig(event, "messageStop") !== undefined,
      }));
      return { text, ...replyUsage(usage) };
    }
    const answer = await client.converse(body as never, options as never);
    const text = checkText(textOf(dig(answer, "output", "message", "content")), context.maxChars);
    return { text, ...replyUsage(dig(answer, "usage")) };
  };
}

/** The text blocks, without reasoning and calls. */
function textOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block) => dig(block, "text") ?? "").join("");
}
