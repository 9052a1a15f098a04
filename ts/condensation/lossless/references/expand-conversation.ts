import { TamisError } from "../../../base/errors.js";
import { shownValue } from "../../../base/issues.js";
import { isRecord } from "../../../text/json-value.js";
import { type Conversation, openConversation } from "../../conversation/open.js";
import { classify } from "../../lossy/classification/classify.js";
import { renderConversation } from "../../lossy/classification/render.js";
import type { ConversationContext } from "../../providers/base/context.js";
import type { ContentReference } from "./content-reference.js";
import { expandReferences } from "./expand.js";
import { originalOf } from "./known.js";

/** A conversation with what its references stand for. */
export interface ExpandedConversation {
  /** The messages; those without references are the same objects. */
  messages: readonly object[];
  /** References whose original is not in the conversation, or does not have their hash. Their pointers stay. */
  missing: readonly ContentReference[];
}

/**
 * Puts back what the references of a condensed conversation stand for. Only the references given count: a text that looks
 * like a pointer reveals nothing. Results in a smaller form become what they were as well, where the messages are the objects
 * that this process condensed; of others only pointers are put back. Linear.
 *
 * @param context The condensed conversation.
 * @param references Those of its result.
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read, or references that are no list of objects.
 */
export function expandConversation(
  context: ConversationContext,
  references: readonly ContentReference[],
): ExpandedConversation {
  const given: unknown = references;
  if (!Array.isArray(given) || !given.every(isRecord))
    throw new TamisError("OPTION_INVALID", `references: expected those of a result, got ${shownValue(given)}`);
  const places = new Set(references.map(({ place }) => place));
  const typed = classify(openConversation(context), places);
  const { texts, missing } = expandReferences(typed, references);
  const whole = typed.slots.map((slot, index) => {
    const text = texts[index] ?? slot.text;
    return originalOf(context.messages[slot.block.messageIndex], slot, text) ?? text;
  });
  return { messages: renderConversation(typed, { texts: whole, removed: new Set() }).messages, missing };
}

/**
 * The conversation with what references stand for in the place of their pointers, which name places in the list of messages:
 * for work that drops or inserts messages. Pointers whose original is missing stay. Linear.
 */
export function withoutPointers(conversation: Conversation, references: readonly ContentReference[]): Conversation {
  if (references.length === 0) return conversation;
  const typed = classify(conversation, new Set(references.map(({ place }) => place)));
  const { texts } = expandReferences(typed, references);
  return renderConversation(typed, { texts, removed: new Set() });
}
