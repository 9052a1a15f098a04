import { TamisError } from "../base/errors.js";
import type { ChatMessage } from "./chat-message.js";

/** Tokens of one text: a finite number of 0 or more. */
export type TokenEstimator = (text: string) => number;

/** The limits that a history must meet. Infinity means no limit. */
export interface Budget {
  maxInputChars: number;
  maxInputTokens: number;
  estimateTokens: TokenEstimator;
}

/** Sum of the contents' chars. */
export function historyChars(messages: readonly ChatMessage[]): number {
  let chars = 0;
  for (const { content } of messages) chars += content.length;
  return chars;
}

/**
 * Sum of the contents' tokens.
 *
 * @throws TamisError `OPTION_INVALID` where the estimator gives no number.
 */
export function historyTokens(messages: readonly ChatMessage[], estimate: TokenEstimator): number {
  let tokens = 0;
  for (const { content } of messages) tokens += estimate(content);
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw new TamisError("OPTION_INVALID", "options.estimateTokens: expected it to give 0 or more tokens for every text");
}

/**
 * Whether the messages are within the budget, or exactly at it. Counts tokens only if the budget limits them.
 *
 * @param chars Their {@link historyChars}.
 */
export function fitsBudget(messages: readonly ChatMessage[], budget: Budget, chars: number): boolean {
  if (chars > budget.maxInputChars) return false;
  if (budget.maxInputTokens === Infinity) return true;
  return historyTokens(messages, budget.estimateTokens) <= budget.maxInputTokens;
}
