import { shownValue } from "../../base/issues.js";
import type { TokenReader } from "../../contract/token-backend.js";
import { throwIfAborted } from "../../llm/abort.js";
import { withDeadline } from "../../llm/deadline.js";
import type { ApiHandler } from "../../llm/handler/api-handler.js";
import { loadTokenBackend } from "../../load/token-backend.js";
import { visitStrings } from "../../text/json-value.js";
import { estimateTokensBatch } from "../../tokens/index.js";
import { measureRequest } from "../../tokens/request/index.js";
import { errorText } from "../error-text.js";
import type { Conversation } from "./open.js";
import { requestOf } from "./request.js";

/** How long a handler may count. */
export interface MeterLimits {
  /** For the texts of one conversation, in milliseconds. @default 30,000 */
  timeoutMs?: number | undefined;
  /** Stops the counting with an `AbortError`. @default none */
  signal?: AbortSignal | undefined;
}

/** Of the time that a provider has, the share for counting: the rest is for its work. */
const SHARE_OF_TIME = 0.5;

/**
 * Counts the tokens of conversations and texts: by a handler, which is asked once for each distinct text, or by Tamis's
 * estimate. A handler that fails, hangs or gives what is no count is asked no more; everything is estimated then, also what
 * it counted before, so that numbers can be compared if they are asked for again. Linear in the text.
 */
export class TokenMeter {
  #handler: ApiHandler | undefined;
  #problem: string | undefined;
  readonly #limits: MeterLimits;
  readonly #known = new Map<string, number>();
  readonly #reader = rememberingReader();
  #conversations = new WeakMap<Conversation, number>();

  /** @param handler Default: texts are estimated. */
  constructor(handler: ApiHandler | undefined, limits: MeterLimits = {}) {
    this.#handler = handler;
    this.#limits = limits;
  }

  /** Why the handler is asked no more, for people; undefined where it is, or there is none. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether tokens are estimated. */
  get isEstimate(): boolean {
    return this.#handler === undefined;
  }

  /** Tokens of texts, in their order. */
  async ofTexts(texts: readonly string[]): Promise<number[]> {
    const missing = this.#missing(texts);
    if (missing.length > 0) {
      // What a handler that failed counted before is estimated as well.
      const counted = await this.#byHandler(missing);
      const own = counted === undefined ? this.#missing(texts) : missing;
      const numbers = counted ?? estimateTokensBatch(own);
      for (const [index, text] of own.entries()) this.#known.set(text, Math.round(numbers[index] ?? 0));
    }
    return texts.map((text) => this.#known.get(text) ?? 0);
  }

  #missing(texts: readonly string[]): string[] {
    return [...new Set(texts)].filter((text) => text !== "" && !this.#known.has(text));
  }

  /** The handler's counts; undefined where there is none, or it cannot count. */
  async #byHandler(texts: readonly string[]): Promise<number[] | undefined> {
    const handler = this.#handler;
    if (handler === undefined) return undefined;
    const { timeoutMs = 30_000, signal } = this.#limits;
    const count = () => Promise.all(texts.map((text) => handler.countTokens([{ type: "text", text }])));
    try {
      const limits = { timeoutMs: Math.max(1, timeoutMs * SHARE_OF_TIME), signal };
      const counted: unknown[] = await withDeadline(async () => count(), limits);
      const wrong = counted.find((number) => !isTokens(number));
      if (counted.every(isTokens)) return counted;
      throw new Error(`it gave ${shownValue(wrong)} for a text, not a number of 0 or more`);
    } catch (error) {
      throwIfAborted(signal);
      this.#problem = `the handler could not count tokens (${errorText(error)}); they are estimated`;
      this.#handler = undefined;
      this.#known.clear();
      this.#conversations = new WeakMap();
      return undefined;
    }
  }

  /** Tokens of messages, system prompt and tools. The same object is counted once. */
  async ofConversation(conversation: Conversation): Promise<number> {
    let tokens = this.#conversations.get(conversation);
    if (tokens === undefined) {
      const isAsking = this.#handler !== undefined;
      tokens = await this.#count(conversation);
      // A handler that failed has counted a part of it.
      if (isAsking && this.#handler === undefined) tokens = this.#estimate(conversation);
    }
    this.#conversations.set(conversation, tokens);
    return tokens;
  }

  async #count(conversation: Conversation): Promise<number> {
    if (this.#handler === undefined) return this.#estimate(conversation);
    const { context, blocks, wire } = conversation;
    const texts = blocks.flatMap(({ text, kind, toolName }) =>
      kind === "call" && toolName !== undefined ? [text, toolName] : [text],
    );
    for (const rest of [context.system, context.tools]) visitStrings(rest, (text) => texts.push(text));
    const media = blocks.filter(({ kind }) => kind === "media").length * wire.mediumTokens;
    return (await this.ofTexts(texts)).reduce((sum, tokens) => sum + tokens, media);
  }

  #estimate(conversation: Conversation): number {
    const { request, wire } = requestOf(conversation);
    return measureRequest(request, { wire }, false, this.#reader).totalTokens;
  }
}

const LONG_CHARS = 96;

/** Estimates of texts, each long one asked for once: a conversation has most texts of the one before it. */
function rememberingReader(): TokenReader {
  const known = new Map<unknown, number>();
  return {
    tokensOfEach(texts, method, out) {
      const missing = texts.filter((text) => !known.has(text));
      const tokens = new Uint32Array(missing.length);
      if (missing.length > 0) loadTokenBackend().tokensOfEach(missing, method, tokens);
      const own = new Map(missing.map((text, index) => [text, tokens[index] ?? 0]));
      for (const [text, count] of own) if (text.length >= LONG_CHARS) known.set(text, count);
      for (const [index, text] of texts.entries()) out[index] = known.get(text) ?? own.get(text) ?? 0;
    },
  };
}

const isTokens = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;
