// Prices of the list as rates, for who prices one model again and again: to ask the list takes as long as half a small request.
import { findPrice, type ListedUsage } from "./listed.js";

/** The price of a usage, in US dollars. */
export interface ListedPrice {
  total: number;
  input: number;
  output: number;
  /** The entry of the list. */
  matched: string;
}

type Kind = keyof ListedUsage;

/** Dollars of a token of each kind, for input and for output. */
interface Rates {
  input: readonly (readonly [Kind, number])[];
  output: number;
  matched: string;
}

/** What is known of a model: its rates, `unlisted`, or `uneven` where it takes more than rates to price it. */
interface Known {
  rates: Rates | "unlisted" | "uneven";
  until: number;
}

/** Some prices depend on the time of day, by whole minutes. */
const MINUTE_MS = 60_000;
const MOST_KNOWN = 200;
const known = new Map<string, Known>();

/**
 * The price of a usage by the list; undefined where the model is not in it.
 *
 * @param provider The caller's choice. @default recognised by the model
 * @param at When the tokens were used. @default now
 */
export function priceListed(
  model: string,
  provider: string | undefined,
  usage: ListedUsage,
  at: Date | undefined,
): ListedPrice | undefined {
  const rates = at === undefined ? ratesOf(model, provider) : "uneven";
  if (rates === "unlisted") return undefined;
  if (rates === "uneven") return byList(model, provider, usage, at);
  const { matched } = rates;
  const input = rates.input.reduce((sum, [kind, rate]) => sum + rate * plainTokens(usage, kind), 0);
  const output = rates.output * usage.output_tokens;
  return { total: input + output, input, output, matched };
}

/** Tokens of a kind without those of the kinds that are a part of it. */
function plainTokens(usage: ListedUsage, kind: Kind): number {
  const { input_tokens, cache_read_tokens, cache_write_tokens, cache_write_1h_tokens } = usage;
  if (kind === "input_tokens") return input_tokens - cache_read_tokens - cache_write_tokens;
  return kind === "cache_write_tokens" ? cache_write_tokens - cache_write_1h_tokens : usage[kind];
}

function byList(model: string, provider: string | undefined, usage: ListedUsage, at: Date | undefined) {
  const found = findPrice(model, provider, { ...usage }, at);
  if (found === undefined) return undefined;
  const { total_price: total, input_price: input, output_price: output } = found;
  return { total, input, output, matched: `${found.model.id}@${found.provider.id}` };
}

function ratesOf(model: string, provider: string | undefined): Known["rates"] {
  const now = Date.now();
  const key = `${provider ?? ""}\n${model}`;
  const before = known.get(key);
  if (before !== undefined && now < before.until) return before.rates;
  const rates = readRates(model, provider);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, { rates, until: (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS });
  return rates;
}

const NONE: ListedUsage = {
  input_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  cache_write_1h_tokens: 0,
  output_tokens: 0,
};
const MILLION = 1e6;

/** The list is asked for a million tokens of each kind, so that the rates are its own, whatever its rules are. */
function readRates(model: string, provider: string | undefined): Known["rates"] {
  const one = findPrice(model, provider, { ...NONE }, undefined);
  if (one === undefined) return "unlisted";
  // A price of the request itself.
  if (one.total_price !== 0) return "uneven";
  if (!Object.values(one.model_price).every((price) => price === undefined || typeof price === "number"))
    return "uneven";
  const probes: ListedUsage[] = [
    { ...NONE, input_tokens: MILLION },
    { ...NONE, input_tokens: MILLION, cache_read_tokens: MILLION },
    { ...NONE, input_tokens: MILLION, cache_write_tokens: MILLION },
    { ...NONE, input_tokens: MILLION, cache_write_tokens: MILLION, cache_write_1h_tokens: MILLION },
    { ...NONE, output_tokens: MILLION },
  ];
  const prices = probes.map((usage) => byList(model, provider, usage, undefined));
  const kinds = ["input_tokens", "cache_read_tokens", "cache_write_tokens", "cache_write_1h_tokens"] as const;
  const input = kinds.map((kind, at) => [kind, (prices[at]?.input ?? Number.NaN) / MILLION] as const);
  const output = (prices.at(-1)?.output ?? Number.NaN) / MILLION;
  if (![output, ...input.map(([, rate]) => rate)].every(Number.isFinite)) return "uneven";
  return { input, output, matched: `${one.model.id}@${one.provider.id}` };
}
