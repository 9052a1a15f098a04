// Puts texts into copies of messages. A message that nothing changes is the same object.

import type { JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import { editConversation } from "../../conversation/edit.js";
import { type Conversation, reopen } from "../../conversation/open.js";
import type { TypedBlock } from "./block.js";
import { isSamePath, type Slot, type TypedConversation } from "./classify.js";

/** What a conversation is made into. */
export interface ConversationState {
  /** By slot: its text. */
  readonly texts: readonly string[];
  /** Blocks that are left out. */
  readonly removed: ReadonlySet<TypedBlock>;
}

/** The conversation as it came. */
export const asItCame = ({ slots }: TypedConversation): ConversationState => ({
  texts: slots.map(({ text }) => text),
  removed: new Set(),
});

/** The conversation with the state's texts. The given messages do not change. Linear. */
export function renderConversation({ conversation, slots }: TypedConversation, state: ConversationState): Conversation {
  const { removed } = state;
  const sources = new Set([...removed].map(({ source }) => source));
  const left = removed.size === 0 ? conversation : editConversation(conversation, { removed: sources }).conversation;
  const messages: JsonRecord[] = [...left.messages];
  const copies = new Set<unknown>();
  for (const group of groupsOf(slots)) {
    const [first] = group;
    if (first === undefined || group.every(({ index, text }) => state.texts[index] === text)) continue;
    const text = group.map(({ index }) => state.texts[index] ?? "").join("");
    const path = pathAfter(first, sources);
    setAt(messages, path, first.form === "object" ? JSON.parse(text) : text, copies);
  }
  return copies.size === 0 ? left : reopen(conversation, messages);
}

/** A slot's path once blocks in front of it in its list are left out. No message is left out with them. */
function pathAfter({ path, block }: Slot, removed: ReadonlySet<TypedBlock["source"]>): Path {
  const [message, key, at, ...rest] = path;
  if (removed.size === 0 || message === undefined || key === undefined || typeof at !== "number") return path;
  let before = 0;
  for (const { messageIndex, element } of removed) {
    const [list, index] = element ?? [];
    if (messageIndex === block.messageIndex && list === key && typeof index === "number" && index < at) before++;
  }
  return [message, key, at - before, ...rest];
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
