import type { Wire } from "../contract/wires.js";
import type { CachePrices } from "./definition.js";
import { wireOfName } from "./index.js";

/**
 * Prices by wire and model. Sources: the providers' pages on prompt caching and prices.
 *
 * @param longLived Whether a breakpoint on a message asks for Anthropic's 1-hour cache.
 */
export function cachePricesOf(wire: Wire, model: string | undefined, longLived = false): CachePrices {
  return wireOfName(wire).cache.prices(model ?? "", longLived);
}
