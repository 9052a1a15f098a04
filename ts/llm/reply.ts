import { ModelFailureError } from "./failure.js";
import type { ReportedTokens } from "./usage.js";

/** What a model gave. */
export interface Reply {
  /** Not yet checked: may be empty. */
  text: string;
  usage?: ReportedTokens;
  /** The provider's own usage object. */
  raw?: unknown;
}

/** What a call may take. */
export interface AskContext {
  signal: AbortSignal;
  /** Ask for a stream, where the model can give one. */
  stream: boolean;
  /** A text longer than this is refused, and a stream is left there. */
  maxChars: number;
}

/** Sends one prompt to a model; throws what the model's library throws, or a `ModelFailureError`. */
export type Ask = (prompt: string, context: AskContext) => Promise<Reply>;

/** Refuses what is no text, or too long. */
export function checkText(text: unknown, maxChars: number): string {
  if (typeof text !== "string") {
    throw new ModelFailureError("not_text", `expected text, got ${text === null ? "null" : typeof text}`);
  }
  if (text.length <= maxChars) return text;
  throw new ModelFailureError("too_long", `${text.length} chars are more than the ${maxChars} that are accepted`);
}

/** Joins a stream of texts. Where the call is stopped, or the text too long, the stream is told to end. */
export async function joinText(chunks: AsyncIterable<unknown>, context: AskContext): Promise<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  const release = () => void Promise.resolve(iterator.return?.()).catch(() => {});
  context.signal.addEventListener("abort", release, { once: true });
  let text = "";
  try {
    for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) {
      text = checkText(text + checkText(chunk, context.maxChars), context.maxChars);
    }
    return text;
  } finally {
    context.signal.removeEventListener("abort", release);
  }
}

/** A stream that ended without its last event was cut off on the way. */
export function cutOff(): ModelFailureError {
  return new ModelFailureError("network", "the stream ended before the model had finished");
}

/** The value under keys, one after the other; undefined where there is none. */
export function dig(value: unknown, ...keys: (string | number)[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}
