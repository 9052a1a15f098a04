import type { JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { readSteps } from "../wires/steps.js";
import { type Measure, stepSizes } from "./sizes.js";

/** A limit of a request's size, and what it is measured with. Tokens first. */
export interface MeasuredLimit {
  measure: Measure;
  /** Infinite for none. */
  limit: number;
}

/**
 * Number of the first step whose request was over a limit, where there is one, the first step being 1; undefined if there
 * is none. What was sent before it is as it came. Linear in the messages.
 */
export function startStepOf(
  conversation: { wire: WireDefinition; request: JsonRecord; list: readonly unknown[] },
  limits: readonly MeasuredLimit[],
): number | undefined {
  const steps = readSteps(conversation.wire, conversation.list);
  const sizes = limits.map(({ measure, limit }) => ({ limit, ...stepSizes(conversation, measure) }));
  const limited = sizes.filter(({ limit }) => Number.isFinite(limit));
  const isOver = (cut: number) =>
    limited.length === 0 || limited.some(({ rest, sums, limit }) => rest + (sums[cut] ?? 0) > limit);
  const first = steps.cuts.findIndex(isOver);
  return first < 0 ? undefined : first + 1;
}
