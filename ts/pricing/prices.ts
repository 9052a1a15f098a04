// The cost of tokens, by a maintained price list inside the installed packages. Nothing is fetched.

import { readFileSync } from "node:fs";
import { messageOf, TamisError } from "../base/errors.js";
import type { BilledTokens, ModelPrices, PriceOverrides } from "../contract/price-types.js";
import { dayAt } from "../models/day.js";
import { factsOf } from "../models/facts.js";
import { canonical } from "../models/find-name.js";
import { readModelName } from "../models/name.js";
import { atVendor, findContext, type ListedUsage, loadList } from "./listed.js";
import { type ListedPrice, priceListed } from "./listed-rates.js";
import { surchargeOf } from "./surcharges.js";

export type {
  BilledTokens,
  BillTerms,
  ModelPrices,
  OtherModelTokens,
  PriceOverrides,
  SplitTokens,
} from "../contract/price-types.js";

/** The tokens to price. */
export interface PriceRequest {
  /** The model's name, as the provider spells it. */
  model: string;
  /**
   * The provider's id in the list (`openai`, `anthropic`, `google`, `azure`, `aws` …). @default recognised by the model
   */
  provider?: string;
  /** Tokens by how they are billed. */
  usage: BilledTokens;
  /** When the tokens were used, for prices that change. @default now */
  at?: Date;
}

/** A cost in US dollars, and the source of its prices. */
export interface Price {
  /** Input, output and what is in `otherCost`, in US dollars. */
  cost: number;
  /** Of the input, in US dollars. */
  inputCost: number;
  /** Of the output, in US dollars. */
  outputCost: number;
  /** Of searches of the web and of other models within the request, in US dollars; absent where there are none. */
  otherCost?: number;
  /** What is billed and in no cost here because its price is not known, in words; absent where nothing is. */
  lacks?: string[];
  /** The currency of every amount here. */
  currency: "USD";
  /** Where the prices are from: the caller's overrides, the installed list, or the table of models for what that lacks. */
  source: "override" | "genai-prices" | "facts";
  /** The entry of the list, the key of the overrides, or the row of the table. */
  matched: string;
}

/** The amounts of a price, and what they lack. */
export type Costs = Pick<Price, "cost" | "inputCost" | "outputCost" | "otherCost" | "lacks">;

/**
 * Prices tokens.
 *
 * @returns undefined for a model or a provider without prices, rather than a wrong cost. A difference of two costs may
 * be negative; show it as such.
 * @throws TamisError `OPTION_INVALID` for tokens or overrides that are not numbers of at least 0.
 */
export function priceTokens(request: PriceRequest, overrides: PriceOverrides = {}): Price | undefined {
  const price = atStandard(request, overrides);
  return price === undefined ? undefined : withTerms(price, request, overrides);
}

/** A price of tokens with what the usage says beside them. */
export function withTerms<Priced extends Costs>(
  price: Priced,
  request: PriceRequest,
  overrides: PriceOverrides,
): Priced & Costs {
  const { terms } = request.usage;
  if (terms === undefined) return price;
  const { times, otherTimes, dollars, lacks } = surchargeOf(request.model, terms);
  let otherCost = dollars;
  for (const { model, tokens } of terms.others ?? []) {
    const other = priceTokens({ ...request, model, usage: tokens }, overrides);
    if (other === undefined) lacks.push(`model ${model}`);
    else otherCost += other.cost * otherTimes;
  }
  const [inputCost, outputCost] = [price.inputCost * times, price.outputCost * times];
  return {
    ...price,
    ...{ inputCost, outputCost, cost: inputCost + outputCost + otherCost },
    ...(otherCost === 0 ? {} : { otherCost }),
    ...(lacks.length === 0 ? {} : { lacks }),
  };
}

function atStandard(request: PriceRequest, overrides: PriceOverrides): Price | undefined {
  const { model, provider } = request;
  const tokens = checkTokens(request.usage);
  if (isEmpty(overrides)) return byList(request, tokens);
  const { last, own: ownName } = readModelName(model);
  for (const key of [...(provider === undefined ? [] : [`${model}@${provider}`]), model, last, ownName]) {
    const own = Object.hasOwn(overrides, key) ? overrides[key] : undefined;
    if (own !== undefined) return byOverride(key, checkPrices(own, key), tokens);
  }
  return byList(request, tokens);
}

/**
 * Reads overrides from a JSON file: `{ "model": { "input": 2.5, "cacheRead": 1.25, "output": 10 } }`.
 *
 * @throws TamisError `OPTION_INVALID` with the path of the file and its fault.
 */
export function readPriceFile(path: string): PriceOverrides {
  try {
    const prices: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof prices !== "object" || prices === null || Array.isArray(prices)) throw new Error("expected an object");
    for (const [key, value] of Object.entries(prices)) checkPrices(value, key);
    return prices as PriceOverrides;
  } catch (cause) {
    throw new TamisError("OPTION_INVALID", `${path}: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function isEmpty(overrides: PriceOverrides): boolean {
  for (const _ in overrides) return false;
  return true;
}

const KINDS = ["fresh", "cacheRead", "cacheWrite", "hourWrite", "output"] as const;
type Tokens = Required<Omit<BilledTokens, "terms">>;

const isAmount = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

function checkTokens(usage: BilledTokens): Tokens {
  const tokens: Tokens = { fresh: 0, cacheRead: 0, cacheWrite: 0, hourWrite: 0, output: 0 };
  for (const kind of KINDS) {
    const value = usage[kind] ?? 0;
    if (!isAmount(value)) throw new TamisError("OPTION_INVALID", `usage.${kind}: expected a number of at least 0`);
    tokens[kind] = value;
  }
  if (tokens.hourWrite <= tokens.cacheWrite) return tokens;
  throw new TamisError("OPTION_INVALID", "usage.hourWrite: expected at most usage.cacheWrite, of which it is a part");
}

function checkPrices(prices: unknown, key: string): ModelPrices {
  const fail = (what: string) => new TamisError("OPTION_INVALID", `prices[${JSON.stringify(key)}]: ${what}`);
  if (typeof prices !== "object" || prices === null)
    throw fail("expected { input, output, cacheRead?, cacheWrite?, hourWrite? }");
  const { input, output, cacheRead = input, cacheWrite = input, hourWrite = cacheWrite } = prices as ModelPrices;
  if (![input, output, cacheRead, cacheWrite, hourWrite].every(isAmount)) {
    throw fail(
      "expected dollars for a million tokens, at least 0, in input and output (cacheRead, cacheWrite, hourWrite)",
    );
  }
  return { input, output, cacheRead, cacheWrite, hourWrite };
}

const MILLION = 1e6;

function byOverride(matched: string, prices: ModelPrices, tokens: Tokens): Price {
  const { input, output, cacheRead = input, cacheWrite = input, hourWrite = cacheWrite } = prices;
  const written = (tokens.cacheWrite - tokens.hourWrite) * cacheWrite + tokens.hourWrite * hourWrite;
  const inputCost = (tokens.fresh * input + tokens.cacheRead * cacheRead + written) / MILLION;
  const outputCost = (tokens.output * output) / MILLION;
  return { cost: inputCost + outputCost, inputCost, outputCost, currency: "USD", source: "override", matched };
}

const LISTED = ["openai", "anthropic", "google", "deepseek", "mistral", "x-ai", "groq", "aws", "openrouter"];

/** Names of models in the list, except those of rarely used providers. */
export function listedModels(): string[] {
  const providers = LISTED.map((providerId) => loadList().findProvider({ providerId }));
  return [...new Set(providers.flatMap((provider) => provider?.models.map(({ id }) => id) ?? []))];
}

function byList({ model, provider, at }: PriceRequest, tokens: Tokens): Price | undefined {
  const usage = {
    input_tokens: tokens.fresh + tokens.cacheRead + tokens.cacheWrite,
    cache_read_tokens: tokens.cacheRead,
    cache_write_tokens: tokens.cacheWrite,
    cache_write_1h_tokens: tokens.hourWrite,
    output_tokens: tokens.output,
  };
  const known = priceByFacts(model, provider, usage, at);
  const found = known ?? priceListed(model, provider, usage, at);
  if (found === undefined && isFree(model, provider)) return freeOf(model);
  if (found === undefined || !Number.isFinite(found.total)) return undefined;
  const { total: cost, input: inputCost, output: outputCost, matched } = found;
  const source = known === undefined ? "genai-prices" : "facts";
  return { cost, inputCost, outputCost, currency: "USD", source, matched };
}

/** OpenRouter's free variants cost nothing, listed or not. */
const isFree = (model: string, provider: string | undefined): boolean =>
  readModelName(model).variant === "free" && (provider === undefined || provider === "openrouter");

const freeOf = (model: string): Price => ({
  ...{ cost: 0, inputCost: 0, outputCost: 0, currency: "USD", source: "genai-prices" },
  matched: `${readModelName(model).last}@openrouter`,
});

const limits = new Map<string, number | undefined>();
const MOST_KNOWN = 1_000;

/** A model's context limit in tokens, by the installed price list; undefined for an unknown model. */
export function contextLimitOf(model: string | undefined): number | undefined {
  if (model === undefined) return undefined;
  if (limits.has(model)) return limits.get(model);
  const limit = findContext(model);
  if (limits.size >= MOST_KNOWN) limits.clear();
  limits.set(model, limit);
  return limit;
}

// Prices of models that the installed list lacks, or takes for their predecessors: the dollars in the table of models, with the
// cache's prices of the day.

/**
 * The price of a usage by the table of models; undefined where that has none for exactly this model at its vendor.
 *
 * @param provider The caller's choice. @default recognised by the model
 * @param at When the tokens were used. @default now
 */
function priceByFacts(
  model: string,
  provider: string | undefined,
  usage: ListedUsage,
  at: Date | undefined,
): ListedPrice | undefined {
  const own = atVendor(model, provider);
  if (own === undefined) return undefined;
  const { row, by } = factsOf({ model: own, asOf: dayAt(at?.getTime() ?? Date.now()) });
  const { dollars, cache, dear } = row;
  if (by !== "name" || !dollars?.models.includes(canonical(own))) return undefined;
  const { input_tokens, cache_read_tokens, cache_write_tokens, cache_write_1h_tokens, output_tokens } = usage;
  const relative =
    input_tokens -
    cache_read_tokens -
    cache_write_tokens +
    cache_read_tokens * cache.read +
    (cache_write_tokens - cache_write_1h_tokens) * cache.write +
    cache_write_1h_tokens * (cache.writeLong ?? cache.write);
  const times = dear !== undefined && input_tokens > dear.aboveTokens ? dear.times : 1;
  const input = (relative * dollars.input * times) / MILLION;
  const output = (output_tokens * dollars.output * times) / MILLION;
  return { total: input + output, input, output, matched: row.id };
}
