// Changes to a conversation as data, and a way to apply them: to copies that share everything else.
//
//   texts of blocks ─▶ blocks left out ─▶ messages left out ─▶ new texts, as messages or in messages
import { applyEdits } from "../../masking/apply.js";
import type { JsonRecord } from "../../text/json-value.js";
import type { Path } from "../../wires/define-wire.js";
import type { ResultPlan } from "../../wires/transcript.js";
import type { Block } from "./block.js";
import { insertTexts, type TextInsertion } from "./insert.js";
import { type Conversation, reopen } from "./open.js";

/** What to change. Blocks are those of the conversation that is edited. */
export interface ConversationEdit {
  /** New texts of editable blocks; of a call, the JSON of its arguments. */
  texts?: ReadonlyMap<Block, string> | undefined;
  /** Blocks to leave out. A message that loses its last one goes with it. */
  removed?: ReadonlySet<Block> | undefined;
  /** 0-based indexes of messages to leave out. */
  dropped?: ReadonlySet<number> | undefined;
  /** New texts, in document order. */
  inserted?: readonly TextInsertion[] | undefined;
}

/** An edited conversation. */
export interface EditedConversation {
  conversation: Conversation;
  /** By the index of a message before: its index now; undefined where it is gone. */
  indexes: readonly (number | undefined)[];
}

/** Applies an edit. Messages that it does not touch are the same objects. Linear. */
export function editConversation(conversation: Conversation, edit: ConversationEdit): EditedConversation {
  const written = withoutBlocks(writeTexts(conversation, edit.texts), edit.removed);
  const kept = written.map((message, index) => (edit.dropped?.has(index) ? undefined : message));
  const { messages, indexes } = insertTexts(conversation, kept, edit.inserted ?? []);
  return { conversation: reopen(conversation, messages), indexes };
}

type Kept = (JsonRecord | undefined)[];

function writeTexts({ wire, messages }: Conversation, texts: ConversationEdit["texts"]): JsonRecord[] {
  if (texts === undefined || texts.size === 0) return [...messages];
  const plans: ResultPlan[] = [];
  const written = [...messages];
  const own = new Set<object>();
  for (const [block, text] of texts) {
    const { messageIndex, result, place } = block;
    if (!block.editable) throw new Error(`block ${block.blockIndex} of message ${messageIndex} must not change`);
    if (place !== undefined) {
      const value: unknown = place.form === "object" ? JSON.parse(text) : text;
      written[messageIndex] = withValue(written[messageIndex] ?? {}, place.path, value, own);
    } else if (result !== undefined) plans.push(planOf(result, text));
  }
  if (plans.length === 0) return written;
  const request = applyEdits(wire, { [wire.listKey]: written }, plans);
  return request[wire.listKey] as JsonRecord[];
}

const planOf = (result: ResultPlan["result"], replacement: string): ResultPlan => ({
  ...{ result, action: "mask", reason: "window", replacement },
  ...{ charsBefore: 0, charsAfter: replacement.length },
});

/** A copy of the message with one other value. Containers in `own` are copies already. */
function withValue(message: JsonRecord, path: Path, value: unknown, own: Set<object>): JsonRecord {
  const copyOf = (holder: unknown): object => {
    if (typeof holder !== "object" || holder === null) throw new Error("a path leads through a value");
    if (own.has(holder)) return holder;
    const copy = Array.isArray(holder) ? [...holder] : { ...holder };
    own.add(copy);
    return copy;
  };
  const root = copyOf(message) as JsonRecord;
  let holder: object = root;
  for (const key of path.slice(0, -1)) {
    const inner = copyOf(Reflect.get(holder, key));
    Reflect.set(holder, key, inner);
    holder = inner;
  }
  Reflect.set(holder, path.at(-1) ?? "", value);
  return root;
}

function withoutBlocks(messages: readonly JsonRecord[], removed: ConversationEdit["removed"]): Kept {
  const byMessage = new Map<number, Path[]>();
  for (const { messageIndex, blockIndex, element } of removed ?? []) {
    if (element === undefined) throw new Error(`block ${blockIndex} of message ${messageIndex} must stay`);
    byMessage.set(messageIndex, [...(byMessage.get(messageIndex) ?? []), element]);
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
