// The account of a smart condensation, in tokens as the caller counts them.

import { getOrInsert } from "../../../base/maps.js";
import type { TokenMeter } from "../../conversation/tokens.js";
import type { TypedBlock } from "../../lossy/classification/block.js";
import type { TypedConversation } from "../../lossy/classification/classify.js";
import type { ConversationState } from "../../lossy/classification/render.js";
import { says } from "../../lossy/classification/signals.js";
import { MessageType } from "../base/message-type.js";
import { missedTarget } from "../base/missed-target.js";
import type { CondensationNote, CondensationReport, PhaseReport, TypeTokens } from "../base/result.js";
import { pinMatcher } from "./bounds.js";
import type { PhaseOutcome, SmartOutcome } from "./run.js";

/** Phases with tokens by the meter. */
export async function phaseReports(phases: readonly PhaseOutcome[], meter: TokenMeter): Promise<PhaseReport[]> {
  const reports: PhaseReport[] = [];
  for (const { before, after, ofType, range, rolledBack, ...phase } of phases) {
    const [tokensBefore, tokensAfter] = [await meter.ofConversation(before), await meter.ofConversation(after)];
    reports.push({
      ...{ ...phase, tokensBefore, tokensAfter },
      ...(ofType === undefined ? {} : { ofType }),
      ...(range === undefined ? {} : { targetRange: range, ...reachedRange(ofType, range, rolledBack) }),
      ...(rolledBack === undefined ? {} : { rolledBack }),
    });
  }
  return reports;
}

/** Nothing is said of a phase that had nothing of its type. */
function reachedRange(
  ofType: PhaseOutcome["ofType"],
  [from]: readonly [number, number],
  rolledBack: PhaseOutcome["rolledBack"],
): Pick<PhaseReport, "reachedRange"> {
  if (ofType === undefined || rolledBack !== undefined) return { reachedRange: false };
  const { tokensBefore, tokensAfter } = ofType;
  return tokensBefore === 0 ? {} : { reachedRange: (tokensBefore - tokensAfter) * 100 >= from * tokensBefore };
}

/** Tokens by type, in the default order of keeping. */
export async function typeTokens(
  { blocks, slots }: TypedConversation,
  { texts, removed }: ConversationState,
  meter: TokenMeter,
): Promise<TypeTokens[]> {
  const ownText = blocks.filter((block) => block.texts.length === 0);
  const before = await meter.ofTexts([...slots.map(({ text }) => text), ...ownText.map(({ source }) => source.text)]);
  const after = await meter.ofTexts(texts);
  const rows = new Map<MessageType, TypeTokens>();
  const row = (type: MessageType): TypeTokens =>
    getOrInsert(rows, type, () => ({ type, blocks: 0, tokensBefore: 0, tokensAfter: 0 }));
  for (const { type } of blocks) row(type).blocks++;
  for (const { index, block } of slots) {
    row(block.type).tokensBefore += before[index] ?? 0;
    if (!removed.has(block)) row(block.type).tokensAfter += after[index] ?? 0;
  }
  for (const [at, block] of ownText.entries()) {
    const tokens = before[slots.length + at] ?? 0;
    row(block.type).tokensBefore += tokens;
    if (!removed.has(block)) row(block.type).tokensAfter += tokens;
  }
  return Object.values(MessageType).flatMap((type) => rows.get(type) ?? []);
}

/** What is kept word for word. */
export function preservedIn({ blocks }: TypedConversation, pins: readonly string[]): CondensationReport["preserved"] {
  const isPinned = pinMatcher(pins);
  const isDecision = ({ type, texts }: TypedBlock) =>
    type === "ASSISTANT_MESSAGE" && texts.some(({ text }) => says("decision", text));
  return {
    userMessages: new Set(blocks.filter(({ type }) => type === "USER_MESSAGE").map((one) => one.messageIndex)).size,
    decisions: blocks.filter(isDecision).length,
    pinned: pins.length === 0 ? 0 : blocks.filter(isPinned).length,
  };
}

/** Why a target was missed. */
function reasonOf(facts: { isBlocked: boolean; isCapped: boolean; isTakenBack: boolean }): string {
  if (facts.isBlocked) return "thinking is bound to what is before it until the user speaks again";
  if (facts.isTakenBack) return "what a phase did was taken back";
  if (facts.isCapped) return "maxReductionPercentPerPhase lets one phase take no more of its type";
  return "the rest is text of the user or the system, no text, pinned, on the path to the newest result, or stays word for word";
}

/** What went otherwise than asked. */
export function notesOf(
  { phases, isBlocked, isCapped, droppedCount }: SmartOutcome,
  target: { percent: number; before: number; after: number },
): CondensationNote[] {
  const notes: CondensationNote[] = [];
  for (const { name, kind, rolledBack } of phases) {
    if (rolledBack === undefined) continue;
    const code = kind === "lossless" ? "lossless_failed" : "lossy_failed";
    notes.push({ code, message: `the phase ${name} was taken back (${rolledBack.check}): ${rolledBack.message}` });
  }
  if (droppedCount > 0) {
    const message = `in place of what failed, ${droppedCount} old messages of the agent were dropped, with a line for each run`;
    notes.push({ code: "lossy_failed", message });
  }
  const isTakenBack = phases.some(({ rolledBack }) => rolledBack !== undefined);
  return [...notes, ...missedTarget(target, reasonOf({ isBlocked, isCapped, isTakenBack }))];
}
