/** US dollars for a million tokens. What is missing costs as much as `input`. */
export interface ModelPrices {
  input: number;
  cacheRead?: number;
  cacheWrite?: number;
  output: number;
}

/** Own prices by model name; a name may be followed by `@provider`. They win over the list. */
export type PriceOverrides = Readonly<Record<string, ModelPrices>>;

/** Tokens by how they are billed. */
export interface BilledTokens {
  /** Input that is neither read from nor written to the cache. */
  fresh?: number;
  cacheRead?: number;
  cacheWrite?: number;
  output?: number;
}
