// The cache decision about results that the provider clears: the same replay, with other savings.

import { NO_MEMORY, type SessionMemory } from "../../contract/session-facts.js";
import type { Policy } from "../../policy/policy.js";
import { isRecord, type JsonRecord } from "../../text/json-value.js";
import type { ClearingFacts } from "../../wires/clearing-facts.js";
import { readMarkers } from "../../wires/markers.js";
import type { Steps } from "../../wires/steps.js";
import type { CallSite } from "../../wires/transcript.js";
import { DECISION_WEIGHTS, unitOfBlock, unitTokens } from "../../wires/units.js";
import { type EditedBlock, NO_ANCHORS, planAnchors } from "../anchors.js";
import { valueAt } from "../apply.js";
import type { Clearing, OldResult } from "../clearing.js";
import type { PlainPlan } from "../plain-plan.js";
import { type CarriedPlan, cacheReport, moveRule } from "./carry.js";
import { lastMove } from "./last-move.js";
import type { MoveCandidate } from "./move-rule.js";
import { pricingOf, withoutAnchors } from "./prices.js";
import { addMemory } from "./remembered-moves.js";
import { weighConversation } from "./weigh-conversation.js";

/** What the replay says of results that may be cleared. */
export interface ClearedPlan extends Pick<CarriedPlan, "cache" | "fits" | "anchors"> {
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
  const { wire, request } = plain;
  const { cache, budget, version } = policy.settings;
  const weight = DECISION_WEIGHTS[version];
  const weighed = weighConversation({ ...plain, plans: [] }, [], weight, false);
  const { unitSums, messageStarts } = weighed;
  const cleared = clearedBlocks(plain, facts, old);
  const candidates = cleared.map(({ messageIndex, blockIndex, readyMessage, left }): MoveCandidate => {
    const unit = (messageStarts[messageIndex] ?? 0) + unitOfBlock(wire, blockIndex);
    const before = (unitSums[unit + 1] ?? 0) - (unitSums[unit] ?? 0);
    return { unit, readyMessage, savedTokens: Math.max(0, before - unitTokens(left, weight, false)) };
  });
  const markers = readMarkers(wire, request);
  const found = pricingOf(plain, policy.settings, markers);
  const { prices, limits, anchorPlace } = cache.anchor ? found : withoutAnchors(found);
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
  const anchors =
    outcome === undefined || !cache.anchor
      ? NO_ANCHORS
      : planAnchors({
          ...{ wire, request, markers, edited: cleared, plans: [] },
          place: anchorPlace,
          lastCut: outcome.moves.at(-1)?.cut,
          previousCut: outcome.moves.at(-2)?.cut,
          isNow: outcome.moved,
          looksInFront: true,
          addedBytes: undefined,
        });
  return {
    clears,
    cache: outcome && cacheReport(outcome, { savedTokens, total, dear: limits.dear }, anchors),
    fits: budget?.tokens === undefined || total - savedTokens <= budget.tokens,
    anchors,
  };
}

/** A block that the provider clears, and what the model then reads of it. */
interface ClearedBlock extends EditedBlock {
  left: JsonRecord;
}

/** Results, and calls whose arguments go with them, in document order. */
function clearedBlocks(
  plain: Pick<PlainPlan, "wire" | "request">,
  facts: ClearingFacts,
  old: readonly OldResult[],
): ClearedBlock[] {
  const found = old.flatMap(({ result, readyMessage, cleared: call }): ClearedBlock[] => {
    const { messageIndex, blockIndex, callId = "" } = result;
    const edit = { readyMessage, plan: undefined };
    const whole = { messageIndex, blockIndex, ...edit, isMasked: true, left: facts.cleared(callId) };
    if (call === undefined) return [whole];
    const left = facts.clearedCall(blockOf(plain, call));
    return [{ messageIndex: call.messageIndex, blockIndex: call.blockIndex, ...edit, isMasked: false, left }, whole];
  });
  // Several calls of one message are in front of all their results.
  return found.sort((a, b) => a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex);
}

/** The block of a call. */
function blockOf({ wire, request }: Pick<PlainPlan, "wire" | "request">, { messageIndex, path }: CallSite): JsonRecord {
  const block = valueAt(request, [wire.listKey, messageIndex, ...path.slice(0, -1)]);
  return isRecord(block) ? block : {};
}
