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
}

/** Tokens by price, with every number; `hourWrite` is absent where there is none. */
export type SplitTokens = Required<Omit<BilledTokens, "hourWrite">> & Pick<BilledTokens, "hourWrite">;
