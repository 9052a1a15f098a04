import { type LedgerEntry, sumOf } from "../../ledger/index.js";
import { priceTokens } from "../../pricing/index.js";
import type { DashboardGroup, DashboardSum } from "../api.js";
import { savedBy } from "../requests/row.js";
import { FAILED_OPEN } from "../requests/why.js";

/** Sums over requests. */
export function dashboardSum(entries: readonly LedgerEntry[]): DashboardSum {
  const sum = sumOf(entries);
  const { cost, otherCost, weight: _, otherWeight: __, ...rest } = sum;
  const billed = entries.filter(({ refused, input }) => refused === undefined && input !== undefined);
  const written = billed.reduce((all, entry) => all + (entry.written ?? 0), 0);
  const saved = entries.length > 0 && billed.length === 0 ? undefined : savedOf(billed);
  const paid = billed.filter(({ subscription }) => subscription === undefined);
  const discount = paid.length < billed.length && paid.length === 0 ? undefined : discountOf(paid);
  return {
    ...rest,
    written,
    failedOpen: entries.filter(({ skipped }) => skipped !== undefined && FAILED_OPEN.has(skipped)).length,
    ...(cost === undefined ? {} : { cost }),
    ...(otherCost === undefined ? {} : { otherCost }),
    ...(saved === undefined ? {} : { saved }),
    ...(discount === undefined ? {} : { cacheDiscount: discount }),
    ...(sum.input === 0 ? {} : { hitRate: sum.cached / sum.input }),
  };
}

/** Of the requests whose price is known; undefined where there are none but others. */
function savedOf(billed: readonly LedgerEntry[]): number | undefined {
  const known = billed.flatMap((entry) => savedBy(entry) ?? []);
  return known.length === 0 && billed.length > 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}

/** What cached tokens would have cost more as fresh ones, whether or not anything was reduced. */
function discountOf(billed: readonly LedgerEntry[]): number | undefined {
  const byModel = new Map<string, number>();
  for (const { model = "", cached = 0 } of billed) byModel.set(model, (byModel.get(model) ?? 0) + cached);
  let discount: number | undefined = byModel.size === 0 ? 0 : undefined;
  for (const [model, tokens] of byModel) {
    const fresh = priceTokens({ model, usage: { fresh: tokens } });
    const read = priceTokens({ model, usage: { cacheRead: tokens } });
    if (fresh === undefined || read === undefined) continue;
    discount = (discount ?? 0) + fresh.inputCost - read.inputCost;
  }
  return discount;
}

/** Sums by a key, the dearest first. */
export function dashboardGroups(
  entries: readonly LedgerEntry[],
  keyOf: (entry: LedgerEntry) => string | undefined,
): DashboardGroup[] {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry) ?? "unknown";
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [entry]);
    else known.push(entry);
  }
  const rows = [...groups].map(([key, group]) => ({ key, ...dashboardSum(group) }));
  return rows.sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0) || b.requests - a.requests);
}
