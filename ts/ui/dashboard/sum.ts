// Sums over requests, as the dashboard shows them.
import { getOrInsert } from "../../base/maps.js";
import { type LedgerEntry, LedgerSummer, type SUMMED } from "../../ledger/index.js";
import { priceTokens } from "../../pricing/index.js";
import type { DashboardSum } from "../api.js";
import { KnownSum } from "../requests/known-sum.js";
import { savedBy } from "../requests/row.js";
import { FAILED_OPEN } from "../requests/why.js";

type SummedEntry = Pick<LedgerEntry, (typeof SUMMED)[number] | "mode" | "written">;

/** Adds up entries as they come, in the order of time. */
export class DashboardSummer {
  readonly #ledger = new LedgerSummer();
  #failedOpen = 0;
  #written = 0;
  /** What reductions saved in dollars. */
  readonly #billed = new KnownSum();
  readonly #reduced = new KnownSum();
  /** Cached tokens by model, of what was paid otherwise than by a login. */
  readonly #cached = new Map<string, { tokens: number }>();

  add(entry: SummedEntry): void {
    const { skipped, refused, input, mode, subscription, model = "", cached = 0, written = 0 } = entry;
    this.#ledger.add(entry);
    if (skipped !== undefined && FAILED_OPEN.has(skipped)) this.#failedOpen++;
    if (refused !== undefined || input === undefined) return;
    this.#written += written;
    const saved = savedBy(entry);
    this.#billed.add(saved);
    if (mode === "reduce") this.#reduced.add(saved);
    if (subscription === undefined) getOrInsert(this.#cached, model, () => ({ tokens: 0 })).tokens += cached;
  }

  sum(): DashboardSum {
    const sum = this.#ledger.sum();
    const { cost, otherCost: _, weight: __, otherWeight: ___, ...rest } = sum;
    // What was only observed cost the same either way, unless nothing else passed.
    const isObserved = this.#reduced.count === 0 && this.#billed.count > 0;
    const isUnbilled = sum.requests + sum.renewals > 0 && this.#billed.count === 0;
    const saved = isUnbilled ? undefined : (isObserved ? this.#billed : this.#reduced).sum();
    const isLogin = this.#billed.count > 0 && this.#cached.size === 0;
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
