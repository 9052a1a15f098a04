// Changes to a conversation as data, and a way to apply them: to copies that share everything else.
//
//   blocks left out ─▶ messages left out ─▶ new texts, as messages or in messages

import { addTo } from "../../base/maps.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { Path } from "../../wires/define-wire.js";
import type { Block } from "./block.js";
import { insertTexts, type TextInsertion } from "./insert.js";
import { type Conversation, reopen } from "./open.js";

/** What to change. Blocks are those of the conversation that is edited. */
export interface ConversationEdit {
  /** Blocks to leave out. A message that loses its last one goes with it. */
  removed?: ReadonlySet<Block> | undefined;
  /** 0-based indexes of messages to leave out. */
  dropped?: ReadonlySet<number> | undefined;
  /** New texts, in document order. */
  inserted?: readonly TextInsertion[] | undefined;
}

export interface EditedConversation {
  conversation: Conversation;
  /** By the index of a message before: its index now; undefined where it is gone. */
  indexes: readonly (number | undefined)[];
}

/** Applies an edit. Messages that it does not touch are the same objects. Linear. */
export function editConversation(conversation: Conversation, edit: ConversationEdit): EditedConversation {
  const written = withoutBlocks(conversation.messages, edit.removed);
  const kept = written.map((message, index) => (edit.dropped?.has(index) ? undefined : message));
  const { messages, indexes } = insertTexts(conversation, kept, edit.inserted ?? []);
  return { conversation: reopen(conversation, messages), indexes };
}

type Kept = (JsonRecord | undefined)[];

function withoutBlocks(messages: readonly JsonRecord[], removed: ConversationEdit["removed"]): Kept {
  const byMessage = new Map<number, Path[]>();
  for (const { messageIndex, blockIndex, element } of removed ?? []) {
    if (element === undefined) throw new Error(`block ${blockIndex} of message ${messageIndex} must stay`);
    addTo(byMessage, messageIndex, element);
  }
  return messages.map((message, index) => {
    const elements = byMessage.get(index);
    return elements === undefined ? message : withoutElements(message, elements);
  });
}

/** Undefined if nothing is left of the message. */
function withoutElements(message: JsonRecord, elements: readonly Path[]): JsonRecord | undefined {
  if (elements.some((path) => path.length === 0)) return undefined;
  const copy = { ...message };
  const lists = new Set<string>();
  for (const [key, index] of elements) {
    if (typeof index === "number") lists.add(String(key));
    else delete copy[String(key)];
  }
  for (const key of lists) {
    const gone = new Set(elements.filter((path) => path[0] === key).map((path) => path[1]));
    const list = message[key];
    const left = Array.isArray(list) ? list.filter((_, index) => !gone.has(index)) : [];
    if (left.length > 0) copy[key] = left;
    else if (hasOther(copy, key)) delete copy[key];
    else return undefined;
  }
  return copy;
}

/** Whether a message has content beside a list: a text, or another list that is not empty. */
function hasOther(message: JsonRecord, key: string): boolean {
  return CONTENTS.some((name) => {
    const value = message[name];
    if (name === key) return false;
    return Array.isArray(value) || typeof value === "string"
      ? value.length > 0
      : typeof value === "object" && value !== null;
  });
}

/** Members that have content. */
const CONTENTS = ["content", "parts", "tool_calls", "function_call"] as const;
