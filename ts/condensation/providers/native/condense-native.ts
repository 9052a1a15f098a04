import { readSummaryMessage, renderSummaryMessage } from "../../../history/summary-message.js";
import type { Block } from "../../conversation/block.js";
import { editConversation } from "../../conversation/edit.js";
import { type Conversation, wireName } from "../../conversation/open.js";
import { CHAT_MESSAGES } from "../../conversation/readers/chat-messages.js";
import type { ContentReference } from "../../lossless/references/content-reference.js";
import { withoutPointers } from "../../lossless/references/expand-conversation.js";
import { formsLeft } from "../../lossless/references/known.js";
import { classify } from "../../lossy/classification/classify.js";
import { hasPin } from "../base/check-arguments.js";
import type { CondensationErrorCode, CondensationNote } from "../base/result.js";
import { readBounds } from "../smart/bounds.js";
import { extractOf, sourceOf, type WriteOptions, type WrittenSummary, writeSummary } from "./write-summary.js";

/** A conversation whose old messages are a summary, or why it is not. */
export type NativeOutcome =
  | {
      ok: true;
      conversation: Conversation;
      /** Those of smaller forms that are left. */
      references: readonly ContentReference[];
      plan: NativePlan;
      written: WrittenSummary;
    }
  | { ok: false; error: CondensationErrorCode; message: string; written?: WrittenSummary };

/** How to summarise; without a handler, by the extract. */
export type NativeInput = Omit<WriteOptions, "handler"> & {
  handler: WriteOptions["handler"] | undefined;
  pins: readonly string[];
  /** References that the conversation has from earlier condensations. @default none */
  references?: readonly ContentReference[];
};

const MESSAGES: Record<CondensationErrorCode, string> = {
  condense_not_enough_messages: "there are 4 or fewer messages; condense once there are more",
  condensed_recently: "nothing but a summary lies before the newest messages; condense once there are more",
  condense_failed: "no summary was made",
  condense_context_grew: "the result would have more tokens than the conversation",
  condense_handler_invalid:
    "neither the condensing handler nor the conversation's is one; give an object with createMessage, countTokens and getModel, or make one with toApiHandler",
};

/** A sentence for people about an error. */
export const errorMessage = (error: CondensationErrorCode): string => MESSAGES[error];

/**
 * What pointers stand for takes their place first, because what they lead to goes with the old messages.
 *
 * @throws `AbortError` once the signal is aborted.
 */
export async function condenseNative(given: Conversation, input: NativeInput): Promise<NativeOutcome> {
  const { handler, references = [], ...options } = input;
  const conversation = withoutPointers(given, references);
  const plan = planNative(conversation, input.pins);
  if (typeof plan === "string") return { ok: false, error: plan, message: MESSAGES[plan] };
  const thinking = boundThinking(conversation, plan);
  if (thinking === "stays") {
    const message =
      "the model checks its thinking against everything before it, and calls are open; condense once the user has spoken";
    return { ok: false, error: "condense_failed", message };
  }
  const source = sourceOf(plan.summarised);
  const written = handler === undefined ? extractOf(source) : await writeSummary(source, { handler, ...options });
  if (written.text === "") return { ok: false, error: "condense_failed", message: detailOf(written.notes), written };
  const text = renderSummaryMessage(written.text, plan.dropped.size, "user").content;
  const { conversation: after, indexes } = editConversation(conversation, {
    dropped: plan.dropped,
    removed: new Set([...plan.removed, ...thinking].filter(({ messageIndex }) => !plan.dropped.has(messageIndex))),
    inserted: [{ at: plan.at, author: "assistant", text, mark: marker(conversation) }],
  });
  return { ok: true, conversation: after, references: formsLeft(after, references, indexes), plan, written };
}

const detailOf = (notes: readonly CondensationNote[]): string => notes.at(-1)?.message ?? MESSAGES.condense_failed;

/** On wires the mark is not part of the message's JSON, because providers refuse keys that they do not know. */
const marker =
  (conversation: Conversation) =>
  (message: Record<string, unknown>): Record<string, unknown> =>
    Object.defineProperty({ ...message }, "isSummary", {
      value: true,
      enumerable: wireName(conversation) === CHAT_MESSAGES,
    });

/** Thinking that the provider would refuse once what is before it is another; `stays`: it must not be left out. */
function boundThinking(conversation: Conversation, plan: NativePlan): Conversation["blocks"] | "stays" {
  const { isBound, from, removable } = readBounds(classify(conversation));
  if (!isBound) return [];
  const first = Math.min(...plan.dropped);
  if (first < from) return "stays";
  return removable.map(({ source }) => source).filter(({ messageIndex }) => messageIndex > first);
}

/** Newest messages that stay as they are. */
const KEPT_NEWEST = 3;

/** What a summary replaces. */
interface NativePlan {
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
function planNative(conversation: Conversation, pins: readonly string[]): NativePlan | CondensationErrorCode {
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
    if (index >= newest || roles[index] === "system" || hasPin(messages[index], pins)) kept.add(index);
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
