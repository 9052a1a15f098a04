import { ModelFailureError } from "./failure.js";
import type { ModelPrompt } from "./model-prompt.js";
import { type ModelUsage, type ReportedTokens, reportedBy } from "./usage.js";

/** A model's reply. */
export interface Reply {
  /** Not checked yet: may be empty. */
  text: string;
  usage?: ReportedTokens & Pick<ModelUsage, "unreadBills">;
  /** The provider's own usage object. */
  raw?: unknown;
}

/** Limits and settings of a call. */
export interface AskContext {
  signal: AbortSignal;
  /** Ask for a stream if the model supports one. */
  stream: boolean;
  /** A longer text is refused, and a stream is closed at this length. */
  maxChars: number;
}

/** Sends one prompt to a model. Throws what the model's library throws, or a `ModelFailureError`. */
export type Ask = (prompt: ModelPrompt, context: AskContext) => Promise<Reply>;

/** The part of a reply about its usage, by the provider's own object. */
export function replyUsage(raw: unknown): Pick<Reply, "usage" | "raw"> {
  return { usage: reportedBy(raw), ...(raw === undefined || raw === null ? {} : { raw }) };
}

/** What calls used that failed later on, by their errors. */
const SPENT = new WeakMap<object, Pick<Reply, "usage" | "raw">>();

/** Notes what a call used before it failed: it is paid all the same. */
export function noteSpent(error: unknown, spent: Pick<Reply, "usage" | "raw">): void {
  if (typeof error === "object" && error !== null) SPENT.set(error, spent);
}

/** What a failed call used, as far as it said. */
export const spentBefore = (error: unknown): Pick<Reply, "usage" | "raw"> =>
  (typeof error === "object" && error !== null ? SPENT.get(error) : undefined) ?? {};

/** Refuses a value that is no text, or a text that is too long. */
export function checkText(text: unknown, maxChars: number): string {
  if (typeof text !== "string") {
    throw new ModelFailureError("not_text", `expected text, got ${text === null ? "null" : typeof text}`);
  }
  if (text.length <= maxChars) return text;
  throw new ModelFailureError("too_long", `${text.length} chars are more than the ${maxChars} that are accepted`);
}

/** The text of a list of blocks, without thinking, sources and tool calls. */
export function textBlocks(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((block) => (dig(block, "type") === "text" ? dig(block, "text") : "")).join("");
}

/** Joins a stream of texts. Closes the stream if the call is aborted or the text too long. */
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

/** What an event of a stream says. */
interface Said {
  text?: unknown;
  /** The usage so far. */
  usage?: unknown;
  /** Whether the model has finished. */
  isEnd?: boolean;
}

/** Reads a stream of events. One that ends without its last event is a failure. */
export async function streamedReply(
  events: unknown,
  context: AskContext,
  read: (event: unknown) => Said,
): Promise<{ text: string; usage: unknown }> {
  let isFinished = false;
  let usage: unknown;
  async function* texts() {
    for await (const event of events as AsyncIterable<unknown>) {
      const said = read(event);
      usage = said.usage ?? usage;
      isFinished ||= said.isEnd === true;
      if (said.text !== undefined) yield said.text;
    }
  }
  const text = await joinText(texts(), context);
  if (!isFinished) throw new ModelFailureError("network", "the stream ended before the model had finished");
  return { text, usage };
}

/** The value under nested keys; undefined if there is none. */
export function dig(value: unknown, ...keys: (string | number)[]): unknown {
  let current = value;
  for (const key of keys) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}
