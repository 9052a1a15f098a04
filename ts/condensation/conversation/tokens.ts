import type { ApiHandler } from "../../llm/handler/api-handler.js";
import { visitStrings } from "../../text/json-value.js";
import { estimateRequest, estimateTokensBatch } from "../../tokens/index.js";
import type { Conversation } from "./open.js";
import { requestOf } from "./request.js";

/**
 * Counts the tokens of conversations and texts: by a handler, which is asked once for each distinct text, or by Tamis's
 * estimate. Linear in the text.
 */
export class TokenMeter {
  readonly #known = new Map<string, number>();
  readonly #conversations = new WeakMap<Conversation, number>();

  /** @param handler Default: texts are estimated. */
  constructor(readonly handler: ApiHandler | undefined) {}

  /** Tokens of texts, in their order. */
  async ofTexts(texts: readonly string[]): Promise<number[]> {
    const { handler } = this;
    const missing = [...new Set(texts)].filter((text) => text !== "" && !this.#known.has(text));
    if (missing.length > 0) {
      const counted =
        handler === undefined
          ? estimateTokensBatch(missing)
          : await Promise.all(missing.map((text) => handler.countTokens([{ type: "text", text }])));
      for (const [index, text] of missing.entries())
        this.#known.set(text, Math.max(0, Math.round(counted[index] ?? 0)) || 0);
    }
    return texts.map((text) => this.#known.get(text) ?? 0);
  }

  /** Tokens of messages, system prompt and tools. The same object is counted once. */
  async ofConversation(conversation: Conversation): Promise<number> {
    const tokens = this.#conversations.get(conversation) ?? (await this.#count(conversation));
    this.#conversations.set(conversation, tokens);
    return tokens;
  }

  async #count(conversation: Conversation): Promise<number> {
    if (this.handler === undefined) {
      const { request, wire } = requestOf(conversation);
      return estimateRequest(request, { wire }).totalTokens;
    }
    const { context, blocks, wire } = conversation;
    const texts = blocks.flatMap(({ text, kind, toolName }) =>
      kind === "call" && toolName !== undefined ? [text, toolName] : [text],
    );
    for (const rest of [context.system, context.tools]) visitStrings(rest, (text) => texts.push(text));
    const media = blocks.filter(({ kind }) => kind === "media").length * wire.mediumTokens;
    return (await this.ofTexts(texts)).reduce((sum, tokens) => sum + tokens, media);
  }
}
