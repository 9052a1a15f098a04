import { SCALE } from "../../wires/cache-facts.js";
import type { MoveRule } from "./move-rule.js";

/** The size of a request in tokens. */
export interface Size {
  total: number;
  /** Those that were not sent before. */
  fresh: number;
}

type Pricing = Pick<MoveRule, "read" | "write" | "dear">;

/** What a request costs if all that was sent before is read from the cache, in tokens of fresh input × 10,000. */
export function billOf({ total, fresh }: Size, pricing: Pricing): number {
  const { read, write } = pricesAt(total, pricing);
  return read * (total - fresh) + write * fresh;
}

/** What a request of so many tokens costs more if `lost` of them must be written again. */
export function rewriteBill(total: number, lost: number, pricing: Pricing): number {
  const { read, write } = pricesAt(total, pricing);
  return Math.max(0, write - read) * lost;
}

/** The prices of a request of so many tokens. */
function pricesAt(total: number, { read, write, dear }: Pricing): { read: number; write: number } {
  if (dear === undefined || total <= dear.aboveTokens) return { read, write };
  const times = (price: number) => Math.floor((price * dear.times + SCALE / 2) / SCALE);
  return { read: times(read), write: times(write) };
}
