// What a session says of itself.
import type { SessionTotals } from "./state.js";

/** A session's conversation, ready for one request. */
export interface SessionPrompt {
  /** The conversation's part of the wire's request. The caller adds model, tools and settings. */
  request: Record<string, unknown>;
  /** Tokens of the conversation, counted as `tokens` of the session's options says. */
  tokens: number;
  /** False if the prompt exceeds `maxTokens` even after trimming. */
  fits: boolean;
}

/** A session in numbers. */
export interface SessionStats extends SessionTotals {
  /** The session's id. */
  id: string;
  /** Who speaks as the assistant. */
  agent: string;
  /** The name it was saved under; undefined before. */
  name: string | undefined;
  /** The model spoken to; undefined where none is known. */
  model: string | undefined;
  /** Turns of the user and of the assistant. */
  turns: number;
  /** All entries, system prompt, tool turns and markers included. */
  entries: number;
  /** Tokens of the whole conversation. */
  tokens: number;
  /** The limit of the conversation, in tokens. */
  maxTokens: number;
  /** `tokens / maxTokens`. */
  share: number;
  /** Whether a trim precedes the next prompt. */
  trimDue: boolean;
  /** Whether each turn is written to a store. */
  stored: boolean;
}
