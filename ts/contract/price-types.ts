/** US dollars for a million tokens. A missing price equals `input`. */
export interface ModelPrices {
  /** Input that is neither read from nor written to the cache, in US dollars for a million tokens. */
  input: number;
  /** Input read from the cache, in US dollars for a million tokens. @default `input` */
  cacheRead?: number;
  /** Input written to the cache, in US dollars for a million tokens. @default `input` */
  cacheWrite?: number;
  /** Input that Anthropic's cache keeps for an hour, in US dollars for a million tokens. @default `cacheWrite` */
  hourWrite?: number;
  /** Output, in US dollars for a million tokens. */
  output: number;
}

/** The caller's own prices by model name. A name may be followed by `@provider`. They override the list. */
export type PriceOverrides = Readonly<Record<string, ModelPrices>>;

/** Tokens by price. */
export interface BilledTokens {
  /** Input that is neither read from nor written to the cache. */
  fresh?: number;
  /** Input read from the cache. @default 0 */
  cacheRead?: number;
  /** Input written to the cache. @default 0 */
  cacheWrite?: number;
  /** Of `cacheWrite`, the tokens that Anthropic's cache keeps for an hour, at a price of their own. @default 0 */
  hourWrite?: number;
  /** Output. @default 0 */
  output?: number;
  /** What the provider's usage says beside the tokens and has a price. @default nothing: standard prices */
  terms?: BillTerms;
}

/** What a usage says beside its tokens: each changes the price, or has one of its own. */
export interface BillTerms {
  /** Another speed than the standard one, such as Anthropic's `fast`. */
  speed?: string;
  /** Another service tier than the standard one, such as `batch`, `flex`, `priority`. */
  tier?: string;
  /** Where inference must take place, such as `us`. */
  geo?: string;
  /** Searches of the web that the provider made, at a price for each. */
  webSearches?: number;
  /** What other models did within the request, such as an advisor, at their own prices. */
  others?: readonly OtherModelTokens[];
  /** What else is billed and has no price that is known here, in words. */
  unread?: readonly string[];
}

/** Tokens of another model within a request. */
export interface OtherModelTokens {
  /** The model's name. */
  model: string;
  /** Its tokens by price. */
  tokens: SplitTokens;
}

/** Tokens by price, with every number; `hourWrite` and `terms` are absent where there is none. */
export type SplitTokens = Required<Omit<BilledTokens, "hourWrite" | "terms">> &
  Pick<BilledTokens, "hourWrite" | "terms">;
