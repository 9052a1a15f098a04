import { renderSummaryMessage } from "../../../history/summary-message.js";
import { visitStrings } from "../../../text/json-value.js";
import { editConversation } from "../../conversation/edit.js";
import { type Conversation, wireName } from "../../conversation/open.js";
import { CHAT_MESSAGES } from "../../conversation/readers/chat-messages.js";
import { classify } from "../../lossy/classification/classify.js";
import type { CondensationErrorCode, CondensationNote } from "../base/result.js";
import { readBounds } from "../smart/bounds.js";
import { type NativePlan, planNative } from "./plan.js";
import { extractOf, sourceOf, type WriteOptions, type WrittenSummary, writeSummary } from "./write-summary.js";

/** A conversation whose old messages are a summary, or why it is not. */
export type NativeOutcome =
  | { ok: true; conversation: Conversation; plan: NativePlan; written: WrittenSummary }
  | { ok: false; error: CondensationErrorCode; message: string; written?: WrittenSummary };

/** How to summarise; without a handler, by the extract. */
export type NativeInput = Omit<WriteOptions, "handler"> & {
  handler: WriteOptions["handler"] | undefined;
  pins: readonly string[];
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

/** @throws `AbortError` once the signal is aborted. */
export async function condenseNative(conversation: Conversation, input: NativeInput): Promise<NativeOutcome> {
  const plan = planNative(conversation, pinned(conversation, input.pins));
  if (typeof plan === "string") return { ok: false, error: plan, message: MESSAGES[plan] };
  const thinking = boundThinking(conversation, plan);
  if (thinking === "stays") {
    const message =
      "the model checks its thinking against everything before it, and calls are open; condense once the user has spoken";
    return { ok: false, error: "condense_failed", message };
  }
  const source = sourceOf(plan.summarised);
  const { handler, ...options } = input;
  const written = handler === undefined ? extractOf(source) : await writeSummary(source, { handler, ...options });
  if (written.text === "") return { ok: false, error: "condense_failed", message: detailOf(written.notes), written };
  const text = renderSummaryMessage(written.text, plan.dropped.size, "user").content;
  const { conversation: after } = editConversation(conversation, {
    dropped: plan.dropped,
    removed: new Set([...plan.removed, ...thinking].filter(({ messageIndex }) => !plan.dropped.has(messageIndex))),
    inserted: [{ at: plan.at, author: "assistant", text, mark: marker(conversation) }],
  });
  return { ok: true, conversation: after, plan, written };
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

function pinned({ messages }: Conversation, pins: readonly string[]): (index: number) => boolean {
  if (pins.length === 0) return () => false;
  return (index) => {
    let found = false;
    visitStrings(messages[index], (text) => {
      found ||= pins.some((pin) => pin !== "" && text.includes(pin));
    });
    return found;
  };
}

/** Thinking that the provider would refuse once what is before it is another; `stays`: it must not be left out. */
function boundThinking(conversation: Conversation, plan: NativePlan): Conversation["blocks"] | "stays" {
  const { isBound, from, removable } = readBounds(classify(conversation));
  if (!isBound) return [];
  const first = Math.min(...plan.dropped);
  if (first < from) return "stays";
  return removable.map(({ source }) => source).filter(({ messageIndex }) => messageIndex > first);
}
