// Runs one lossy phase: the least important of its blocks first, until the target is reached.

import type { ResultText } from "../../lossless/result-text.js";
import type { Slot, TypedBlock } from "../classification/block.js";
import type { BlockCondenser } from "./condenser.js";
import type { LossyDraft } from "./draft.js";
import { isCondensed } from "./marks.js";
import { type LossyPhase, PHASES } from "./plan.js";
import type { Staleness } from "./superseded.js";

export interface PhaseInput {
  draft: LossyDraft;
  condenser: BlockCondenser;
  /** Tokens of the conversation at which it stops. */
  targetTokens: number;
  /** Most that it removes of its types' tokens, in percent. */
  maxPercent: number;
  /** Whether a block must stay. */
  isProtected(block: TypedBlock): boolean;
  /** By block: its rank; low ranks go first. */
  rankOf(block: TypedBlock): number;
  /** Tokens that go with a block that is left out as a whole. */
  removableTokens(block: TypedBlock): number;
  /** Thinking that may be left out, in order; only a beginning of it goes. */
  removable: readonly TypedBlock[];
  /** By slot: the text of a model, for what is still too large. @default none */
  written?: ReadonlyMap<number, string> | undefined;
}

export interface PhaseTokens {
  tokensBefore: number;
  tokensAfter: number;
}

export interface PhaseWork extends PhaseTokens {
  /** Whether it left a text as it was because the type may lose no more. */
  isCapped: boolean;
}

/** Runs a phase on the draft. Linear, but for sorting its blocks. */
export function runPhase(
  { types, range }: Pick<LossyPhase, "types"> & Partial<Pick<LossyPhase, "range">>,
  input: PhaseInput,
): PhaseWork {
  const { draft, maxPercent, targetTokens } = input;
  const own = draft.conversation.slots.filter(({ block }) => types.includes(block.type) && !draft.isRemoved(block));
  const removable = types.includes("ASSISTANT_THINKING") ? input.removable : [];
  let tokensBefore = 0;
  for (const slot of own) tokensBefore += draft.tokensAt(slot.index);
  for (const block of removable) tokensBefore += input.removableTokens(block);
  const least = draft.tokens - Math.floor((tokensBefore * maxPercent) / 100);
  const start = draft.tokens;
  let isCapped = false;
  for (const block of removable) {
    const tokens = input.removableTokens(block);
    if (draft.tokens <= targetTokens || draft.tokens - tokens < least) break;
    draft.remove(block, tokens);
  }
  own.sort((one, other) => input.rankOf(one.block) - input.rankOf(other.block) || one.index - other.index);
  for (const isAgain of [false, true]) {
    for (const slot of own) {
      if (draft.tokens <= targetTokens) break;
      if (!input.isProtected(slot.block)) isCapped = condenseSlot(slot, input, least, isAgain) || isCapped;
    }
  }
  // A model takes no more of a type than extracts may.
  const floor = start - Math.floor((tokensBefore * Math.min(maxPercent, range?.[1] ?? maxPercent)) / 100);
  for (const slot of own) {
    if (draft.tokens <= targetTokens) break;
    if (!input.isProtected(slot.block)) takeWritten(slot, input, floor);
  }
  return { tokensBefore, tokensAfter: tokensBefore - (start - draft.tokens), isCapped };
}

/** Takes a model's text where it is smaller than what is there, and nothing points to it. */
function takeWritten({ index }: Slot, { draft, written }: PhaseInput, floor: number): void {
  const text = written?.get(index);
  if (text === undefined || draft.isPointing(index) || draft.pointersTo(index).length > 0) return;
  const change = draft.tokensOf(text) - draft.tokensAt(index);
  if (change < 0 && draft.tokens + change >= floor) draft.write(index, text);
}

/**
 * Condenses a slot, and with it those that point to it: what they say has no original any more. Where the type may not lose as
 * much as that takes, more is kept. Returns whether it stays as it is for that reason.
 */
function condenseSlot(slot: Slot, input: PhaseInput, least: number, isAgain: boolean): boolean {
  const { draft } = input;
  if (isAgain && !(isCondensed(draft.textOf(slot.index)) && PHASES[slot.block.type]?.leastShare !== undefined))
    return false;
  const group = pointingTo(slot, draft);
  // A pointer is short already.
  if (draft.isPointing(slot.index) && group.length === 1 && draft.tokensAt(slot.index) < MIN_TOKENS) return false;
  // A second time it is short already, too.
  for (const times of isAgain ? [1] : MORE) {
    const written = shorterTexts(group, input, { isAgain, times });
    if (written[0] === undefined) return times > 1;
    let change = 0;
    for (const [at, one] of group.entries()) change += draft.tokensOf(written[at] ?? "") - draft.tokensAt(one.index);
    if (change >= 0) return times > 1;
    if (draft.tokens + change < least) continue;
    for (const [at, one] of group.entries()) draft.write(one.index, written[at] ?? "");
    return false;
  }
  return !isAgain;
}

/** How much more of a text is kept, one after the other, until its type does not lose too much. */
const MORE = [1, 2, 4, 6];

/** The texts of a slot and those that point to it; the first is undefined where that one stays. */
function shorterTexts(
  group: readonly Slot[],
  { draft, condenser, isProtected }: PhaseInput,
  { isAgain, times }: { isAgain: boolean; times: number },
): (string | undefined)[] {
  const [slot] = group;
  return group.map((one) => {
    const text =
      one.block.type === "TOOL_RESULT" ? (draft.start.whole[one.index] ?? one.text) : draft.textOf(one.index);
    // What must stay gets its own text back.
    if (one !== slot && isProtected(one.block)) return text;
    const condensed = condenser.condense(one, text, one === slot && group.length > 1, isAgain, times);
    return condensed ?? (one === slot ? undefined : text);
  });
}

/** A slot and all that lead to it, over pointers of pointers. */
function pointingTo(slot: Slot, draft: LossyDraft): Slot[] {
  const group = new Set([slot.index]);
  for (const index of group) for (const one of draft.pointersTo(index)) group.add(one);
  return [...group].flatMap((index) => draft.conversation.slots[index] ?? []);
}

const MIN_TOKENS = 60;

/** The ranks of stale results are below all others: superseded ones first. */
export function staleRank(
  results: readonly ResultText[],
  stale: ReadonlyMap<ResultText, Staleness>,
): Map<TypedBlock, number> {
  const ranks = new Map<TypedBlock, number>();
  for (const result of results) {
    const found = stale.get(result);
    if (found !== undefined) ranks.set(result.slot.block, found.kind === "superseded" ? -2_000 : -1_000);
  }
  return ranks;
}
