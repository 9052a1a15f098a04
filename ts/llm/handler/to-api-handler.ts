import { priceTokens } from "../../pricing/prices.js";
import { estimateTokens } from "../../tokens/index.js";
import { nameOfModel, toAsk } from "../model.js";
import type { SummaryModel } from "../model-types.js";
import type { Reply } from "../reply.js";
import type { ApiHandler, HandlerBlock, HandlerChunk, HandlerMessage, HandlerOptions } from "./api-handler.js";
import { isApiHandler } from "./ask-handler.js";

/** How a handler is made of a model. */
export interface ApiHandlerOptions {
  /** Counts a text's tokens. @default Tamis's estimate for the model */
  countTokens?: ((text: string) => number | PromiseLike<number>) | undefined;
  /** Name of the model, for token counts and prices. @default the name that the model or the client has */
  modelId?: string | undefined;
  /** Ask for a stream where the model has one. @default false */
  stream?: boolean | undefined;
}

/**
 * Makes a handler of any model that Tamis can call: an AI SDK language model, a provider's client with a model's name, or
 * a function. A handler is returned as it is. The handler makes no second attempt; who calls it does.
 *
 * @throws TamisError `OPTION_INVALID` for anything else, saying what is expected.
 */
export function toApiHandler(model: SummaryModel, options: ApiHandlerOptions = {}): ApiHandler {
  if (isApiHandler(model)) return model;
  const ask = toAsk(model);
  const id = options.modelId ?? nameOfModel(model) ?? "unknown";
  const { countTokens = (text: string) => estimateTokens(text, { model: id, allowUnknown: true }), stream = false } =
    options;
  return {
    async *createMessage(systemPrompt: string, messages: readonly HandlerMessage[], call: HandlerOptions = {}) {
      const signal = call.signal ?? new AbortController().signal;
      const reply = await ask({ system: systemPrompt, messages }, { signal, stream, maxChars: Infinity });
      yield { type: "text", text: reply.text } as const;
      const usage = usageChunk(reply, id);
      if (usage !== undefined) yield usage;
    },
    async countTokens(blocks: readonly HandlerBlock[]) {
      let sum = 0;
      for (const { text } of blocks) sum += await countTokens(text);
      return sum;
    },
    getModel: () => ({ id }),
  };
}

function usageChunk({ usage }: Reply, model: string): HandlerChunk | undefined {
  const { inputTokens, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage ?? {};
  if (inputTokens === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const billed = { fresh, cacheRead: cacheReadTokens, cacheWrite: cacheWriteTokens, output: outputTokens };
  const totalCost = priceTokens({ model, usage: billed })?.cost;
  return { type: "usage", inputTokens, outputTokens, ...(totalCost === undefined ? {} : { totalCost }) };
}
