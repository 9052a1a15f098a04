import { setNewest } from "../../base/maps.js";
import { Bills } from "../../pricing/bills.js";
import type { RequestAccount } from "./request-account.js";

/** What one answered request cost, and what it would have cost the other way. In US dollars. */
export interface Cost {
  /** As billed: input at its cache mix, and output. */
  billedUsd: number;
  /** The same without the reduction; in mode `observe` with it. */
  otherUsd: number;
  /** What the reduction saved; below 0 where it cost. */
  savedUsd: number;
  /** What is billed and in no dollars here because its price is not known, in words. */
  lacks: readonly string[];
}

/** Upstreams of which is remembered what a token of input costs. */
const MOST_KEYS = 256;
/** How much the newest answer counts. */
const WEIGHT = 0.1;

/** Prices requests by the usage of their answers, and estimates by the answers before. */
export class Money {
  readonly #bills = new Bills();
  /** Dollars of a token of input at the cache mix of the last answers, by wire and host. */
  readonly #rates = new Map<string, number>();

  /** Undefined without a bill, or without a price of its model. */
  costOf(account: RequestAccount): Cost | undefined {
    const two = this.#bills.of(account);
    const [billedUsd, otherUsd, inputUsd] = [two?.actual.cost, two?.other.cost, two?.actual.inputCost];
    if (two === undefined || billedUsd === undefined || otherUsd === undefined) return undefined;
    const { fresh, cacheRead, cacheWrite } = two.actual.tokens;
    const input = fresh + cacheRead + cacheWrite;
    if (input > 0 && inputUsd !== undefined) this.#learn(keyOf(account.wire, account.host), inputUsd / input);
    return { billedUsd, otherUsd, savedUsd: account.replaced ? otherUsd - billedUsd : 0, lacks: two.actual.lacks };
  }

  /**
   * What that many fewer tokens of input save, at the cache mix and the prices of the last answers of the same upstream;
   * undefined before the first.
   */
  estimate(wire: string, host: string | undefined, tokens: number): number | undefined {
    const rate = this.#rates.get(keyOf(wire, host));
    return rate === undefined ? undefined : rate * tokens;
  }

  #learn(key: string, rate: number): void {
    const before = this.#rates.get(key);
    setNewest(this.#rates, key, before === undefined ? rate : before + WEIGHT * (rate - before), MOST_KEYS);
  }
}

const keyOf = (wire: string, host: string | undefined): string => `${wire} ${host ?? ""}`;

/** What an answered request lacks of its dollars: all, because its usage or its price is not known, or a part; undefined: nothing. */
export function lackOf(
  { billed, billProblem }: RequestAccount,
  cost: Cost | undefined,
): "usage" | "price" | "part" | undefined {
  if (billProblem !== undefined) return "usage";
  if (billed !== undefined && cost === undefined) return "price";
  return (cost?.lacks.length ?? 0) > 0 ? "part" : undefined;
}

/** Dollars as they are written: six places, which is a token of the cheapest models. */
export const usd = (dollars: number): number => Math.round(dollars * 1e6) / 1e6;
