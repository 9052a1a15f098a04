// Finds the texts that references speak of: in their places, and where messages moved by the hash of the text and its call.

import { addTo, groupedBy } from "../../../base/maps.js";
import type { Slot } from "../../lossy/classification/block.js";
import { placeOf, type TypedConversation } from "../../lossy/classification/classify.js";
import { type ContentReference, isForm, type Surroundings } from "./content-reference.js";
import { ConversationSurroundings } from "./surroundings.js";
import { textKey } from "./text-key.js";

/** Where the texts of a conversation are. Keys are made when they are asked for first. */
export class TextPlaces {
  readonly places: readonly string[];
  readonly #slots: readonly Slot[];
  readonly #texts: readonly string[];
  readonly #slotAt: ReadonlyMap<string, number>;
  readonly #keys: (string | undefined)[] = [];
  readonly around: ConversationSurroundings;
  #byKey: Map<string, number[]> | undefined;

  /** @param texts By slot. */
  constructor({ slots, conversation }: TypedConversation, texts: readonly string[]) {
    this.around = new ConversationSurroundings(conversation);
    this.#slots = slots;
    this.#texts = texts;
    this.places = slots.map(placeOf);
    this.#slotAt = new Map(this.places.map((place, index) => [place, index]));
  }

  /** The slot at a place, if its text has the key; else all slots whose text has it. Without a key the place alone counts. */
  find(place: string, key: string | undefined, around?: Surroundings): readonly number[] {
    const at = this.#slotAt.get(place);
    if (key === undefined) return at === undefined ? [] : [at];
    if (at !== undefined && this.#keyOf(at) === key) return [at];
    if (this.#byKey === undefined) {
      this.#byKey = new Map();
      for (const index of this.#slots.keys()) {
        const own = this.#keyOf(index);
        addTo(this.#byKey, own, index);
      }
    }
    const found = this.#byKey.get(key) ?? [];
    return around === undefined ? found : found.filter((index) => this.isAmong(index, around));
  }

  /** Whether a slot has these surroundings. */
  isAmong(index: number, around: Surroundings): boolean {
    return this.around.isIn(this.#messageOf(index), around);
  }

  aroundOf(index: number): Surroundings {
    return this.around.of(this.#messageOf(index));
  }

  #messageOf(index: number): number {
    return this.#slots[index]?.block.messageIndex ?? 0;
  }

  #keyOf(index: number): string {
    const slot = this.#slots[index];
    const known = this.#keys[index];
    if (known !== undefined || slot === undefined) return known ?? "";
    const key = textKey(slot, this.#texts[index] ?? slot.text);
    this.#keys[index] = key;
    return key;
  }
}

export interface PlacedReferences {
  slot: number;
  references: ContentReference[];
}

/** References where their texts are now, and those whose texts are not there. Several of one text stay together. Linear. */
export function placeReferences(
  places: TextPlaces,
  references: readonly ContentReference[],
): { placed: PlacedReferences[]; missing: ContentReference[] } {
  const placed: PlacedReferences[] = [];
  const missing: ContentReference[] = [];
  const taken = new Set<number>();
  for (const own of groupedBy(references, ({ place, textKey = "" }) => `${place} ${textKey}`).values()) {
    const [{ place, textKey: key, around } = { place: "" } as Partial<ContentReference>] = own;
    const slot = places.find(place ?? "", key, around).find((one) => !taken.has(one));
    const now = slot === undefined ? undefined : own.map((one) => moved(places, one, slot));
    if (slot === undefined || now === undefined || now.includes(undefined)) {
      missing.push(...own);
      continue;
    }
    taken.add(slot);
    placed.push({ slot, references: now.flatMap((one) => one ?? []) });
  }
  return { placed, missing };
}

/** A reference of a text that is in a slot now; undefined where the text with the original is nowhere. */
function moved(places: TextPlaces, reference: ContentReference, slot: number): ContentReference | undefined {
  const place = places.places[slot] ?? reference.place;
  const around = reference.textKey === undefined ? {} : { around: places.aroundOf(slot) };
  if (isForm(reference)) return { ...reference, ...around, place, source: place, originalIndex: messageOf(place) };
  const found = places.find(reference.source, reference.sourceKey);
  // Of equal texts any will do.
  const source = places.places[found.find((one) => one !== slot) ?? -1];
  return source === undefined
    ? undefined
    : { ...reference, ...around, place, source, originalIndex: messageOf(source) };
}

const messageOf = (place: string): number => Number(place.split("/")[1]);
