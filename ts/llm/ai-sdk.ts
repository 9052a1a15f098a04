import { contentText, messagesOf } from "./model-prompt.js";
import type { AiSdkModel } from "./model-types.js";
import { type Ask, type AskContext, checkText, cutOff, dig, joinText, type Reply, replyUsage } from "./reply.js";

/** Asks an AI SDK language model. Such a model makes no retries of its own. */
export function askAiSdk(model: AiSdkModel): Ask {
  return async (prompt, context) => {
    const { system, messages } = messagesOf(prompt);
    const first = system === "" ? [] : [{ role: "system", content: system }];
    const said = messages.map((one) => ({ role: one.role, content: [{ type: "text", text: contentText(one) }] }));
    const options = { prompt: [...first, ...said], abortSignal: context.signal };
    if (context.stream) return readStream(await model.doStream(options as never), context);
    const answer = await model.doGenerate(options as never);
    const text = checkText(textOf(dig(answer, "content")), context.maxChars);
    return { text, ...readUsage(dig(answer, "usage")) };
  };
}

/** The text parts, without reasoning, sources and tool calls. */
function textOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part) => (dig(part, "type") === "text" ? dig(part, "text") : "")).join("");
}

async function readStream(answer: unknown, context: AskContext): Promise<Reply> {
  const parts = dig(answer, "stream") as AsyncIterable<unknown>;
  let finished = false;
  let usage: unknown;
  async function* texts() {
    for await (const part of parts) {
      const type = dig(part, "type");
      if (type === "error") throw dig(part, "error");
      if (type === "finish") {
        finished = hasReason(dig(part, "finishReason"));
        usage = dig(part, "usage");
      }
      if (type === "text-delta") yield dig(part, "delta");
    }
  }
  const text = await joinText(texts(), context);
  if (!finished) throw cutOff();
  return { text, ...readUsage(usage) };
}

/** Providers send a finish event even for streams that broke off; such an event lacks only the model's own reason. */
function hasReason(finishReason: unknown): boolean {
  if (dig(finishReason, "raw") !== undefined) return true;
  const reason = dig(finishReason, "unified") ?? finishReason;
  return typeof reason === "string" && !NO_REASON.has(reason);
}

const NO_REASON = new Set(["unknown", "other", "interrupted", "error"]);

/** The provider's own object, where the model passes it on. */
function readUsage(usage: unknown): Pick<Reply, "usage" | "raw"> {
  const { usage: tokens = {}, raw } = replyUsage(usage);
  return { usage: tokens, ...(raw === undefined ? {} : { raw: dig(usage, "raw") ?? raw }) };
}
