import { TamisError } from "../../../base/errors.js";
import { shownValue } from "../../../base/issues.js";
import { isRecord } from "../../../text/json-value.js";
import { type Conversation, openConversation } from "../../conversation/open.js";
import type { Slot } from "../../lossy/classification/block.js";
import { classify, type TypedConversation } from "../../lossy/classification/classify.js";
import { renderConversation } from "../../lossy/classification/render.js";
import type { ConversationContext } from "../../providers/base/context.js";
import type { ContentReference } from "./content-reference.js";
import { expandPointers, expandReferences } from "./expand.js";
import { withTypes } from "./known.js";
import { textKey } from "./text-key.js";

/** A conversation with what its references stand for. */
export interface ExpandedConversation {
  /** The messages; those without references are the same objects. */
  messages: readonly object[];
  /** References whose original is not in the conversation, or does not have their hash. What they wrote stays. */
  missing: readonly ContentReference[];
}

/**
 * Puts back what the references of a condensed conversation stand for, and what results in a smaller form were: byte for byte
 * what the account of the condensation calls lossless. Messages and references may have been JSON in between, and messages may
 * be in other places. Only references count: a text that looks like a pointer reveals nothing. Linear.
 *
 * @param context The condensed conversation.
 * @param references Those of its result.
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read, or references that are no list of objects.
 */
export function expandConversation(
  context: ConversationContext,
  references: readonly ContentReference[],
): ExpandedConversation {
  checkReferences("references", references);
  const conversation = openConversation(context);
  const { typed, texts, missing } = withTypes(classify(conversation), (one) => expandReferences(one, references));
  return { messages: rendered(typed, texts).messages, missing };
}

/**
 * Keys of a conversation's texts that may be a condensation's, as in {@link ContentReference.textKey}: for a store of yours that
 * keeps references by key, and gives them to a later process. Linear.
 *
 * @throws TamisError `OPTION_INVALID` for messages that cannot be read.
 */
export function referenceKeys(context: ConversationContext): string[] {
  const isWritten = ({ block: { type } }: Slot) => type === "TOOL_RESULT" || type === "USER_MESSAGE";
  const slots = classify(openConversation(context)).slots.filter(isWritten);
  return [...new Set(slots.map((slot) => textKey(slot, slot.text)))];
}

/** @throws TamisError `OPTION_INVALID` for references that are no list of objects */
function checkReferences(name: string, given: unknown): asserts given is readonly ContentReference[] {
  if (Array.isArray(given) && given.every(isRecord)) return;
  throw new TamisError("OPTION_INVALID", `${name}: expected those of a result, got ${shownValue(given)}`);
}

/** The references that a caller gives with a conversation. @throws TamisError `OPTION_INVALID` */
export function referencesOf({ references = [] }: ConversationContext): readonly ContentReference[] {
  checkReferences("context.references", references);
  return references;
}

const rendered = (typed: TypedConversation, texts: readonly string[]): Conversation =>
  renderConversation(typed, { texts, removed: new Set() });

/**
 * The conversation with what references stand for in the place of their pointers: for work that drops or inserts messages.
 * Smaller forms stay. Linear.
 */
export function withoutPointers(conversation: Conversation, references: readonly ContentReference[]): Conversation {
  if (references.length === 0) return conversation;
  const { typed, texts } = withTypes(classify(conversation), (one) => expandPointers(one, references));
  return rendered(typed, texts);
}
