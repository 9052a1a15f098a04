import { type TextWeight, unitOfBlock, unitsOf, unitTokens } from "../../wires/units.js";
import { applyEdits } from "../apply.js";
import { savedByShortening } from "../arguments/plan-arguments.js";
import type { PlannedEdit } from "../candidates.js";
import type { Duplicates } from "../dedupe.js";
import type { PlainPlan } from "../plain-plan.js";
import type { MovePointer } from "./give-back.js";
import { type BlockPlace, movePointers } from "./move-pointers.js";
import type { MoveCandidate, MoveHistory } from "./move-rule.js";

/**
 * Tokens of every unit while nothing is masked, how much each edit saves, and the pointers to what edits mask.
 *
 * @param weight The weight function for decisions, of the policy's version; the fastest available one.
 * @param allText Whether all strings weigh as text, as for policies of version 1.
 */
export function weighConversation(
  { wire, request, list, plans }: PlainPlan,
  ready: readonly PlannedEdit[],
  weight: TextWeight,
  allText: boolean,
  duplicates?: Duplicates,
): Pick<MoveHistory, "unitSums" | "messageStarts" | "otherTokens"> & Movable {
  const key = wire.listKey;
  const unitSums = [0];
  const messageStarts = [0];
  const firstPlans = duplicates?.firstPlans() ?? [];
  const sent = firstPlans.length === 0 ? list : listOf(applyEdits(wire, request, firstPlans)[key]);
  const unread = wire.unreadMessages(sent);
  for (const [at, message] of sent.entries()) {
    for (const unit of unitsOf(wire, message))
      unitSums.push((unitSums.at(-1) ?? 0) + (at < unread ? 0 : unitTokens(unit, weight, allText)));
    messageStarts.push(unitSums.length - 1);
  }
  const edited = applyEdits(
    wire,
    request,
    plans.filter(({ replacement, action }) => replacement !== undefined && action !== "trim"),
  )[key];
  const candidates = ready.map(({ plan: { result }, readyMessage }): MoveCandidate => {
    const offset = unitOfBlock(wire, result.blockIndex);
    const unit = (messageStarts[result.messageIndex] ?? 0) + offset;
    const before = (unitSums[unit + 1] ?? 0) - (unitSums[unit] ?? 0);
    // A message with several calls may be one unit, so that edits of arguments are weighed by themselves.
    if (result.content.kind === "arguments") {
      const savedTokens = savedByShortening(result.content, weight, before);
      return { unit, readyMessage, savedTokens, isArguments: true };
    }
    const message = listOf(edited)[result.messageIndex];
    const isGone = result.content.kind === "thinking";
    const after = isGone ? 0 : unitTokens(unitsOf(wire, message)[offset], weight, allText);
    return { unit, readyMessage, savedTokens: Math.max(0, before - after), isThinking: isGone };
  });
  const unitAt = ({ messageIndex, blockIndex }: BlockPlace) =>
    (messageStarts[messageIndex] ?? 0) + unitOfBlock(wire, blockIndex);
  const savedBy = (result: BlockPlace) => {
    const whole = unitsOf(wire, list[result.messageIndex])[unitOfBlock(wire, result.blockIndex)];
    const unit = unitAt(result);
    return unitTokens(whole, weight, allText) - ((unitSums[unit + 1] ?? 0) - (unitSums[unit] ?? 0));
  };
  const pointers = duplicates === undefined ? [] : movePointers(duplicates, ready, { unitAt, savedBy });
  const otherTokens = unitTokens({ ...request, [key]: [] }, weight, allText);
  return { unitSums, messageStarts, candidates, pointers, otherTokens };
}

/** What moves are made of. */
interface Movable {
  candidates: MoveCandidate[];
  pointers: MovePointer[];
}

const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
