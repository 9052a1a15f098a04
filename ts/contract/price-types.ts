/** US dollars for a million tokens. A missing price equals `input`. */
export interface ModelPrices {
  input: number;
  cacheRead?: number;
  cacheWrite?: number;
  output: number;
}

/** The caller's own prices by model name. A name may be followed by `@provider`. They override the list. */
export type PriceOverrides = Readonly<Record<string, ModelPrices>>;

/** Tokens by price. */
export interface BilledTokens {
  /** Input that is neither read from nor written to the cache. */
  fresh?: number;
  cacheRead?: number;
  cacheWrite?: number;
  output?: number;
}
