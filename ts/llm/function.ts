import { flatText } from "./model-prompt.js";
import type { SummaryFunction } from "./model-types.js";
import { type Ask, checkText, dig, joinText } from "./reply.js";

/** Asks a plain function. Its token use is unknown, so none is reported. */
export function askFunction(call: SummaryFunction): Ask {
  return async (prompt, context) => {
    const answer: unknown = await call(flatText(prompt), { signal: context.signal });
    return { text: isStream(answer) ? await joinText(answer, context) : checkText(answer, context.maxChars) };
  };
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && typeof dig(value, Symbol.asyncIterator as never) === "function";
}
