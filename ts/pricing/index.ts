// `tamis/pricing`: what a request costs, by the installed price list and by prices of one's own.
export { type NoPriceReason, type PriceRequestOptions, priceRequest, type RequestPrice } from "./price-request.js";
export {
  type BilledTokens,
  type ModelPrices,
  type Price,
  type PriceOverrides,
  type PriceRequest,
  priceTokens,
  readPriceFile,
  type SplitTokens,
} from "./prices.js";
