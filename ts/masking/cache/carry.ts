import type { AnchoredBlock, CacheReport } from "../../contract/cache-report.js";
import type { Reason } from "../../contract/report.js";
import { NO_MEMORY, type SessionMemory } from "../../contract/session-facts.js";
import { type Policy, triggersOf } from "../../policy/policy.js";
import { type CachePrices, SCALE, scaled } from "../../wires/cache-facts.js";
import { type Markers, readMarkers } from "../../wires/markers.js";
import { readSteps } from "../../wires/steps.js";
import type { ResultPlan, ToolResult } from "../../wires/transcript.js";
import { DECISION_WEIGHTS } from "../../wires/units.js";
import { type AnchorPlan, editedBlock, NO_ANCHORS, planAnchors } from "../anchors.js";
import { addedBytes } from "../apply.js";
import { markedMessages } from "../arguments/plan-arguments.js";
import { arrivedRequest, asItCame, sentSmaller } from "../arrive.js";
import { type PlannedEdit, planReadiness } from "../candidates.js";
import type { CompiledPolicy } from "../compile-policy.js";
import { findDuplicates, type PointedPlans } from "../dedupe.js";
import type { PlainPlan } from "../plain-plan.js";
import { findMentions } from "../references.js";
import { bindingOf, willBind } from "./binding.js";
import { givenBack } from "./give-back.js";
import { HELD, Held, type Hold, heldAt, holdsOf } from "./holds.js";
import { lastMove } from "./last-move.js";
import {
  type DearZone,
  type MoveCandidate,
  type MoveHistory,
  type MoveOutcome,
  type MoveRule,
  NEVER,
} from "./move-rule.js";
import { type Limits, pricingOf } from "./prices.js";
import { addMemory, type RememberedMoves, waitingAfter } from "./remembered-moves.js";
import { totalOf } from "./total.js";
import { weighConversation } from "./weigh-conversation.js";

/** The rest of a plain plan after the cache decision. */
export interface CarriedPlan extends PointedPlans {
  /** Undefined if no decision was made. */
  cache: Omit<CacheReport, "strategy"> | undefined;
  /** Whether the reduced request is within the policy's budget. */
  fits: boolean;
  anchors: AnchorPlan;
  /** Whether the model has imitated shortened arguments. @default false */
  isImitated?: boolean;
}

/**
 * Drops the edits that must wait for a move: masking them now would cost more in cache writes than waiting has cost so
 * far. Replays every step of the conversation from the request itself. Linear in its text, apart from O(log n) per
 * edit.
 */
export function carry(
  plain: PlainPlan,
  policy: Policy,
  compiled: CompiledPolicy,
  memory: SessionMemory = NO_MEMORY,
): CarriedPlan {
  const { cache, budget } = policy.settings;
  const isFrozen = cache.freezeThrough === "lastBreakpoint";
  const checks = plain.thinking?.rule.checks === true;
  const marked = markedMessages(plain.transcript, compiled);
  const isPlain = cache.strategy === "every-turn" && budget?.tokens === undefined;
  if (isPlain && !isFrozen && !checks && marked.length === 0) {
    const pointed = pointPlans({ ...plain, plans: withoutHeld(plain, compiled) }, policy, compiled, memory);
    return { ...pointed, cache: undefined, fits: true, anchors: NO_ANCHORS };
  }
  const markers = readMarkers(plain.wire, plain.request);
  if (!isFrozen) return carryMarked(plain, policy, compiled, { markers, marked, memory });
  // What is frozen later comes back as it was: thinking that was made in between would be bound to the edited text.
  const isInFront = frozenPart(plain, markers, willBind(plain, policy.settings));
  const plans = plain.plans.map((plan) => (isInFront(plan.result) ? keepFrozen(plan) : plan));
  const frozen = { ...withPlans(plain, plans), isFrozen: isInFront };
  return carryMarked(frozen, policy, compiled, { markers, marked, memory });
}

/** The plans of a request of which everything old is masked, without the edits of what references hold. */
function withoutHeld(plain: PlainPlan, compiled: CompiledPolicy): readonly ResultPlan[] {
  const { wire, list, plans } = plain;
  if (compiled.references.length === 0) return plans;
  const steps = readSteps(wire, list);
  const ready = planReadiness(plain, steps, compiled);
  const holds = holdsOf(findMentions(plans, steps, compiled), ready);
  const held = new Set([...heldAt(holds, list.length)].map((index) => ready[index]?.plan));
  return held.size === 0 ? plans : plans.map((plan) => (held.has(plan) ? sentSmaller(left(plan, "referenced")) : plan));
}

/** With the smaller forms of the results in `plans` and no others. */
function withPlans(plain: PlainPlan, plans: readonly ResultPlan[]): PlainPlan {
  const { wire, came } = plain;
  const request = arrivedRequest(wire, came, { results: plans.map(({ result }) => result) });
  const list = request[wire.listKey];
  return { ...plain, plans, request, list: Array.isArray(list) ? list : plain.list };
}

function carryMarked(
  plain: PlainPlan,
  policy: Policy,
  compiled: CompiledPolicy,
  { markers, marked, memory }: { markers: Markers; marked: readonly number[]; memory: SessionMemory },
): CarriedPlan {
  const { cache, budget } = policy.settings;
  const { wire, request, list, plans } = plain;
  const steps = readSteps(wire, list);
  const ready = planReadiness(plain, steps, compiled);
  const { version } = policy.settings;
  const duplicates = findDuplicates(plain, policy, compiled, memory);
  const weighed = weighConversation(plain, ready, DECISION_WEIGHTS[version], version === 1, duplicates);
  const binding = bindingOf(plain, steps, weighed.messageStarts, memory);
  const holds = holdsOf(findMentions(plans, steps, compiled), ready);
  const history = { ...weighed, cuts: steps.cuts, turnStarts: steps.turnStarts, binding, marked, holds, start: memory };
  const pricing = pricingOf(plain, policy.settings, markers);
  const prices = cache.strategy === "every-turn" ? undefined : pricing.prices;
  const isPriced = prices !== undefined;
  const rule = isPriced ? moveRule(policy, prices, pricing.limits) : freeRule(policy);
  const isReplayed = isPriced || binding !== undefined || marked.length > 0;
  const replayed = isReplayed ? lastMove(history, rule) : undefined;
  const outcome = settle(replayed, { ready, history, memory, messages: list.length });
  const lastCut = outcome?.moves.at(-1)?.cut ?? 0;
  const isMasked = (index: number) =>
    ready[index]?.readyMessage !== HELD && (outcome === undefined || (ready[index]?.readyMessage ?? lastCut) < lastCut);
  const whyNot = ({ plan, readyMessage }: PlannedEdit): Reason => {
    if (readyMessage === HELD) return "referenced";
    if (readyMessage !== NEVER) return "carried";
    return replayed?.isImitated === true && plan.action === "trim" ? "imitated" : "bound";
  };
  const stays = new Map(ready.flatMap((edit, index) => (isMasked(index) ? [] : [[edit.plan, whyNot(edit)] as const])));
  const back = givenBack(weighed.pointers, isMasked);
  const savedTokens = Math.max(0, sumSaved(history.candidates, isMasked) - back);
  const total = totalOf(history);
  const kept = stays.size === 0 ? plans : plans.map((plan) => sentSmaller(left(plan, stays.get(plan))));
  const anchors =
    outcome === undefined || !isPriced || !cache.anchor
      ? NO_ANCHORS
      : planAnchors({
          ...{ wire, request, markers, plans: kept },
          edited: ready.map(editedBlock),
          place: pricing.anchorPlace,
          lastCut: outcome.moves.at(-1)?.cut,
          previousCut: outcome.moves.at(-2)?.cut,
          isNow: outcome.moved,
          looksInFront: version !== 1,
          addedBytes: (plan) => addedBytes(wire, request, plan),
        });
  return {
    ...(duplicates?.point(kept) ?? { plans: kept, references: [] }),
    cache:
      outcome === undefined || isPriced
        ? outcome && cacheReport(outcome, { savedTokens, total, dear: rule.dear }, anchors)
        : movesReport(outcome),
    fits: budget?.tokens === undefined || total - savedTokens <= budget.tokens,
    anchors,
    isImitated: replayed?.isImitated === true,
  };
}

/** When edits become ready after the replay, and its moves with those that the memory adds. */
function settle(
  replayed: MoveOutcome | undefined,
  { ready, history, memory, messages }: Settled,
): RememberedMoves | undefined {
  const delayAll = (delays: ReadonlyMap<number, number>) => {
    for (const [index, message] of delays) delay(ready, history, index, message);
  };
  delayAll(replayed?.delayed ?? new Map());
  const held = new Held(history.holds, history.candidates, messages);
  if (replayed === undefined) {
    delayAll(held.now());
    return undefined;
  }
  const before = history.cuts[replayed.moves.at(-1) ?? -1];
  delayAll(held.afterReplay(before, replayed.held));
  const outcome = addMemory(replayed, memory, history);
  const last = outcome.moves.at(-1)?.cut;
  if (last !== before) delayAll(held.after(last, replayed.held));
  return { ...outcome, ...waitingAfter(last, history.candidates) };
}

/** What is changed where edits become ready later. */
interface Settled {
  ready: PlannedEdit[];
  history: MoveHistory & { candidates: MoveCandidate[]; holds: readonly Hold[] };
  memory: SessionMemory;
  messages: number;
}

/** The plans with pointers where the policy makes them. */
export function pointPlans(
  plain: PlainPlan,
  policy: Policy,
  compiled: CompiledPolicy,
  memory: SessionMemory = NO_MEMORY,
): PointedPlans {
  const { plans } = plain;
  return findDuplicates(plain, policy, compiled, memory)?.point(plans) ?? { plans, references: [] };
}

/** Says of a candidate that it is ready only at a later message. */
function delay(
  ready: PlannedEdit[],
  history: { candidates: MoveCandidate[] },
  index: number,
  readyMessage: number,
): void {
  const [edit, candidate] = [ready[index], history.candidates[index]];
  if (edit !== undefined) ready[index] = { ...edit, readyMessage };
  if (candidate !== undefined) history.candidates[index] = { ...candidate, readyMessage };
}

/**
 * What is in front of the last breakpoint that the client set.
 *
 * @param binds Whether thinking is or will be checked against everything before it: then everything is.
 */
function frozenPart({ wire, plans }: PlainPlan, markers: Markers, binds: boolean): (result: ToolResult) => boolean {
  const own = new Set(plans.flatMap(({ reason, result }) => (reason === "placeholder" ? [placeOf(result)] : [])));
  const last = markers.breakpoints.findLast((one) => !one.isNull && !own.has(placeOf(one)));
  // An automatic breakpoint is after the newest message.
  const isAll = binds || (wire.cache.byClient && markers.automatic !== undefined);
  return ({ messageIndex, blockIndex }) =>
    isAll ||
    (last !== undefined &&
      (messageIndex < last.messageIndex || (messageIndex === last.messageIndex && blockIndex <= last.blockIndex)));
}

/** A result as it came. */
function keepFrozen(plan: ResultPlan): ResultPlan {
  return plan.action === "keep" ? plan : left({ ...plan, result: asItCame(plan.result) }, "frozen");
}

const placeOf = (place: AnchoredBlock): string => `${place.messageIndex}/${place.blockIndex}`;

/** The plan without its edit; unchanged if there is no reason. */
function left(plan: ResultPlan, reason: Reason | undefined): ResultPlan {
  const { result, charsBefore } = plan;
  if (reason === undefined) return plan;
  return { result, action: "keep", reason, charsBefore, charsAfter: charsBefore };
}

/** The rule that decides when the masked set grows. */
export function moveRule({ settings }: Policy, prices: CachePrices, limits: Limits = {}): MoveRule {
  const { cache, mask, trigger, budget } = settings;
  return {
    strategy: cache.strategy,
    ...prices,
    ...limits,
    rent: scaled(cache.rent),
    strideTurns: cache.strideTurns,
    windowTurns: mask.windowTurns,
    trigger: triggersOf(trigger),
    budget:
      budget?.tokens === undefined ? undefined : { tokens: budget.tokens, clearAtLeast: budget.clearAtLeast ?? 0 },
  };
}

/** The rule of a request that no cache keeps: a move costs nothing, so that every step makes one. */
export const freeRule = (policy: Policy): MoveRule => ({
  ...moveRule(policy, { read: SCALE, write: SCALE }),
  strategy: "every-turn",
});

function sumSaved(candidates: readonly MoveCandidate[], counts: (index: number) => boolean): number {
  return candidates.reduce((sum, { savedTokens }, index) => sum + (counts(index) ? savedTokens : 0), 0);
}

interface Sizes {
  savedTokens: number;
  /** Tokens of the unreduced request. */
  total: number;
  dear: DearZone | undefined;
}

/** The replay, for the report. */
export function cacheReport(outcome: RememberedMoves, { savedTokens, total, dear }: Sizes, { places }: AnchorPlan) {
  const { waitingCount, waitingTokens, requestsToMove } = outcome;
  return {
    ...movesReport(outcome),
    ...(outcome.isBlocked ? { waitsForPrompt: true as const } : {}),
    ...(requestsToMove === 0 || waitingCount === 0 ? {} : { requestsToMove }),
    ...(places.length === 0 ? {} : { anchors: places }),
    ...(isKeptBelow(dear, total, savedTokens) ? { belowDearZone: true as const } : {}),
    moved: outcome.moved,
    waitingCount,
    waitingTokens,
    savedTokens,
    keptTokens: outcome.keptTokens,
    lostTokens: outcome.lostTokens,
    carried: Math.round(outcome.carriedCost / SCALE),
    netSaving: Math.round(outcome.netSaving / SCALE),
  };
}

/** The moves alone: where no cache is kept, they follow from thinking and from shortened arguments. */
function movesReport({ moves }: RememberedMoves) {
  const last = moves.at(-1);
  return { moves: moves.length, ...(last === undefined ? {} : { lastMoveStep: last.step }) };
}

const isKeptBelow = (dear: DearZone | undefined, total: number, savedTokens: number): boolean =>
  dear !== undefined && total > dear.aboveTokens && total - savedTokens <= dear.aboveTokens;
