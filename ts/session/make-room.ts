// The whole trim: drops turns in the middle, then masks old results, then clips the largest texts, until the rest fits.
import type { ContextChange } from "./events.js";
import { clipLargest, maskResults, type Scale } from "./shrink.js";
import { planTrim } from "./trim.js";
import { isSessionTurn, type Turn } from "./turn.js";
import { wholeTurns } from "./turn-references.js";

/** The effect of a trim or a reduction, as numbers. */
export type Done = Pick<ContextChange, "droppedTurns" | "widened" | "maskedCount" | "clippedCount">;

/** The turns that a trim left, and its effect. */
export interface Trimmed extends Done {
  turns: Turn[];
  weight: number;
}

export interface KeptTurns {
  keepFirst: number;
  keepLast: number;
}

/** What pointers of a condensation stand for is put back first, because what they lead to may go. */
export function makeRoom(given: readonly Turn[], { keepFirst, keepLast }: KeptTurns, scale: Scale): Trimmed {
  const plan = planTrim(wholeTurns(given), keepFirst, keepLast, new Date().toISOString());
  const weight = plan.turns.reduce((sum, turn) => sum + scale.weigh(turn), 0);
  const masked = maskResults(plan.turns, weight, scale);
  const clipped = clipLargest(masked.turns, masked.weight, scale);
  const isSame = plan.droppedTurns + masked.count + clipped.count === 0;
  return {
    turns: isSame ? [...given] : clipped.turns,
    weight: isSame ? given.reduce((sum, turn) => sum + scale.weigh(turn), 0) : clipped.weight,
    droppedTurns: plan.droppedTurns,
    widened: plan.widened,
    maskedCount: masked.count,
    clippedCount: clipped.count,
  };
}

/** The line for people after a trim. */
export function trimMessage(
  { droppedTurns, widened, maskedCount, clippedCount }: Done,
  { keepFirst, keepLast }: KeptTurns,
): string {
  const pairs = widened > 0 ? ` (+${widened} to keep calls with their results)` : "";
  const kept = droppedTurns > 0 ? `Kept first ${keepFirst} and last ${keepLast} turns${pairs}.` : "Kept all turns.";
  const masked = maskedCount > 0 ? ` Masked ${counted(maskedCount, "old result")}.` : "";
  const clipped = clippedCount > 0 ? ` Clipped ${counted(clippedCount, "long text")}.` : "";
  return `Context trimmed. ${kept}${masked}${clipped}`;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The line for people if nothing helped. */
export function stuckMessage(tokens: number, maxTokens: number): string {
  const share = Math.round((100 * tokens) / maxTokens);
  return `The turns that are always kept take ${tokens} of ${maxTokens} tokens (${share}%). Use /clear or /undo, or a larger limit.`;
}

/** The line for people if no trim can help. */
export function aroundMessage(tokens: number, maxTokens: number): string {
  const share = Math.round((100 * tokens) / maxTokens);
  return `The provider bills ${tokens} of ${maxTokens} tokens (${share}%) besides the turns, for tools and the like, so trimming cannot help. Use fewer tools, or a larger limit.`;
}

/** The effect of a reduction, with its line for people. */
export function describeReduction(before: readonly Turn[], after: readonly Turn[]): Done & { message: string } {
  const known = new Set(before);
  const count = (turns: readonly Turn[]) => turns.filter(isSessionTurn).length;
  const droppedTurns = Math.max(0, count(before) - count(after));
  const maskedCount = after.filter((turn) => turn.role === "tool" && !known.has(turn)).length;
  const dropped = droppedTurns > 0 ? ` ${counted(droppedTurns, "turn")} summarised or dropped.` : "";
  const message = `Context reduced. Masked ${counted(maskedCount, "old result")}.${dropped}`;
  return { droppedTurns, widened: 0, maskedCount, clippedCount: 0, message };
}
