import { contentText, messagesOf } from "./model-prompt.js";
import type { ConverseStyleClient } from "./model-types.js";
import { type Ask, type AskContext, checkText, cutOff, dig, joinText, type Reply, replyUsage } from "./reply.js";

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
      return readStream(dig(answer, "stream") as AsyncIterable<unknown>, context);
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

async function readStream(events: AsyncIterable<unknown>, context: AskContext): Promise<Reply> {
  let finished = false;
  let usage: unknown;
  async function* texts() {
    for await (const event of events) {
      usage = dig(event, "metadata", "usage") ?? usage;
      finished ||= dig(event, "messageStop") !== undefined;
      yield dig(event, "contentBlockDelta", "delta", "text") ?? "";
    }
  }
  const text = await joinText(texts(), context);
  if (!finished) throw cutOff();
  return { text, ...replyUsage(usage) };
}
