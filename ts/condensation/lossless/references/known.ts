// What this process knows of messages that a condensation wrote: which pointers they have, and how results read before they
// were written in a smaller form. By the messages themselves, so that it goes with them, and follows them into other lists.
import type { Slot } from "../../lossy/classification/block.js";
import { type ContentReference, pointerTo } from "./content-reference.js";

/** A result that was written in a smaller form. */
export interface SmallerForm {
  slot: Slot;
  /** The text as it came. */
  original: string;
  /** The text as it was written. */
  form: string;
}

interface KnownForm {
  /** JSON Pointer from the message. */
  place: string;
  /** As it stands in the message. */
  form: string;
  original: string;
}

interface KnownPointer {
  reference: ContentReference;
  /** The message with the original. */
  source: object;
}

const forms = new WeakMap<object, readonly KnownForm[]>();
const pointers = new WeakMap<object, readonly KnownPointer[]>();

/** The index of a pointer's message, and the rest of the pointer. */
function split(place: string): { index: number; rest: string } {
  const [, index = "", rest = ""] = /^\/(\d+)(.*)$/s.exec(place) ?? [];
  return { index: Number(index), rest };
}

/** Remembers what a condensation wrote into messages, none of which it moved. Linear. */
export function remember(
  before: readonly object[],
  after: readonly object[],
  { references, written }: { references: readonly ContentReference[]; written: readonly SmallerForm[] },
): void {
  const own = new Map<object, KnownForm[]>();
  for (const [index, message] of after.entries()) {
    const earlier = forms.get(before[index] ?? message);
    if (message !== before[index] && earlier !== undefined) own.set(message, [...earlier]);
  }
  for (const { slot, original, form } of written) {
    const message = after[slot.block.messageIndex];
    if (message === undefined) continue;
    const known = { place: pointerTo(slot.inMessage), form, original };
    own.set(message, [...(own.get(message) ?? []), known]);
  }
  for (const [message, list] of own) forms.set(message, list);
  const placed = new Map<object, KnownPointer[]>();
  for (const reference of references) {
    const [message, source] = [after[split(reference.place).index], after[split(reference.source).index]];
    if (message === undefined || source === undefined) continue;
    placed.set(message, [...(placed.get(message) ?? []), { reference, source }]);
  }
  for (const [message, list] of placed) pointers.set(message, list);
}

/** The references of pointers that messages have since an earlier condensation, by where they are now. Linear. */
export function knownReferences(messages: readonly object[]): ContentReference[] {
  if (!messages.some((message) => pointers.has(message))) return [];
  const indexes = new Map(messages.map((message, index) => [message, index]));
  return messages.flatMap((message, index) =>
    (pointers.get(message) ?? []).flatMap(({ reference, source }): ContentReference[] => {
      const from = indexes.get(source);
      if (from === undefined) return [];
      const place = `/${index}${split(reference.place).rest}`;
      return [{ ...reference, place, source: `/${from}${split(reference.source).rest}`, originalIndex: from }];
    }),
  );
}

/** A text as it came, where it is the smaller form of one in its message; undefined where nothing is known of it. */
export function originalOf(message: object | undefined, slot: Slot, text: string): string | undefined {
  const known = message === undefined ? undefined : forms.get(message);
  if (known === undefined) return undefined;
  const place = pointerTo(slot.inMessage);
  return known.find((one) => one.place === place && one.form === text)?.original;
}
