import type { ReduceOptions } from "../contract/backend.js";
import type { Skip } from "../contract/report-basis.js";
import type { Policy } from "../policy/policy.js";
import { readMarkers } from "../wires/markers.js";
import { readSteps, type Steps } from "../wires/steps.js";
import type { ResultPlan } from "../wires/transcript.js";
import { DECISION_WEIGHTS, type TextWeight } from "../wires/units.js";
import { markedMessages } from "./arguments/plan-arguments.js";
import { bindingOf } from "./cache/binding.js";
import { freeRule, moveRule } from "./cache/carry.js";
import { lastMove } from "./cache/last-move.js";
import { pricingOf } from "./cache/prices.js";
import { weighConversation } from "./cache/weigh-conversation.js";
import { planReadiness } from "./candidates.js";
import { compilePolicy } from "./compile-policy.js";
import type { PlainPlan } from "./plain-plan.js";
import { planPlain } from "./plan-request.js";

/** One edit of a tool result, and the first step that makes it. */
export interface DatedEdit {
  plan: ResultPlan;
  /** 0-based index, among `steps.cuts`, of the first step that makes it. */
  step: number;
}

/** A conversation with all work of its mask stage at each of its steps. */
export interface MaskHistory {
  plain: PlainPlan;
  steps: Steps;
  /** In document order, without edits that wait for a move. */
  edits: readonly DatedEdit[];
}

/**
 * Replays the mask stage over all steps of a conversation, from the request alone. The same history gives the same
 * steps, whatever follows it. Linear in its text, apart from O(log n) per edit.
 *
 * @param weight The weight function for decisions; the fastest available one. @default `DECISION_WEIGHTS`
 */
export function replayMasks(
  request: object,
  policy: Policy,
  options: ReduceOptions,
  weight?: TextWeight,
): MaskHistory | { skip: Skip } {
  const plain = planPlain(request, policy, options);
  if ("skip" in plain) return plain;
  const steps = readSteps(plain.wire, plain.list);
  const ready = planReadiness(plain, steps, compilePolicy(policy));
  const stepOf = datesOf(plain, ready, steps, policy, weight);
  const edits = ready.flatMap(({ plan }, index) => {
    const step = stepOf(index);
    return step < 0 ? [] : [{ plan, step }];
  });
  return { plain, steps, edits };
}

function datesOf(
  plain: PlainPlan,
  ready: ReturnType<typeof planReadiness>,
  steps: Steps,
  policy: Policy,
  weight: TextWeight | undefined,
): (index: number) => number {
  const { wire, request } = plain;
  const { strategy } = policy.settings.cache;
  const { prices, limits } = pricingOf(plain, policy.settings, readMarkers(wire, request));
  const isPriced = prices !== undefined && strategy !== "every-turn";
  const marked = markedMessages(plain.transcript, compilePolicy(policy));
  if (!isPriced && plain.thinking?.rule.checks !== true && marked.length === 0) {
    return (index) => firstAbove(steps.cuts, ready[index]?.readyMessage ?? 0);
  }
  const rule = isPriced ? moveRule(policy, prices, limits) : freeRule(policy);
  const { cuts, turnStarts } = steps;
  const { version } = policy.settings;
  const weighed = weighConversation(plain, ready, weight ?? DECISION_WEIGHTS[version], version === 1);
  const binding = bindingOf(plain, steps, weighed.messageStarts);
  const { maskedAt } = lastMove({ ...weighed, cuts, turnStarts, binding, marked }, rule);
  return (index) => maskedAt[index] ?? -1;
}

/** Index of the first of ascending numbers above `limit`; -1 if there is none. */
function firstAbove(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low < numbers.length ? low : -1;
}
