// The cost of a request at its mix of cached and fresh tokens.
import { TamisError } from "../base/errors.js";
import { check, checkKeys, isCount, isFlag } from "../base/option-check.js";
import type { BilledTokens, PriceOverrides, SplitTokens } from "../contract/price-types.js";
import type { Wire } from "../contract/report.js";
import { countRequest, estimateRequest } from "../tokens/index.js";
import { nearestNames } from "../tokens/models.js";
import type { RequestTokens } from "../tokens/request/types.js";
import { listedModels, type Price, priceTokens } from "./prices.js";

/** How a request is priced. */
export interface PriceRequestOptions {
  /** The billed model. @default the request's */
  model?: string;
  /** As in `priceTokens`. @default found by the model's name */
  provider?: string;
  /** Own prices; they win over the list. @default the installed list */
  prices?: PriceOverrides;
  /** Input tokens read from the cache and written to it; a plain number means read. The rest is fresh. @default 0 */
  cached?: number | { read?: number; write?: number };
  /** Tokens of the answer. @default 0 */
  output?: number;
  /** The time of the request, for prices that change. @default now */
  at?: Date;
  /** Count texts instead of estimating them. @default false */
  exact?: boolean;
  /** Without a price throw `MODEL_UNKNOWN`, with the nearest names, instead of returning tokens alone. @default false */
  required?: boolean;
  /** The request's wire. @default detected by shape */
  wire?: Wire;
}

/** Why there is no cost: no model was named, or its prices are unknown. */
export type NoPriceReason = "model_missing" | "price_unknown";

/** A request's billed tokens, and their cost if it is known. */
export interface RequestPrice {
  /** Tokens of the request by how they are billed. */
  tokens: SplitTokens;
  /** How the input was measured; `given` if the caller gave the number. */
  method: "estimate" | "exact" | "given";
  /** The model priced; undefined where none was named. */
  model: string | undefined;
  /** In US dollars. Undefined with a `reason`, rather than a wrong cost. */
  price: Price | undefined;
  /** Why there is no price; absent where there is one. */
  reason?: NoPriceReason;
  /** A sentence for people about `reason`. */
  detail?: string;
}

const KEYS = ["model", "provider", "prices", "cached", "output", "at", "exact", "required", "wire"];

/**
 * Prices a request before it is sent: its tokens, the cached part, and the cost.
 *
 * @param target A body, a parsed request, a result of `estimateRequest` or `countRequest`, or `{ totalTokens, model?
 * }`.
 * @throws TamisError `OPTION_INVALID`, also if more tokens are cached than there are; `MODEL_UNKNOWN` if `required` is
 * set; the errors of `estimateRequest` and `countRequest`.
 */
export function priceRequest(
  target: Uint8Array | object | Pick<RequestTokens, "totalTokens">,
  options: PriceRequestOptions = {},
): RequestPrice {
  checkKeys(options, KEYS);
  const { output = 0, required = false, exact = false } = options;
  check("output", output, isCount(0), "a number of tokens");
  check("required", required, isFlag, "true or false");
  check("exact", exact, isFlag, "true or false");
  const measured = measure(target, options);
  const model = options.model ?? measured.model;
  const tokens = { ...splitInput(measured.totalTokens, options.cached), output };
  const base = { tokens, method: measured.method, model };
  const price = model === undefined ? undefined : priceOf(model, tokens, options);
  if (price !== undefined) return { ...base, price };
  const missing = explain(model, options);
  if (required) throw new TamisError("MODEL_UNKNOWN", missing.detail);
  return { ...base, price: undefined, ...missing };
}

interface Measured {
  totalTokens: number;
  model: string | undefined;
  method: RequestPrice["method"];
}

function measure(target: object, { model, exact, wire }: PriceRequestOptions): Measured {
  const { totalTokens, method = "given", model: own } = target as Partial<Measured>;
  if (typeof totalTokens === "number") {
    check("totalTokens", totalTokens, isCount(0), "a number of tokens");
    return { totalTokens, method, model: own };
  }
  const asked = {
    ...(model === undefined ? {} : { model }),
    ...(wire === undefined ? {} : { wire }),
    allowUnknown: true,
  };
  return exact === true ? countRequest(target, asked) : estimateRequest(target, asked);
}

function splitInput(input: number, cached: PriceRequestOptions["cached"] = 0): Omit<SplitTokens, "output"> {
  const { read = 0, write = 0 } = typeof cached === "number" ? { read: cached } : cached;
  check("cached", [read, write], (list) => (list as number[]).every(isCount(0)), "numbers of tokens");
  if (read + write > input) {
    const message = `options.cached: ${read + write} tokens, and the request has ${input}`;
    throw new TamisError("OPTION_INVALID", message);
  }
  return { fresh: input - read - write, cacheRead: read, cacheWrite: write };
}

function priceOf(model: string, usage: BilledTokens, { provider, at, prices }: PriceRequestOptions): Price | undefined {
  const request = {
    model,
    usage,
    ...(provider === undefined ? {} : { provider }),
    ...(at === undefined ? {} : { at }),
  };
  return priceTokens(request, prices);
}

function explain(
  model: string | undefined,
  { provider, prices = {} }: PriceRequestOptions,
): { reason: NoPriceReason; detail: string } {
  if (model === undefined) {
    return {
      reason: "model_missing",
      detail: "the request names no model: give one in options.model to have it priced",
    };
  }
  const at = provider === undefined ? "" : ` at ${JSON.stringify(provider.slice(0, 40))}`;
  const nearest = nearestNames(model, [...Object.keys(prices), ...listedModels()]).join(", ");
  const what = `no price is known for the model ${JSON.stringify(model.slice(0, 60))}${at}`;
  const detail = `${what}; the nearest known names: ${nearest}; options.prices takes your own`;
  return { reason: "price_unknown", detail };
}
