import type { Conversation } from "../../conversation/open.js";
import { placeOf, type TypedConversation } from "../../lossy/classification/classify.js";
import type { LosslessOutcome, SmallerForm } from "../phase.js";
import type { ContentReference } from "./content-reference.js";
import { ConversationSurroundings } from "./surroundings.js";
import { textHash, textKey } from "./text-key.js";

/**
 * References of everything that stands in the place of something else: of pointers, with the keys of their texts, then of smaller
 * forms, also of those that pointers lead to. Linear.
 *
 * @param conversation As it was written.
 * @param forms New ones, and those that the conversation had before.
 */
export function writtenReferences(
  { slots }: TypedConversation,
  conversation: Conversation,
  { state, references, sources, whole }: Pick<LosslessOutcome, "state" | "references" | "sources" | "whole">,
  { forms, earlier }: { forms: readonly SmallerForm[]; earlier: readonly ContentReference[] },
): ContentReference[] {
  const slotAt = new Map(slots.map((slot) => [placeOf(slot), slot]));
  const keyAt = (place: string): string => {
    const slot = slotAt.get(place);
    return slot === undefined ? "" : textKey(slot, state.texts[slot.index] ?? slot.text);
  };
  const surroundings = new ConversationSurroundings(conversation);
  const pointers = references.map((one) => ({
    ...{ ...one, textKey: keyAt(one.place), sourceKey: keyAt(one.source) },
    around: surroundings.of(slotAt.get(one.place)?.block.messageIndex ?? 0),
  }));
  const originals = new Map<number, { original: string; form: string }>();
  for (const { place, original } of earlier) {
    const slot = slotAt.get(place);
    if (slot !== undefined && original !== undefined)
      originals.set(slot.index, { original, form: whole[slot.index] ?? slot.text });
  }
  for (const { slot, original, form } of forms)
    originals.set(slot.index, { original: originals.get(slot.index)?.original ?? original, form });
  const smaller = [...originals]
    .sort(([one], [other]) => one - other)
    .flatMap(([index, { original, form }]) => {
      const slot = slots[index];
      const stands = state.texts[index] === form || sources.has(index);
      if (slot === undefined || !stands || (whole[index] ?? slot.text) !== form) return [];
      const place = placeOf(slot);
      const { toolName } = slot.block.call ?? {};
      return {
        ...{ type: "tool_result" as const, originalIndex: slot.block.messageIndex, hash: textHash(original) },
        ...(toolName === undefined ? {} : { operation: toolName }),
        ...{ place, source: place, textKey: textKey(slot, form), original },
        around: surroundings.of(slot.block.messageIndex),
      };
    });
  return [...pointers, ...smaller];
}
