import type { LedgerEntry } from "./entry.js";

/** Sums over requests. Tokens are those that providers billed. */
export interface LedgerSum {
  requests: number;
  /** Requests that the gateway or the provider refused; they are in no other number. */
  refused: number;
  /** Answered requests that the provider had refused for their thinking before they were sent again without. */
  recovered: number;
  /** Answered requests whose usage is missing or not understood; their tokens are in no sum. */
  unbilled: number;
  /** Requests in which something was removed. */
  reduced: number;
  input: number;
  cached: number;
  output: number;
  /** Input tokens the other way: as they came where they were reduced, reduced where they were observed. */
  otherInput: number;
  /** US dollars; undefined where the price of a billed request is not known. */
  cost: number | undefined;
  otherCost: number | undefined;
  /** The same in tokens of fresh input, by the table of models. */
  weight: number;
  otherWeight: number;
  /** Estimated tokens of all requests before and after. */
  tokensBefore: number;
  tokensAfter: number;
  moves: number;
  /** Estimated tokens that wait for the next move, in the last request of each conversation. */
  waitingTokens: number;
  /** About how many more requests make a move pay, in the conversation in which most waits; undefined if not known. */
  requestsToMove?: number | undefined;
}

/** The sum of entries of requests. */
export function sumOf(entries: readonly LedgerEntry[]): LedgerSum {
  const sum = emptySum();
  const waiting = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    sum.requests++;
    if (entry.refused !== undefined) {
      sum.refused++;
      continue;
    }
    sum.tokensBefore += entry.tokensBefore;
    sum.tokensAfter += entry.tokensAfter;
    if (entry.tokensAfter < entry.tokensBefore) sum.reduced++;
    if (entry.moved) sum.moves++;
    if (entry.recovered) sum.recovered++;
    waiting.set(`${entry.run} ${entry.session} ${entry.model}`, entry);
    addBill(sum, entry);
  }
  const [most] = [...waiting.values()].sort((a, b) => b.waitingTokens - a.waitingTokens);
  sum.waitingTokens = [...waiting.values()].reduce((all, { waitingTokens }) => all + waitingTokens, 0);
  sum.requestsToMove = most?.requestsToMove;
  return sum;
}

function emptySum(): LedgerSum {
  const none = {
    requests: 0,
    refused: 0,
    recovered: 0,
    unbilled: 0,
    reduced: 0,
    input: 0,
    cached: 0,
    output: 0,
    otherInput: 0,
  };
  const money = { cost: 0, otherCost: 0, weight: 0, otherWeight: 0 };
  return { ...none, ...money, tokensBefore: 0, tokensAfter: 0, moves: 0, waitingTokens: 0 };
}

function addBill(sum: LedgerSum, entry: LedgerEntry): void {
  const { input, cached = 0, output = 0, cost, otherInput, otherCost } = entry;
  if (input === undefined) {
    sum.unbilled++;
    return;
  }
  sum.input += input;
  sum.cached += cached;
  sum.output += output;
  sum.otherInput += otherInput ?? input;
  sum.weight += entry.weight ?? 0;
  sum.otherWeight += entry.otherWeight ?? 0;
  // One unknown price makes the whole sum unknown: a part of it would look like all.
  sum.cost = cost === undefined || sum.cost === undefined ? undefined : sum.cost + cost;
  sum.otherCost = otherCost === undefined || sum.otherCost === undefined ? undefined : sum.otherCost + otherCost;
}
