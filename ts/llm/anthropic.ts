import { contentText, messagesOf } from "./model-prompt.js";
import type { AnthropicStyleClient } from "./model-types.js";
import {
  type Ask,
  type AskContext,
  checkText,
  dig,
  type Reply,
  replyUsage,
  streamedReply,
  textBlocks,
} from "./reply.js";

/** The API requires a limit. A summary of the default length needs a quarter of this one. */
const MAX_TOKENS = 2_048;

/** Asks through `messages.create`. */
export function askAnthropic(client: AnthropicStyleClient, params: Record<string, unknown>): Ask {
  return async (prompt, context) => {
    const streaming = context.stream ? { stream: true } : {};
    const { system, messages: said } = messagesOf(prompt);
    const messages = said.map((message) => ({ role: message.role, content: contentText(message) }));
    const first = system === "" ? {} : { system };
    const body = { max_tokens: MAX_TOKENS, ...streaming, ...params, ...first, messages };
    // The caller of this function counts and limits the retries.
    const options = { signal: context.signal, maxRetries: 0 };
    const answer = await client.messages.create(body as never, options as never);
    if (context.stream) return readStream(answer, context);
    const text = checkText(textBlocks(dig(answer, "content")), context.maxChars);
    return { text, ...replyUsage(dig(answer, "usage")) };
  };
}

async function readStream(events: unknown, context: AskContext): Promise<Reply> {
  // The first event has the input's tokens, the last delta the output's. Counts in a delta are totals, not additions.
  const usage = {};
  const { text } = await streamedReply(events, context, (event) => {
    Object.assign(usage, dig(event, "message", "usage"), dig(event, "usage"));
    const isText = dig(event, "delta", "type") === "text_delta";
    return { isEnd: dig(event, "type") === "message_stop", ...(isText && { text: dig(event, "delta", "text") }) };
  });
  return { text, ...replyUsage(usage) };
}
