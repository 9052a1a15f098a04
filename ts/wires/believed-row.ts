// Which row of the table of models is believed of a request, and why.

import type { RuleReport } from "../contract/cache-report.js";
import { type FoundModel, factsOf } from "../models/facts.js";
import { FACTS, type ModelRow } from "../models/rows.js";
import type { PolicySettings } from "../policy/policy.js";
import type { WireDefinition } from "./define-wire.js";

/** What is known of where a request goes. */
export interface Destination {
  wire: WireDefinition;
  /** Undefined if neither the request nor the caller names it. */
  model: string | undefined;
  /** The endpoint's host; undefined if it is not known. */
  host: string | undefined;
}

/**
 * The row of a request's model.
 *
 * @param own Rows that come before the installed ones.
 * @param isMarked Whether it has cache markers of the wire's own provider, which then counts for a name that a host made
 * up. Asked only then.
 */
export function believedRow(
  { wire, model, host }: Destination,
  own: readonly ModelRow[],
  isMarked: () => boolean,
): FoundModel {
  const found = factsOf({ model, host, wire: wire.key }, own);
  return found.by === "wire" && wire.cache.byClient && isMarked() ? factsOf({ wire: wire.key }, own) : found;
}

const REASONS = {
  name: "the row lists this model",
  vendor: "no row lists this model: it is taken for its vendor's newest",
  host: "the model's name says nothing: it is taken for the newest of the vendor whose host it is",
  wire: "neither the model's name nor a host says anything: only the wire is known",
} as const;

/** The row that decides about a request, for its report. */
export function ruleOf(
  destination: Destination,
  { models, cache }: Pick<PolicySettings, "models" | "cache">,
  isMarked: () => boolean,
): RuleReport {
  const { row, by } = believedRow(destination, models, isMarked);
  const isOwn = models.includes(row) && !FACTS.isOfAnotherDay(row);
  const prices = cache.prices === "auto" ? "" : "; its prices are those of cache.prices";
  const source = isOwn ? " (a row of the policy's models)" : "";
  return { row: row.id, by: isOwn ? "policy" : by === "name" ? "model" : by, reason: REASONS[by] + source + prices };
}
