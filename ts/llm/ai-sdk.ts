import { contentText, messagesOf } from "./model-prompt.js";
import type { AiSdkModel } from "./model-types.js";
import { type Ask, checkText, dig, type Reply, replyUsage, streamedReply, textBlocks } from "./reply.js";

/** Asks an AI SDK language model. Such a model makes no retries of its own. */
export function askAiSdk(model: AiSdkModel): Ask {
  return async (prompt, context) => {
    const { system, messages } = messagesOf(prompt);
    const first = system === "" ? [] : [{ role: "system", content: system }];
    const said = messages.map((one) => ({ role: one.role, content: [{ type: "text", text: contentText(one) }] }));
    const options = { prompt: [...first, ...said], abortSignal: context.signal };
    if (context.stream) {
      const { stream } = Object(await model.doStream(options as never));
      const { text, usage } = await streamedReply(stream, context, readPart);
      return { text, ...readUsage(usage) };
    }
    const answer = await model.doGenerate(options as never);
    const text = checkText(textBlocks(dig(answer, "content")), context.maxChars);
    return { text, ...readUsage(dig(answer, "usage")) };
  };
}

function readPart(part: unknown): ReturnType<Parameters<typeof streamedReply>[2]> {
  const type = dig(part, "type");
  if (type === "error") throw dig(part, "error");
  if (type === "finish") return { isEnd: hasReason(dig(part, "finishReason")), usage: dig(part, "usage") };
  return type === "text-delta" ? { text: dig(part, "delta") } : {};
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
