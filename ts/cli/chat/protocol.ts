// The part of each wire that a chat needs, both ways.

import { valueAt } from "../../text/json-value.js";
import type { ChatWire, Endpoint } from "./endpoint.js";

export interface AnswerPiece {
  text?: string;
  /** Events with usage. All events of an answer together form one usage. */
  usage?: unknown;
  /** The model has finished. */
  finished?: boolean;
  /** The error that the endpoint reports. */
  error?: string;
}

export interface Protocol {
  headers(key: string | undefined): Record<string, string>;
  body(model: string, conversation: object, endpoint: Endpoint): object;
  readEvent(event: unknown): AnswerPiece;
  readWhole(answer: unknown): AnswerPiece;
}

/** The API requires a limit. */
const ANTHROPIC_OUTPUT_TOKENS = 4_096;

const openAi: Protocol = {
  headers: (key): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  body: (model, conversation, { maxOutputTokens }) => ({
    model,
    ...conversation,
    ...(maxOutputTokens === undefined ? {} : { max_completion_tokens: maxOutputTokens }),
    stream: true,
    stream_options: { include_usage: true },
  }),
  readEvent: (event) => ({
    text: textOf(valueAt(event, ["choices", 0, "delta", "content"])),
    ...usageIn(event),
    finished: typeof valueAt(event, ["choices", 0, "finish_reason"]) === "string",
    ...errorIn(event),
  }),
  readWhole: (answer) => ({
    text: textOf(valueAt(answer, ["choices", 0, "message", "content"])),
    ...usageIn(answer),
    finished: valueAt(answer, ["choices", 0]) !== undefined,
    ...errorIn(answer),
  }),
};

const anthropic: Protocol = {
  headers: (key) => ({ "anthropic-version": "2023-06-01", ...(key === undefined ? {} : { "x-api-key": key }) }),
  body: (model, conversation, { maxOutputTokens = ANTHROPIC_OUTPUT_TOKENS }) => ({
    model,
    max_tokens: maxOutputTokens,
    ...conversation,
    stream: true,
  }),
  readEvent: (event) => ({
    text: textOf(valueAt(event, ["delta", "text"])),
    ...(valueAt(event, ["message", "usage"]) === undefined ? usageIn(event) : { usage: event }),
    finished: valueAt(event, ["type"]) === "message_stop",
    ...errorIn(event),
  }),
  readWhole: (answer) => {
    const content = valueAt(answer, ["content"]);
    const blocks = Array.isArray(content) ? content : [];
    const text = blocks.map((block) => textOf(valueAt(block, ["text"]))).join("");
    return { text, ...usageIn(answer), finished: Array.isArray(content), ...errorIn(answer) };
  },
};

export const PROTOCOLS: Record<ChatWire, Protocol> = { "openai-chat": openAi, anthropic };

/** The error sentence in an error body or event. */
export function errorText(body: unknown): string | undefined {
  const found = valueAt(body, ["error", "message"]) ?? valueAt(body, ["message"]) ?? valueAt(body, ["error"]);
  return typeof found === "string" ? found : undefined;
}

const errorIn = (event: unknown): AnswerPiece =>
  valueAt(event, ["error"]) ? { error: errorText(event) ?? "the endpoint reports an error" } : {};

const usageIn = (event: unknown): AnswerPiece => (valueAt(event, ["usage"]) ? { usage: event } : {});

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
