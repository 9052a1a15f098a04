// A session's state apart from its turns: identity, position at the limit, and cost.
import { priceTokens } from "../pricing/prices.js";
import { splitBill, type TokenUsage } from "../tokens/usage.js";
import type { ContextChange } from "./events.js";
import type { LimitState } from "./warnings.js";

/** Totals over the life of a session. */
export interface SessionTotals {
  /** Trims and reductions. */
  trims: number;
  /** Session turns that trims dropped. */
  trimmedTurns: number;
  /** Results that became placeholders. */
  maskedCount: number;
  /** Texts that were clipped. */
  clippedCount: number;
  /** Tokens that trims and reductions removed, each counted once. */
  savedTokens: number;
  /** Answers whose usage is known. */
  requests: number;
  /** Input tokens billed, cached ones included. */
  inputTokens: number;
  /** Of the input tokens, those read from the provider's cache. */
  cachedTokens: number;
  /** Output tokens billed. */
  outputTokens: number;
  /** US dollars, for the `pricedRequests`. */
  cost: number;
  /** Requests whose cost is known: of the model's price, or of the provider itself. */
  pricedRequests: number;
  /** Answers whose usage was not understood. Their tokens and costs are in no sum. */
  unreadBills: number;
}

export const NO_TOTALS: SessionTotals = {
  trims: 0,
  trimmedTurns: 0,
  maskedCount: 0,
  clippedCount: 0,
  savedTokens: 0,
  requests: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  cost: 0,
  pricedRequests: 0,
  unreadBills: 0,
};

/** What is kept on disk beside the turns; plain JSON. */
export interface SessionRecord {
  /** The model spoken to; undefined where none is known. */
  model: string | undefined;
  /** Which warnings were given. */
  limit: LimitState;
  /** Sums over the life of the session. */
  totals: SessionTotals;
}

/** The totals with one more billed answer. */
export function addBilled(totals: SessionTotals, billed: TokenUsage, model: string | undefined): SessionTotals {
  const { inputTokens, cachedTokens, outputTokens } = billed;
  const listed = () => (model === undefined ? undefined : priceTokens({ model, usage: splitBill(billed) })?.cost);
  // The provider knows best what it charged.
  const cost = billed.cost ?? listed();
  return {
    ...totals,
    requests: totals.requests + 1,
    inputTokens: totals.inputTokens + inputTokens,
    cachedTokens: totals.cachedTokens + cachedTokens,
    outputTokens: totals.outputTokens + outputTokens,
    cost: totals.cost + (cost ?? 0),
    pricedRequests: totals.pricedRequests + (cost === undefined ? 0 : 1),
  };
}

/** The totals with one more trim or reduction. */
export function addChange(
  totals: SessionTotals,
  { droppedTurns, maskedCount, clippedCount }: Pick<ContextChange, "droppedTurns" | "maskedCount" | "clippedCount">,
  savedTokens: number,
): SessionTotals {
  return {
    ...totals,
    trims: totals.trims + 1,
    trimmedTurns: totals.trimmedTurns + droppedTurns,
    maskedCount: totals.maskedCount + maskedCount,
    clippedCount: totals.clippedCount + clippedCount,
    savedTokens: totals.savedTokens + Math.max(0, savedTokens),
  };
}
