// Tokens that were paid for, in dollars at the price list.
import type { PriceOverrides, SplitTokens } from "../../contract/price-types.js";
import { type Costs, type PriceRequest, priceTokens, withTerms } from "../../pricing/prices.js";

/** Dollars by what was bought. */
export interface Dollars {
  /** All of it. */
  total: number;
  /** Input that no cache had. */
  fresh: number;
  /** Input read from a cache. */
  cacheRead: number;
  /** Input written to a cache. */
  cacheWrite: number;
  /** Output. */
  output: number;
  /** Searches of the web, and other models within a request, such as advisors. */
  other: number;
}

/** No dollars. */
export const noDollars = (): Dollars => ({ total: 0, fresh: 0, cacheRead: 0, cacheWrite: 0, output: 0, other: 0 });

/** Dollars of what a cache bills: everything but output and what is beside the tokens. */
export const inputOf = ({ total, output, other }: Dollars): number => total - output - other;

/** The dollars of a request, and the parts of its bill that have no known price, in words. */
export interface PricedRequest {
  dollars: Dollars;
  lacks: readonly string[];
}

/** From here on some models are dearer: most of those that are, above the second. */
const [DEAR_TOKENS, MOSTLY_DEAR_TOKENS] = [100_000, 200_000];
const MILLION = 1e6;

/** Prices of a million tokens each. */
type Rates = Omit<Dollars, "total" | "other"> & {
  hourWrite: number;
  /** A request of more tokens is priced by itself, because each of them may cost more than one of a small request. */
  flatTokens: number;
};

/** Says what requests cost. */
export type Prices = Pick<PriceBook, "price" | "freshRate">;

/** Of a login, which has limits and no bill. */
export const NO_PRICES: Prices = { price: () => undefined, freshRate: () => undefined };

/** Prices requests, and remembers what a million tokens cost, by model and day. */
export class PriceBook {
  readonly #prices: PriceOverrides;
  readonly #rates = new Map<string, Rates | undefined>();

  /** @param prices Own prices, which win over the list. */
  constructor(prices: PriceOverrides = {}) {
    this.#prices = prices;
  }

  /** What a request cost; undefined where the model or its price is unknown. @param time In milliseconds; NaN: now. */
  price(model: string | undefined, tokens: SplitTokens, time: number): PricedRequest | undefined {
    const rates = model === undefined ? undefined : this.#ratesOf(model, time);
    if (model === undefined || rates === undefined) return undefined;
    const dollars = byRates(tokens, rates);
    const isLarge = tokens.fresh + tokens.cacheRead + tokens.cacheWrite > rates.flatTokens;
    if (!isLarge && tokens.terms === undefined) return { dollars, lacks: [] };
    const { total: cost, output: outputCost } = dollars;
    const whole = isLarge
      ? this.#ask(model, tokens, time)
      : asked(
          withTerms({ cost, inputCost: inputOf(dollars), outputCost }, requestOf(model, tokens, time), this.#prices),
        );
    return whole === undefined ? { dollars, lacks: [] } : { dollars: stretched(dollars, whole), lacks: whole.lacks };
  }

  /** Dollars of a million fresh tokens; undefined where the price is unknown. */
  freshRate(model: string | undefined, time: number): number | undefined {
    return model === undefined ? undefined : this.#ratesOf(model, time)?.fresh;
  }

  #ratesOf(model: string, time: number): Rates | undefined {
    const key = `${model} ${Number.isFinite(time) ? Math.floor(time / 86_400_000) : ""}`;
    if (!this.#rates.has(key)) this.#rates.set(key, this.#readRates(model, time));
    return this.#rates.get(key);
  }

  /** Of a thousand tokens each, so that no dear zone begins. */
  #readRates(model: string, time: number): Rates | undefined {
    const of = (tokens: Partial<SplitTokens>) => this.#ask(model, { ...NONE, ...tokens }, time);
    const [fresh, read, write, hour, output] = [
      of({ fresh: 1000 }),
      of({ cacheRead: 1000 }),
      of({ cacheWrite: 1000 }),
      of({ cacheWrite: 1000, hourWrite: 1000 }),
      of({ output: 1000 }),
    ].map((price) => (price === undefined ? undefined : 1000 * price.input + 1000 * price.output));
    if (fresh === undefined || output === undefined) return undefined;
    const cacheWrite = write ?? fresh;
    const rates = { fresh, cacheRead: read ?? fresh, cacheWrite, hourWrite: hour ?? cacheWrite, output, flatTokens: 0 };
    const isFlat = (usage: SplitTokens) => {
      const price = this.#ask(model, usage, time);
      return price !== undefined && Math.abs((price.input + price.output) / byRates(usage, rates).total - 1) < 1e-9;
    };
    const small = isFlat({ ...NONE, fresh: MOSTLY_DEAR_TOKENS, output: 1000 }) ? MOSTLY_DEAR_TOKENS : DEAR_TOKENS;
    return { ...rates, flatTokens: isFlat(LARGE) ? Number.POSITIVE_INFINITY : small };
  }

  #ask(model: string, usage: SplitTokens, time: number): Asked | undefined {
    const price = priceTokens(requestOf(model, usage, time), this.#prices);
    return price === undefined ? undefined : asked(price);
  }
}

function requestOf(model: string, usage: SplitTokens, time: number): PriceRequest {
  return { model, usage, ...(Number.isFinite(time) ? { at: new Date(time) } : {}) };
}

const asked = ({ inputCost: input, outputCost: output, otherCost: other = 0, lacks = [] }: Costs): Asked => ({
  ...{ input, output, other, lacks },
});

/** The price of a usage by the list. */
interface Asked extends Pick<PricedRequest, "lacks"> {
  input: number;
  output: number;
  other: number;
}

/** Larger than any context. */
const LARGE: SplitTokens = { fresh: 1e8, cacheRead: 0, cacheWrite: 0, output: 1e6 };
const NONE: SplitTokens = { fresh: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

function byRates({ fresh, cacheRead, cacheWrite, hourWrite = 0, output }: SplitTokens, rates: Rates): Dollars {
  const written = (cacheWrite - hourWrite) * rates.cacheWrite + hourWrite * rates.hourWrite;
  const parts = {
    fresh: (fresh * rates.fresh) / MILLION,
    cacheRead: (cacheRead * rates.cacheRead) / MILLION,
    cacheWrite: written / MILLION,
    output: (output * rates.output) / MILLION,
  };
  return { total: parts.fresh + parts.cacheRead + parts.cacheWrite + parts.output, other: 0, ...parts };
}

/** The same parts of the input, at what it cost as a whole. */
function stretched(parts: Dollars, { input, output, other }: Asked): Dollars {
  const times = inputOf(parts) === 0 ? 0 : input / inputOf(parts);
  return {
    total: input + output + other,
    fresh: parts.fresh * times,
    cacheRead: parts.cacheRead * times,
    cacheWrite: parts.cacheWrite * times,
    ...{ output, other },
  };
}
