import { type PolicySettings, triggersOf } from "../policy/policy.js";
import type { JsonRecord } from "../text/json-value.js";
import type { WireDefinition } from "../wires/define-wire.js";
import { readSteps, type Steps } from "../wires/steps.js";
import { type Measure, type StepSizes, stepSizes } from "./sizes.js";

/** A limit of a request's size, and what it is measured with. Tokens first. */
export interface MeasuredLimit {
  measure: Measure;
  /** Infinite for none. */
  limit: number;
}

/**
 * Number of the first step whose request was over a limit, where there is one, and large enough for the trigger, the
 * first step being 1; undefined if there is none. What was sent before it is as it came. Linear in the messages.
 */
export function startStepOf(
  conversation: { wire: WireDefinition; request: JsonRecord; list: readonly unknown[] },
  limits: readonly MeasuredLimit[],
  trigger: PolicySettings["trigger"],
): number | undefined {
  const steps = readSteps(conversation.wire, conversation.list);
  const sizes = limits.map(({ measure, limit }) => ({ limit, ...stepSizes(conversation, measure) }));
  const [tokens = { rest: 0, sums: [] }] = sizes;
  const acts = actsAt(trigger, tokens, steps);
  const limited = sizes.filter(({ limit }) => Number.isFinite(limit));
  const isOver = (cut: number) =>
    limited.length === 0 || limited.some(({ rest, sums, limit }) => rest + (sums[cut] ?? 0) > limit);
  const first = steps.cuts.findIndex((cut) => isOver(cut) && acts(cut));
  return first < 0 ? undefined : first + 1;
}

/** Whether a trigger lets a stage act at a length of the conversation, in messages. */
export function actsAt(
  trigger: PolicySettings["trigger"],
  { rest, sums }: StepSizes,
  { turnStarts }: Pick<Steps, "turnStarts">,
): (messageCount: number) => boolean {
  const triggers = triggersOf(trigger);
  if (triggers === undefined) return () => true;
  return (count) => {
    const turns = turnStarts.filter((start) => start < count).length;
    const size = rest + (sums[count] ?? 0);
    return triggers.some(
      ({ tokens, toolTurns, messages }) => size >= tokens && turns >= toolTurns && count >= messages,
    );
  };
}
