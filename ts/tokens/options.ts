import type { TokenMethod } from "../contract/token-backend.js";
import { checkEncoding, encodingForModel, findEncoding } from "./models.js";

/** The encoding by which tokens are counted. */
export interface TokenOptions {
  /** A provider's model name; decides the encoding. @default none: the encoding is `encoding`'s default */
  model?: string;
  /** The encoding itself; overrides `model`. @default "o200k_base", if no model is given */
  encoding?: "o200k_base" | "cl100k_base";
  /** Estimate an unknown model by `o200k_base` instead of refusing it. Never applies to counting. @default false */
  allowUnknown?: boolean;
}

/** The method that options select. @throws TamisError `MODEL_UNKNOWN`. */
export function methodOf({ model, encoding, allowUnknown }: TokenOptions, exact: boolean): TokenMethod {
  if (encoding !== undefined) return { encoding: checkEncoding(encoding), exact };
  if (model === undefined) return { encoding: "o200k_base", exact };
  if (allowUnknown === true && (typeof model !== "string" || findEncoding(model) === undefined)) {
    return { encoding: "o200k_base", exact: false };
  }
  return { encoding: encodingForModel(model).encoding, exact };
}
