// `tamis/pricing`: what a request costs, by the installed price list and by prices of one's own.

export { type FoundModel, factsOf, type ModelQuestion } from "../models/facts.js";
export { modelTableJsonSchema } from "../models/json-schema.js";
export {
  type CacheRow,
  DATED_ROWS,
  type DatedRow,
  MODEL_TABLE,
  type ModelRow,
  type ModelTable,
  type ThinkingRow,
  type VendorRow,
} from "../models/rows.js";
export { CacheTrail, type TrailedRequest } from "./cache-trail.js";
export { type CacheCause, type CacheDiagnosis, diagnoseCache, type PrintedRequest } from "./diagnose-cache.js";
export { type Gap, type Gaps, gapsText } from "./gaps.js";
export { type NoPriceReason, type PriceRequestOptions, priceRequest, type RequestPrice } from "./price-request.js";
export {
  type BilledTokens,
  type BillTerms,
  type ModelPrices,
  type OtherModelTokens,
  type Price,
  type PriceOverrides,
  type PriceRequest,
  priceTokens,
  readPriceFile,
  type SplitTokens,
} from "./prices.js";
export { type PrintOptions, printRequest, type RequestPrint } from "./request-print.js";
