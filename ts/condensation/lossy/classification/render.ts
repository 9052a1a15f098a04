// Puts texts into copies of messages. A message that nothing changes is the same object.

import { Copies } from "../../../text/copies.js";
import type { JsonRecord } from "../../../text/json-value.js";
import type { Path } from "../../../wires/define-wire.js";
import { editConversation } from "../../conversation/edit.js";
import { type Conversation, reopen } from "../../conversation/open.js";
import type { Slot, TypedBlock } from "./block.js";
import { isSamePlace, pathOf, type TypedConversation } from "./classify.js";

export interface ConversationState {
  /** By slot: its text. */
  readonly texts: readonly string[];
  /** Blocks that are left out. */
  readonly removed: ReadonlySet<TypedBlock>;
}

export const asItCame = ({ slots }: TypedConversation): ConversationState => ({
  texts: slots.map(({ text }) => text),
  removed: new Set(),
});

/** The conversation with the state's texts. The given messages do not change. Linear. */
export function renderConversation({ conversation, slots }: TypedConversation, state: ConversationState): Conversation {
  const { removed } = state;
  const sources = new Set([...removed].map(({ source }) => source));
  const left = removed.size === 0 ? conversation : editConversation(conversation, { removed: sources }).conversation;
  const copies = new Copies(left.messages);
  let isSame = true;
  for (const group of changedGroups(slots, state)) {
    const [first] = group;
    if (first === undefined) continue;
    const text = group.map(({ index }) => state.texts[index] ?? "").join("");
    const path = pathAfter(first, sources);
    copies.set(path, first.form === "object" ? JSON.parse(text) : text);
    isSame = false;
  }
  return isSame ? left : reopen(conversation, copies.root as JsonRecord[]);
}

/** A slot's path once blocks in front of it in its list are left out. No message is left out with them. */
function pathAfter(slot: Slot, removed: ReadonlySet<TypedBlock["source"]>): Path {
  const path = pathOf(slot);
  const [message, key, at, ...rest] = path;
  if (removed.size === 0 || message === undefined || key === undefined || typeof at !== "number") return path;
  let before = 0;
  for (const { messageIndex, element } of removed) {
    const [list, index] = element ?? [];
    if (messageIndex === slot.block.messageIndex && list === key && typeof index === "number" && index < at) before++;
  }
  return [message, key, at - before, ...rest];
}

/** Slots that are one string, together, where one has another text. */
function* changedGroups(slots: readonly Slot[], { texts }: ConversationState): Generator<Slot[]> {
  const isAt = (at: number, first: Slot) => {
    const slot = slots[at];
    return slot !== undefined && isSamePlace(first, slot);
  };
  let from = 0;
  while (from < slots.length) {
    const first = slots[from];
    if (first === undefined) return;
    let [end, isChanged] = [from, false];
    for (; isAt(end, first); end++) isChanged ||= texts[end] !== slots[end]?.text;
    if (isChanged) yield slots.slice(from, end);
    from = end;
  }
}
