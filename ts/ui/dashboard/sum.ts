// Sums over requests, as the dashboard shows them.
import { getOrInsert } from "../../base/maps.js";
import { type LedgerEntry, LedgerSummer, type SUMMED } from "../../ledger/index.js";
import { priceTokens } from "../../pricing/index.js";
import type { DashboardSum } from "../api.js";
import { savedBy } from "../requests/row.js";
import { FAILED_OPEN } from "../requests/why.js";

type SummedEntry = Pick<LedgerEntry, (typeof SUMMED)[number] | "mode" | "written">;

/** Adds up entries as they come, in the order of time. */
export class DashboardSummer {
  readonly #ledger = new LedgerSummer();
  #entries = 0;
  #failedOpen = 0;
  #written = 0;
  readonly #billed = new Savings();
  readonly #reduced = new Savings();
  /** Cached tokens by model, of what was paid otherwise than by a login. */
  readonly #cached = new Map<string, { tokens: number }>();

  add(entry: SummedEntry): void {
    const { skipped, refused, input, mode, subscription, model = "", cached = 0, written = 0 } = entry;
    this.#ledger.add(entry);
    this.#entries++;
    if (skipped !== undefined && FAILED_OPEN.has(skipped)) this.#failedOpen++;
    if (refused !== undefined || input === undefined) return;
    this.#written += written;
    this.#billed.add(entry);
    if (mode === "reduce") this.#reduced.add(entry);
    if (subscription === undefined) getOrInsert(this.#cached, model, () => ({ tokens: 0 })).tokens += cached;
  }

  sum(): DashboardSum {
    const sum = this.#ledger.sum();
    const { cost, otherCost: _, weight: __, otherWeight: ___, ...rest } = sum;
    // What was only observed cost the same either way, unless nothing else passed.
    const isObserved = this.#reduced.requests === 0 && this.#billed.requests > 0;
    const isUnbilled = this.#entries > 0 && this.#billed.requests === 0;
    const saved = isUnbilled ? undefined : (isObserved ? this.#billed : this.#reduced).dollars();
    const isLogin = this.#billed.requests > 0 && this.#cached.size === 0;
    const discount = isLogin ? undefined : this.#discount();
    return {
      ...rest,
      written: this.#written,
      failedOpen: this.#failedOpen,
      ...(cost === undefined ? {} : { cost }),
      ...(saved === undefined ? {} : { saved }),
      ...(cost === undefined || saved === undefined
        ? {}
        : { costWith: isObserved ? cost - saved : cost, costWithout: isObserved ? cost : cost + saved }),
      ...(discount === undefined ? {} : { cacheDiscount: discount }),
      ...(sum.input === 0 ? {} : { hitRate: sum.cached / sum.input }),
    };
  }

  /** What cached tokens would have cost more as fresh ones, whether or not anything was reduced. */
  #discount(): number | undefined {
    let discount: number | undefined = this.#cached.size === 0 ? 0 : undefined;
    for (const [model, { tokens }] of this.#cached) {
      const fresh = priceTokens({ model, usage: { fresh: tokens } });
      const read = priceTokens({ model, usage: { cacheRead: tokens } });
      if (fresh === undefined || read === undefined) continue;
      discount = (discount ?? 0) + fresh.inputCost - read.inputCost;
    }
    return discount;
  }
}

/** What reductions saved, of the requests whose price is known. */
class Savings {
  requests = 0;
  #known = 0;
  #dollars = 0;

  add(entry: SummedEntry): void {
    this.requests++;
    const saved = savedBy(entry);
    if (saved === undefined) return;
    this.#known++;
    this.#dollars += saved;
  }

  /** Undefined where no price is known. */
  dollars(): number | undefined {
    return this.#known === 0 && this.requests > 0 ? undefined : this.#dollars;
  }
}
