/** JSON of a request or an answer. */
export type Json = Record<string, unknown>;
export type Block = Json & { type: string };

/** A Messages request, as far as the simulated provider reads it. */
export interface MessagesRequest extends Json {
  model: string;
  system?: string | Block[];
  tools?: Json[];
  thinking?: Json;
  messages: { role: string; content: string | Block[] }[];
}

/** What the provider bills, as Anthropic names it. */
export interface Usage {
  input_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  output_tokens: number;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isThinking = (block: unknown): block is Block =>
  isObject(block) && (block.type === "thinking" || block.type === "redacted_thinking");

/** A content as a list of blocks. */
export const blocksOf = (content: unknown): Block[] =>
  typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];

/** A refusal of the provider. */
export class Refused extends Error {
  readonly status = 400;
}
