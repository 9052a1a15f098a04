import { contentText, messagesOf } from "./model-prompt.js";
import type { AnthropicStyleClient } from "./model-types.js";
import { type Ask, type AskContext, checkText, cutOff, dig, joinText, type Reply, replyUsage } from "./reply.js";

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
    if (context.stream) return readStream(answer as AsyncIterable<unknown>, context);
    const text = checkText(textOf(dig(answer, "content")), context.maxChars);
    return { text, ...replyUsage(dig(answer, "usage")) };
  };
}

/** The text blocks, without thinking and tool calls. */
function textOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block) => (dig(block, "type") === "text" ? dig(block, "text") : "")).join("");
}

async function readStream(events: AsyncIterable<unknown>, context: AskContext): Promise<Reply> {
  let finished = false;
  const usage: Record<string, unknown> = {};
  async function* texts() {
    for await (const event of events) {
      // The first event has the input's tokens, the last delta the output's. Counts in a delta are totals, not
      // additions.
      Object.assign(usage, dig(event, "message", "usage"), dig(event, "usage"));
      finished ||= dig(event, "type") === "message_stop";
      if (dig(event, "delta", "type") === "text_delta") yield dig(event, "delta", "text");
    }
  }
  const text = await joinText(texts(), context);
  if (!finished) throw cutOff();
  return { text, ...replyUsage(usage) };
}
