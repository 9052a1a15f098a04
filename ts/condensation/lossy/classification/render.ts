// Puts texts into copies of messages. A message that nothing changes is the same object.
import { isRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import type { Block } from "./block.js";
import type { Conversation, Slot } from "./conversation.js";

/** What a conversation is made into. */
export interface ConversationState {
  /** By slot: its text. */
  readonly texts: readonly string[];
  /** Blocks that are left out. */
  readonly removed: ReadonlySet<Block>;
}

/** The conversation as it came. */
export const asItCame = ({ slots }: Conversation): ConversationState => ({
  texts: slots.map(({ text }) => text),
  removed: new Set(),
});

/** The messages with the state's texts. The given messages do not change. Linear. */
export function renderConversation(conversation: Conversation, state: ConversationState): unknown[] {
  const messages = [...conversation.messages];
  const copies = new Set<unknown>();
  for (const group of groupsOf(conversation.slots)) {
    const [first] = group;
    if (first === undefined || group.every(({ index, text }) => state.texts[index] === text)) continue;
    const text = group.map(({ index }) => state.texts[index] ?? "").join("");
    setAt(messages, first.path, first.form === "object" ? JSON.parse(text) : text, copies);
  }
  removeBlocks(messages, state.removed, copies);
  return messages;
}

/** Slots that are one string, together. */
function groupsOf(slots: readonly Slot[]): Slot[][] {
  const groups: Slot[][] = [];
  for (const slot of slots) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && isSamePath(last[0].path, slot.path)) last.push(slot);
    else groups.push([slot]);
  }
  return groups;
}

const isSamePath = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

function setAt(root: unknown[], path: Path, value: unknown, copies: Set<unknown>): void {
  const key = path.at(-1);
  if (key !== undefined) Reflect.set(openAt(root, path.slice(0, -1), copies), key, value);
}

function openAt(root: unknown[], path: Path, copies: Set<unknown>): object {
  let holder: object = root;
  for (const key of path) {
    const value: unknown = Reflect.get(holder, key);
    if (typeof value !== "object" || value === null) throw new Error(`no value at /${path.join("/")}`);
    const own = copies.has(value) ? value : Array.isArray(value) ? [...value] : { ...value };
    copies.add(own);
    Reflect.set(holder, key, own);
    holder = own;
  }
  return holder;
}

function removeBlocks(messages: unknown[], removed: ReadonlySet<Block>, copies: Set<unknown>): void {
  const byMessage = new Map<number, Set<number>>();
  for (const { messageIndex, blockIndex } of removed) {
    byMessage.set(messageIndex, (byMessage.get(messageIndex) ?? new Set()).add(blockIndex));
  }
  for (const [messageIndex, indexes] of byMessage) {
    const message = messages[messageIndex];
    const key = isRecord(message) ? ["content", "parts"].find((one) => Array.isArray(message[one])) : undefined;
    if (!isRecord(message) || key === undefined) continue;
    const list = message[key] as unknown[];
    const own = openAt(messages, [messageIndex], copies);
    Reflect.set(
      own,
      key,
      list.filter((_, index) => !indexes.has(index)),
    );
  }
}
