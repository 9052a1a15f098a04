// Prices of models that the installed list lacks, or takes for their predecessors: the dollars in the table of models, with the
// cache's prices of the day.
import { dayAt } from "../models/day.js";
import { factsOf } from "../models/facts.js";
import { canonical } from "../models/find-name.js";
import { atVendor, type ListedUsage } from "./listed.js";
import type { ListedPrice } from "./listed-rates.js";

const MILLION = 1e6;

/**
 * The price of a usage by the table of models; undefined where that has none for exactly this model at its vendor.
 *
 * @param provider The caller's choice. @default recognised by the model
 * @param at When the tokens were used. @default now
 */
export function priceByFacts(
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
