import { addGap, type Gap, NO_NAME } from "../pricing/gaps.js";
import { parseJson } from "../text/json-value.js";
import type { LedgerEntry } from "./entry.js";

/** Sums over requests. Tokens are those that providers billed. */
export class LedgerSum {
  requests = 0;
  /** Requests that the gateway or the provider refused; they are in no other number. */
  refused = 0;
  /** Answered requests that the provider had refused for their thinking before they were sent again without. */
  recovered = 0;
  /** Answered requests whose usage is missing or not understood; their tokens are in no sum. */
  unbilled = 0;
  /** Requests in which something was removed. */
  reduced = 0;
  input = 0;
  cached = 0;
  output = 0;
  /** Input tokens the other way: as they came where they were reduced, reduced where they were observed. */
  otherInput = 0;
  /** US dollars of the requests whose price is known; undefined where none of the billed ones has a price, as with a login. */
  cost: number | undefined = 0;
  otherCost: number | undefined = 0;
  /** Models of billed requests without a known price: their dollars are in no sum. */
  unpriced: Gap[] = [];
  /** What else was billed and has no known price, such as a service tier. */
  lacks: Gap[] = [];
  /** The same in tokens of fresh input, by the table of models. */
  weight = 0;
  otherWeight = 0;
  /** Estimated tokens of all requests before and after. */
  tokensBefore = 0;
  tokensAfter = 0;
  moves = 0;
  /** Requests by which idle caches were renewed, and their dollars, which are in `cost`; in no other number of requests. */
  renewals = 0;
  renewalCost = 0;
  /** Estimated tokens that wait for the next move, in the last request of each conversation. */
  waitingTokens = 0;
}

/** The members of an entry that sums are made of. */
export const SUMMED = [
  ...["run", "session", "model", "refused", "recovered", "skipped", "tokensBefore", "tokensAfter", "moved"],
  ...["waitingTokens", "input", "cached", "output", "weight", "cost", "otherInput", "otherWeight", "otherCost"],
  ...["subscription", "lacks"],
] as const satisfies readonly (keyof LedgerEntry)[];

/** What a sum needs of an entry. */
export type SummedEntry = Pick<LedgerEntry, (typeof SUMMED)[number]>;

export const sumOf = (entries: Iterable<SummedEntry>): LedgerSum => {
  const summer = new LedgerSummer();
  for (const entry of entries) summer.add(entry);
  return summer.sum();
};

/** Adds up entries as they come, in the order of time. */
export class LedgerSummer {
  readonly #sum = new LedgerSum();
  /** By conversation, of its newest request. */
  readonly #waiting = new Map<string, number>();
  #hasPrice = false;
  #hasLogin = false;

  add(entry: SummedEntry): void {
    const sum = this.#sum;
    if (entry.skipped === "keep_alive") {
      sum.renewals++;
      sum.renewalCost += entry.cost ?? 0;
      if (entry.input !== undefined) addBill(sum, entry);
      this.#hasPrice ||= isPriced(entry);
      return;
    }
    sum.requests++;
    if (entry.refused !== undefined) {
      sum.refused++;
      return;
    }
    sum.tokensBefore += entry.tokensBefore;
    sum.tokensAfter += entry.tokensAfter;
    if (entry.tokensAfter < entry.tokensBefore) sum.reduced++;
    if (entry.moved) sum.moves++;
    if (entry.recovered) sum.recovered++;
    this.#waiting.set(`${entry.run} ${entry.session} ${entry.model}`, entry.waitingTokens);
    addBill(sum, entry);
    this.#hasPrice ||= isPriced(entry);
    this.#hasLogin ||= isOfLogin(entry);
  }

  /** The sum of what was added so far. */
  sum(): LedgerSum {
    const sum = Object.assign(new LedgerSum(), this.#sum);
    sum.waitingTokens = [...this.#waiting.values()].reduce((all, one) => all + one, 0);
    // Nothing but unknown prices, logins, or what nobody bills, is no 0.
    if ((sum.unpriced.length > 0 || this.#hasLogin || sum.unbilled > 0) && !this.#hasPrice)
      [sum.cost, sum.otherCost] = [undefined, undefined];
    return sum;
  }
}

function addBill(sum: LedgerSum, entry: SummedEntry): void {
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
  for (const what of wordsOf(entry.lacks)) addGap(sum.lacks, what);
  if (isOfLogin(entry)) return;
  if (!isPriced(entry)) addGap(sum.unpriced, entry.model ?? NO_NAME);
  else {
    sum.cost = (sum.cost ?? 0) + (cost ?? 0);
    sum.otherCost = (sum.otherCost ?? 0) + (otherCost ?? 0);
  }
}

/** Whether there is a bill, and the dollars of both ways are known. */
const isPriced = ({ cost, otherCost, subscription }: SummedEntry): boolean =>
  cost !== undefined && otherCost !== undefined && subscription === undefined;

/** Whether a login paid, which has limits and no bill. */
const isOfLogin = ({ subscription, input }: SummedEntry): boolean => subscription !== undefined && input !== undefined;

function wordsOf(lacks: string | undefined): string[] {
  const words = lacks === undefined ? undefined : parseJson(lacks);
  return Array.isArray(words) ? words.filter((word) => typeof word === "string") : [];
}
