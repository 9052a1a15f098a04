// The cache decision about results that the provider clears: the same replay, with other savings.

import { NO_MEMORY, type SessionMemory } from "../../contract/session-facts.js";
import type { Policy } from "../../policy/policy.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { readMarkers } from "../../wires/markers.js";
import type { Steps } from "../../wires/steps.js";
import type { CallSite, ToolResult } from "../../wires/transcript.js";
import { DECISION_WEIGHTS, unitOfBlock, unitTokens } from "../../wires/units.js";
import { NO_ANCHORS } from "../anchors.js";
import type { Clearing, OldResult } from "../clearing.js";
import type { PlainPlan } from "../plain-plan.js";
import { type CarriedPlan, cacheReport, moveRule } from "./carry.js";
import { lastMove } from "./last-move.js";
import type { MoveCandidate } from "./move-rule.js";
import { pricingOf, withoutAnchors } from "./prices.js";
import { addMemory } from "./remembered-moves.js";
import { weighConversation } from "./weigh-conversation.js";

/** What the replay says of results that may be cleared. */
export interface ClearedPlan extends Pick<CarriedPlan, "cache" | "fits"> {
  /** Whether the provider clears a result that became ready then. */
  clears(readyMessage: number): boolean;
}

/** Decides which of `old` the provider clears. Linear in the conversation's text, apart from O(log n) per result. */
export function carryClearing(
  plain: PlainPlan,
  { facts }: Clearing,
  old: readonly OldResult[],
  steps: Steps,
  policy: Policy,
  memory: SessionMemory = NO_MEMORY,
): ClearedPlan {
  const { wire, request, list } = plain;
  const { cache, budget, version } = policy.settings;
  const weight = DECISION_WEIGHTS[version];
  const weighed = weighConversation({ ...plain, plans: [] }, [], weight, false);
  const { unitSums, messageStarts } = weighed;
  const candidateOf = (at: ToolResult | CallSite, readyMessage: number, cleared: JsonRecord): MoveCandidate => {
    const unit = (messageStarts[at.messageIndex] ?? 0) + unitOfBlock(wire, at.blockIndex);
    const before = (unitSums[unit + 1] ?? 0) - (unitSums[unit] ?? 0);
    return { unit, readyMessage, savedTokens: Math.max(0, before - unitTokens(cleared, weight, false)) };
  };
  const candidates = old
    .flatMap(({ result, readyMessage, cleared: call }) => {
      const whole = candidateOf(result, readyMessage, facts.cleared(result.callId ?? ""));
      return call === undefined
        ? [whole]
        : [candidateOf(call, readyMessage, facts.clearedCall(blockAt(wire, list, call))), whole];
    })
    // Several calls of one message are in front of all their results.
    .sort((a, b) => a.unit - b.unit);
  const { prices, limits } = withoutAnchors(pricingOf(plain, policy.settings, readMarkers(wire, request)));
  const isPriced = prices !== undefined && cache.strategy !== "every-turn";
  const { cuts, turnStarts } = steps;
  const history = { ...weighed, candidates, cuts, turnStarts, binding: undefined, start: memory };
  const outcome = isPriced
    ? addMemory(lastMove(history, moveRule(policy, prices, limits)), memory, history)
    : undefined;
  const lastCut = outcome?.moves.at(-1)?.cut ?? 0;
  const clears = (readyMessage: number) => outcome === undefined || readyMessage < lastCut;
  const savedTokens = candidates.reduce(
    (sum, { readyMessage, savedTokens }) => sum + (clears(readyMessage) ? savedTokens : 0),
    0,
  );
  const total = weighed.otherTokens + (unitSums[unitSums.length - 1] ?? 0);
  return {
    clears,
    cache:
      outcome === undefined ? undefined : cacheReport(outcome, { savedTokens, total, dear: limits.dear }, NO_ANCHORS),
    fits: budget?.tokens === undefined || total - savedTokens <= budget.tokens,
  };
}

function blockAt(
  { blocks }: WireDefinition,
  list: readonly unknown[],
  { messageIndex, blockIndex }: CallSite,
): JsonRecord {
  const message = list[messageIndex];
  const found: unknown = isRecord(message) ? message[blocks.key] : undefined;
  const block: unknown = Array.isArray(found) ? found[blockIndex] : undefined;
  return isRecord(block) ? block : {};
}
