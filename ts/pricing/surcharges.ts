// What a usage says beside its tokens, as prices: the only place of these prices. Checked in November 2026.
import type { BillTerms } from "../contract/price-types.js";
import { ownName } from "../models/name.js";

/**
 * Anthropic's fast mode: every price of a token, so many times. Sources: Anthropic, Pricing, "Fast mode" (Opus 4.6 and 4.7:
 * $30 and $150 a million); LiteLLM's map of models, `provider_specific_entry.fast` (Opus 4.8, 5, 5.5).
 */
const FAST: readonly { readonly models: RegExp; readonly times: number }[] = [
  { models: /^claude-opus-4-[67](?!\d)/, times: 6 },
  { models: /^claude-opus-(?:4-[89](?!\d)|[5-9])/, times: 2 },
];

/** Sources: Anthropic, Pricing, "Batch processing"; OpenAI, Pricing, "Batch" and "Flex". */
const TIERS: Readonly<Record<string, number>> = { batch: 0.5, flex: 0.5 };

/** Source: Anthropic, Pricing, "Data residency": inference in the US alone. */
const GEOS: Readonly<Record<string, number>> = { us: 1.1 };

/** US dollars of one search. Source: Anthropic, Pricing, "Web search tool": $10 for a thousand. */
const WEB_SEARCH = 0.01;

/** What the terms of a bill change. */
export interface Surcharge {
  /** So many times the price of each token of the request. */
  times: number;
  /** The same for other models within the request: fast mode is not theirs. */
  otherTimes: number;
  /** US dollars beside the tokens. */
  dollars: number;
  /** What has no known price, in words. */
  lacks: string[];
}

/** The prices of what a usage says beside its tokens. */
export function surchargeOf(model: string, { speed, tier, geo, webSearches = 0, unread = [] }: BillTerms): Surcharge {
  const lacks = [...unread];
  const known = (times: number | undefined, what: string): number => {
    if (times === undefined) lacks.push(what);
    return times ?? 1;
  };
  const own = ownName(model);
  const fast =
    speed === undefined
      ? 1
      : known(speed === "fast" ? FAST.find(({ models }) => models.test(own))?.times : undefined, `speed ${speed}`);
  const shared =
    (tier === undefined ? 1 : known(timesOf(TIERS, tier), `service tier ${tier}`)) *
    (geo === undefined ? 1 : known(timesOf(GEOS, geo), `inference in ${geo}`));
  return { times: fast * shared, otherTimes: shared, dollars: webSearches * WEB_SEARCH, lacks };
}

const timesOf = (table: Readonly<Record<string, number>>, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
