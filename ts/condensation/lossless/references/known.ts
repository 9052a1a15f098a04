// What this process knows of texts that condensations wrote: which pointers are in them, and how they read as they came. By the
// text and the call that it answers, so that it holds for messages that were JSON in between, in any list and any place.
import { isDeepStrictEqual } from "node:util";
import { getOrInsert } from "../../../base/maps.js";
import type { Conversation } from "../../conversation/open.js";
import { classify, type TypedConversation } from "../../lossy/classification/classify.js";
import { type ContentReference, isForm } from "./content-reference.js";
import { expandPointers, expandReferences } from "./expand.js";
import { TextPlaces } from "./locate.js";
import { lengthOfKey, textKey } from "./text-key.js";

/** Chars of originals that are kept; the texts learned longest ago go first. */
const MAX_CHARS = 32 * 1024 * 1024;
/** Chars that a reference counts for beside its original. */
const REFERENCE_CHARS = 500;
/** Equal texts in other surroundings that are kept. */
const MOST_GROUPS = 16;

/** References by the key of the text that they are of. */
class ReferenceBook {
  readonly #known = new Map<string, { groups: readonly (readonly ContentReference[])[]; chars: number }>();
  /** How many keys are of texts of a length: other texts need no key. */
  readonly #lengths = new Map<number, number>();
  #chars = 0;

  learn(references: readonly ContentReference[]): void {
    for (const [key, own] of byKey(references)) {
      const isNew = (group: readonly ContentReference[]) => own.every(([one]) => !isAlike(one, group[0]));
      const groups = [...own, ...(this.#known.get(key)?.groups.filter(isNew) ?? [])].slice(0, MOST_GROUPS);
      this.#forget(key);
      const chars = groups.flat().reduce((sum, { original = "" }) => sum + original.length + REFERENCE_CHARS, 0);
      this.#known.set(key, { groups, chars });
      this.#chars += chars;
      this.#count(lengthOfKey(key), 1);
    }
    for (const oldest of this.#known.keys()) {
      if (this.#chars <= MAX_CHARS) break;
      this.#forget(oldest);
    }
  }

  /** References of the texts in the slots, as if they were of these. */
  recall(conversation: TypedConversation, texts: readonly string[]): ContentReference[] {
    if (this.#known.size === 0) return [];
    const texted = new TextPlaces(conversation, texts);
    const { places } = texted;
    return conversation.slots.flatMap((slot, index) => {
      const text = texts[index] ?? slot.text;
      if (!this.#lengths.has(text.length)) return [];
      const place = places[index] ?? "";
      const groups = this.#known.get(textKey(slot, text))?.groups ?? [];
      const own = groups.find(([one]) => one?.around === undefined || texted.isAmong(index, one.around)) ?? [];
      return own.map((one) => ({ ...one, place }));
    });
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#chars -= known.chars;
    this.#count(lengthOfKey(key), -1);
  }

  #count(length: number, by: number): void {
    const count = (this.#lengths.get(length) ?? 0) + by;
    if (count === 0) this.#lengths.delete(length);
    else this.#lengths.set(length, count);
  }
}

const book = new ReferenceBook();

/** Whether two references are of the same text in the same surroundings. */
const isAlike = (one: ContentReference | undefined, other: ContentReference | undefined): boolean =>
  isDeepStrictEqual(one?.around, other?.around);

/** By the key of their text: the references of each text that has it. */
function byKey(references: readonly ContentReference[]): Map<string, ContentReference[][]> {
  const texts = new Map<string, ContentReference[][]>();
  for (const reference of references) {
    const { textKey: key, place } = reference;
    if (key === undefined) continue;
    const groups = getOrInsert(texts, key, () => []);
    const group = groups.find(([one]) => one?.place === place);
    if (group === undefined || isForm(reference)) groups.push([reference]);
    else group.push(reference);
  }
  return texts;
}

/** Remembers what references say of texts. Linear. */
export const learnReferences = (references: readonly ContentReference[]): void => book.learn(references);

/** A conversation with the references of its texts, with where these are now. */
export interface KnownConversation {
  typed: TypedConversation;
  references: ContentReference[];
}

/**
 * The references of texts that earlier condensations wrote: those that are given, and those that this process remembers. Only
 * what leads to its original counts. Linear.
 */
export const knownReferences = (
  conversation: Conversation,
  given: readonly ContentReference[] = [],
): KnownConversation => readReferences(conversation, given, (...texts) => book.recall(...texts));

/** As {@link knownReferences}, of those that are given alone. */
export function readReferences(
  conversation: Conversation,
  given: readonly ContentReference[],
  recall: ReferenceBook["recall"] = () => [],
): KnownConversation {
  const found = withTypes(classify(conversation), (typed) => {
    const sent = typed.slots.map(({ text }) => text);
    const pointers = merged(given, recall(typed, sent)).filter((one) => !isForm(one));
    return expandPointers(typed, pointers);
  });
  const forms = merged(given, recall(found.typed, found.texts)).filter(isForm);
  if (forms.length === 0) return found;
  const { references } = expandReferences(found.typed, [...found.references, ...forms]);
  return { typed: found.typed, references };
}

/**
 * The references of smaller forms that are left where messages were dropped and others inserted. Linear.
 *
 * @param indexes By the index of a message before: its index now; undefined where it is gone.
 */
export function formsLeft(
  conversation: Conversation,
  references: readonly ContentReference[],
  indexes: readonly (number | undefined)[],
): ContentReference[] {
  const moved = references.filter(isForm).flatMap((one): ContentReference[] => {
    const [, message, ...rest] = one.place.split("/");
    const now = indexes[Number(message)];
    return now === undefined ? [] : [{ ...one, place: ["", now, ...rest].join("/") }];
  });
  return readReferences(conversation, moved).references;
}

/** What is remembered of texts of which nothing is given. */
function merged(given: readonly ContentReference[], recalled: readonly ContentReference[]): ContentReference[] {
  const known = new Set(given.map(({ textKey: key }) => key));
  return [...given, ...recalled.filter(({ textKey: key }) => !known.has(key))];
}

/** What was found, read again where pointers are in the user's own text: they are no words of the user's. */
export function withTypes<Found extends { references: readonly ContentReference[] }>(
  typed: TypedConversation,
  find: (typed: TypedConversation) => Found,
): Found & { typed: TypedConversation } {
  const found = find(typed);
  const pointing = new Set(found.references.filter((one) => !isForm(one)).map(({ place }) => place));
  const { places } = new TextPlaces(typed, []);
  const isSaid = typed.slots.some(
    ({ block }, index) => block.type === "USER_MESSAGE" && pointing.has(places[index] ?? ""),
  );
  if (!isSaid) return { ...found, typed };
  const again = classify(typed.conversation, pointing);
  return { ...find(again), typed: again };
}
