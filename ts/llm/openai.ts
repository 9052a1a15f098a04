// One of the ways to ask, a file each.
import { contentText, messagesOf } from "./model-prompt.js";
import type { OpenAiStyleClient } from "./model-types.js";
import { type Ask, type AskContext, checkText, cutOff, dig, joinText, type Reply, replyUsage } from "./reply.js";

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
    if (context.stream) return readStream(answer as AsyncIterable<unknown>, context);
    const text = dig(answer, "choices", 0, "message", "content") ?? "";
    return { text: checkText(text, context.maxChars), ...replyUsage(dig(answer, "usage")) };
  };
}

async function readStream(chunks: AsyncIterable<unknown>, context: AskContext): Promise<Reply> {
  let finished = false;
  let usage: unknown;
  async function* texts() {
    for await (const chunk of chunks) {
      usage = dig(chunk, "usage") ?? usage;
      finished ||= typeof dig(chunk, "choices", 0, "finish_reason") === "string";
      yield dig(chunk, "choices", 0, "delta", "content") ?? "";
    }
  }
  const text = await joinText(texts(), context);
  if (!finished) throw cutOff();
  return { text, ...replyUsage(usage) };
}
