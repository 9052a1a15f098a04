import type { ApiHandler } from "./handler/api-handler.js";

/** A function that calls a model. It should stop when the signal is aborted; its caller does not wait longer. */
export type SummaryFunction = (
  prompt: string,
  options: { signal: AbortSignal },
) => PromiseLike<string | AsyncIterable<string>> | string | AsyncIterable<string>;

/** The used part of a Vercel AI SDK `LanguageModel` object (specification v2 or later). */
export interface AiSdkModel {
  /** The specification that the model follows, such as `v2`. */
  readonly specificationVersion: string;
  /** The provider's name, as the AI SDK spells it. */
  readonly provider: string;
  /** The model's name, as the provider spells it. */
  readonly modelId: string;
  /** One answer as a whole. */
  doGenerate(options: never): PromiseLike<unknown>;
  /** One answer as a stream of parts. */
  doStream(options: never): PromiseLike<unknown>;
}

/** The used part of an OpenAI-style client: `client.chat.completions.create`. */
export interface OpenAiStyleClient {
  /** Where the client has `completions.create`. */
  readonly chat: { readonly completions: { create(body: never, options?: never): PromiseLike<unknown> } };
}

/** The used part of an Anthropic-style client: `client.messages.create`. */
export interface AnthropicStyleClient {
  /** Where the client has `create`. */
  readonly messages: { create(body: never, options?: never): PromiseLike<unknown> };
}

/** The used part of a Google-style client: `client.models.generateContent`. */
export interface GoogleStyleClient {
  /** Where the client has its methods. */
  readonly models: {
    generateContent(body: never): PromiseLike<unknown>;
    generateContentStream(body: never): PromiseLike<unknown>;
  };
}

/** The used part of a client of Bedrock's Converse API: `client.converse`. */
export interface ConverseStyleClient {
  /** One answer as a whole. */
  converse(body: never, options?: never): PromiseLike<unknown>;
  /** One answer as a stream. @default answers come as a whole */
  converseStream?(body: never, options?: never): PromiseLike<unknown>;
}

/** A client and the model to ask. The client's own retries and time limit are not used. */
export interface ClientModel {
  /** An OpenAI-style, Anthropic-style or Google-style client, or one of Bedrock's Converse API. */
  client: OpenAiStyleClient | AnthropicStyleClient | GoogleStyleClient | ConverseStyleClient;
  /** The model's name, as the provider spells it. */
  model: string;
  /** More keys of the request body, such as `temperature` or `max_tokens` (Anthropic: 2048 unless given here). */
  params?: Record<string, unknown> | undefined;
}

/** Anything that can write a summary. */
export type SummaryModel = SummaryFunction | AiSdkModel | ClientModel | ApiHandler;
