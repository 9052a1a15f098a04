import { readSummaryMessage } from "../../../history/summary-message.js";
import type { Block } from "../../conversation/block.js";
import type { Conversation } from "../../conversation/open.js";
import type { CondensationErrorCode } from "../base/result.js";

/** Newest messages that stay as they are. */
export const KEPT_NEWEST = 3;

/** What a summary replaces. */
export interface NativePlan {
  /** 0-based indexes of messages that are left out. */
  dropped: ReadonlySet<number>;
  /** Earlier summaries in messages that stay. */
  removed: ReadonlySet<Block>;
  /** Blocks that are summarised, in document order: those that go, since the last summary and with it. */
  summarised: readonly Block[];
  /** Index that the summary comes before. */
  at: number;
  /** Messages of the user among those that are left out. */
  userMessages: number;
}

/** The blocks that are summaries: by their message's mark, or by their label. */
function summaryBlocks({ messages, blocks }: Conversation): Block[] {
  return blocks.filter(({ messageIndex, kind, text }) => {
    if (kind !== "text") return false;
    const isMarked = messages[messageIndex]?.isSummary === true;
    return isMarked || readSummaryMessage({ role: "user", content: text }) !== undefined;
  });
}

/**
 * Keeps the first message, the newest three, the calls that their results answer, messages of the system, and pinned ones.
 * All others go. Linear.
 */
export function planNative(
  conversation: Conversation,
  isPinned: (index: number) => boolean,
): NativePlan | CondensationErrorCode {
  const { messages, roles, blocks } = conversation;
  const count = messages.length;
  if (count <= KEPT_NEWEST + 1) return "condense_not_enough_messages";
  const newest = count - KEPT_NEWEST;
  const summaries = new Set(summaryBlocks(conversation));
  const since = [...summaries].at(-1)?.messageIndex ?? 0;
  if (since >= newest) return "condensed_recently";
  const leading = roles.findIndex((role) => role !== "system");
  const first = Math.max(0, leading);
  const kept = new Set<number>([first]);
  for (let index = 0; index < count; index++) {
    if (index >= newest || roles[index] === "system" || isPinned(index)) kept.add(index);
  }
  keepPairs(conversation, kept, newest);
  const other = new Set(blocks.filter((block) => !summaries.has(block)).map(({ messageIndex }) => messageIndex));
  for (const { messageIndex } of summaries)
    if (!other.has(messageIndex) && messageIndex !== first) kept.delete(messageIndex);
  const dropped = new Set([...messages.keys()].filter((index) => !kept.has(index)));
  const removed = new Set([...summaries].filter(({ messageIndex: at }) => kept.has(at) && other.has(at)));
  const summarised = blocks.filter(
    (block) => removed.has(block) || (block.messageIndex >= since && dropped.has(block.messageIndex)),
  );
  // Summaries alone say nothing new.
  if (summarised.every((block) => summaries.has(block))) return "condensed_recently";
  const userMessages = [...dropped].filter((index) => roles[index] === "user" && other.has(index)).length;
  const after = [...kept].filter((index) => index > first && roles[index] !== "system");
  return { dropped, removed, summarised, at: Math.min(...after, newest), userMessages };
}

/** A result stays with its call, and a call that stays with its results; on wires without ids, with the message before. */
function keepPairs({ blocks, messages }: Conversation, kept: Set<number>, newest: number): void {
  const byCall = new Map<string, Set<number>>();
  for (const { kind, callId, messageIndex } of blocks) {
    if (kind !== "call" && kind !== "result") continue;
    if (callId === undefined) {
      if (kind === "result" && messageIndex === newest && newest > 0) kept.add(newest - 1);
      continue;
    }
    const known = byCall.get(callId);
    if (known === undefined) byCall.set(callId, new Set([messageIndex]));
    else known.add(messageIndex);
  }
  const neighbours = new Map<number, Set<number>>();
  for (const group of byCall.values())
    for (const index of group) neighbours.set(index, new Set([...(neighbours.get(index) ?? []), ...group]));
  const open = [...kept];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    for (const mate of neighbours.get(index) ?? []) {
      if (kept.has(mate) || mate >= messages.length) continue;
      kept.add(mate);
      open.push(mate);
    }
  }
}
