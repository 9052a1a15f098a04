/** A block of a message for a model. Text alone, so that every provider takes it. */
export interface HandlerBlock {
  /** Always `text`. */
  type: "text";
  /** The text. */
  text: string;
}

/** A message for a model. */
export interface HandlerMessage {
  /** Who speaks. */
  role: "user" | "assistant";
  /** The text, or blocks of text. */
  content: string | readonly HandlerBlock[];
}

/** A piece of a model's answer: some text, or what the call used. */
export type HandlerChunk =
  | {
      /** Some text. */
      type: "text";
      /** The text, in the order in which it came. */
      text: string;
    }
  | {
      /** What the call used; the last such piece counts. */
      type: "usage";
      /** Tokens of all input. */
      inputTokens: number;
      /** Tokens of all output. */
      outputTokens: number;
      /** US dollars. @default unknown */
      totalCost?: number | undefined;
    };

/** Limits of one call. */
export interface HandlerOptions {
  /** Stops the call. @default nothing stops it */
  signal?: AbortSignal | undefined;
}

/** A model that a handler calls. */
export interface HandlerModel {
  /** The model's name, as its provider spells it; `unknown` for a plain function. */
  id: string;
  /** What is known of the model. @default nothing */
  info?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Calls a model and counts its tokens, whatever the provider. Source: requirements document 003, constraint TC-2; the
 * shape is the one that agents of the roo-code family have.
 */
export interface ApiHandler {
  /** Sends messages to the model. The answer comes in pieces. */
  createMessage(
    systemPrompt: string,
    messages: readonly HandlerMessage[],
    options?: HandlerOptions,
  ): AsyncIterable<HandlerChunk>;
  /** Tokens of blocks of text, by the model's own count or an estimate. */
  countTokens(blocks: readonly HandlerBlock[]): Promise<number>;
  /** The model that the handler calls. */
  getModel(): HandlerModel;
}
