import { arrivalOf, masks } from "../contract/report-basis.js";
import { quickWeight } from "../load/quick-weight.js";
import { applyEdits } from "../masking/apply.js";
import { markedMessages, savedByShortening } from "../masking/arguments/plan-arguments.js";
import { bindingOf } from "../masking/cache/binding.js";
import type { MoveBinding } from "../masking/cache/move-gate.js";
import type { MoveCandidate, MoveHistory } from "../masking/cache/move-rule.js";
import { planReadiness } from "../masking/candidates.js";
import { compilePolicy } from "../masking/compile-policy.js";
import { planPlain } from "../masking/plan-request.js";
import type { Policy } from "../policy/policy.js";
import { isRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import type { ResultPlan } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import { type Pointed, readPointed } from "./pointed.js";
import type { Session } from "./trace.js";

/** The edits that a policy may make in a session. */
export interface Masks {
  /** In document order. */
  readonly candidates: readonly MoveCandidate[];
  /** Number of each candidate's unit after its edit. */
  readonly editedIds: readonly number[];
  /** Numbers of all messages' units as they are first sent. @default those of the session */
  readonly arrivedIds?: readonly number[];
  /** Pointers among these. @default none */
  readonly pointed?: Pointed | undefined;
  /** By candidate: its edit. Undefined if the provider makes the edits. @default undefined */
  readonly edits?: readonly ResultPlan[];
  /** The plans of all results, in document order. @default those of the session, unchanged */
  readonly results?: readonly ResultPlan[];
  /** Thinking that restricts moves; undefined if none does. @default undefined */
  readonly binding?: MoveBinding | undefined;
  /** Messages with a call that has a mark of shortened arguments, ascending. @default none */
  readonly marked?: readonly number[];
}

/** The wire and the model that a session is replayed for. */
export const destinationOf = ({ wire, model }: Session) => ({ wire, ...(model !== undefined && { model }) });

/**
 * Reads every edit that the plain policy makes in the last request of a session, and the step from which each is
 * possible.
 */
export function readMasks(session: Session, policy: Policy): Masks {
  const isRead = masks(policy) || arrivalOf(policy) !== undefined;
  const planned = isRead ? planPlain(session.request, policy, destinationOf(session), WIRES, session.known) : undefined;
  if (planned === undefined || "skip" in planned) return { candidates: [], editedIds: [] };
  const { wire, plans, request, came } = planned;
  // Where thinking is left out, the other blocks would be elsewhere.
  const edits = plans.filter(({ replacement, action }) => replacement !== undefined && action !== "remove");
  const edited = applyEdits(wire, request, edits)[wire.listKey];
  const ids = request === came ? session.ids : planned.list.flatMap((message) => [...session.idsOf(message)]);
  const list: readonly unknown[] = Array.isArray(edited) ? edited : [];
  const compiled = compilePolicy(policy);
  const ready = planReadiness(planned, session.steps, compiled);
  const pointed = readPointed(session, planned, policy, ready, ids);
  const sentIds = pointed?.ids ?? ids;
  // A pointer may be shorter than the placeholder of what it leads to.
  const floor = (tokens: number) => (pointed === undefined ? tokens : Math.max(0, tokens));
  const weight = quickWeight(policy.settings.version);
  const candidates: MoveCandidate[] = [];
  const editedIds: number[] = [];
  for (const { plan, readyMessage } of ready) {
    const { messageIndex, blockIndex } = plan.result;
    const offset = unitOfBlock(wire, blockIndex);
    const unit = (session.messageStarts[messageIndex] ?? 0) + offset;
    const isGone = plan.action === "remove";
    const editedId = isGone ? session.units.nothing : (session.idsOf(list[messageIndex])[offset] ?? 0);
    const before = tokensOf(session, sentIds[unit] ?? 0);
    const savedTokens = floor(before - tokensOf(session, editedId));
    const { content } = plan.result;
    // Calls of one message may be one unit.
    if (content.kind === "arguments") {
      const saved = savedByShortening(content, weight, before);
      candidates.push({ unit, readyMessage, savedTokens: saved, isArguments: true });
    } else candidates.push({ unit, readyMessage, savedTokens, isThinking: isGone });
    editedIds.push(editedId);
  }
  return {
    ...{ candidates, editedIds, pointed },
    arrivedIds: sentIds,
    edits: ready.map(({ plan }) => plan),
    results: plans,
    binding: bindingOf(planned, session.steps, session.messageStarts),
    marked: markedMessages(planned.transcript, compiled),
  };
}

const tokensOf = ({ units }: Session, id: number): number => units.tokens[id] ?? 0;

const sums = new WeakMap<readonly number[], readonly number[]>();

/** Tokens of all units before each unit of a session, with the units `ids`. */
export function unitSumsOf(session: Session, ids: readonly number[] = session.ids): readonly number[] {
  const known = sums.get(ids);
  if (known !== undefined) return known;
  const list = [0];
  for (const id of ids) list.push((list.at(-1) ?? 0) + tokensOf(session, id));
  sums.set(ids, list);
  return list;
}

/** A session in the form that the decision about moves reads. */
export function moveHistoryOf(session: Session, masks: Masks): MoveHistory {
  const { candidates, binding, arrivedIds, pointed, marked } = masks;
  return {
    binding,
    marked,
    unitSums: unitSumsOf(session, arrivedIds),
    messageStarts: session.messageStarts,
    candidates,
    pointers: pointed?.pointers,
    cuts: session.steps.cuts,
    turnStarts: session.steps.turnStarts,
    otherTokens: session.prefixTokens,
  };
}

/** The request of a session cut to its first `cut` messages, under its wire's key. */
export function requestAt({ request, wire, list }: Session, cut: number): object {
  return isRecord(request) ? { ...request, [WIRES.of(wire).listKey]: list.slice(0, cut) } : request;
}
