import { type PriceOverrides, readPriceFile } from "../../pricing/prices.js";
import { WRONG_USAGE } from "./failure.js";
import { readFileBytes } from "./io.js";

/** The user's own prices. @throws CliFailure where the file cannot be read; TamisError where it has other than prices. */
export function readPrices(file: string): PriceOverrides {
  readFileBytes(file, WRONG_USAGE);
  return readPriceFile(file);
}
