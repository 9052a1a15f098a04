// Puts back what was written in the place of results: first what pointers stand for, then what smaller forms were. Only
// references count: a text that looks like a pointer reveals nothing.

import { hasHash } from "../../../load/text-backend.js";
import type { TypedConversation } from "../../lossy/classification/classify.js";
import { type ContentReference, isForm } from "./content-reference.js";
import { type PlacedReferences, placeReferences, TextPlaces } from "./locate.js";
import { restoreRepeats, type SentResult } from "./restore-repeats.js";
import { textHash } from "./text-key.js";

/** What the references of a conversation stand for. */
export interface Expansion {
  /** By slot: its text without pointers, and, where forms were asked for, as it came. */
  texts: string[];
  /** The references that count, with where their texts are now, in document order. */
  references: ContentReference[];
  /** References whose text or original is not there, or does not have their hash. */
  missing: ContentReference[];
}

/**
 * The texts of a conversation with what its pointers stand for. Consolidated results come last, because the newest
 * result may itself have pointers. Linear in texts and originals.
 */
export function expandPointers(conversation: TypedConversation, references: readonly ContentReference[]): Expansion {
  const sent = conversation.slots.map(({ text }) => text);
  const pointers = references.filter((one) => !isForm(one));
  if (pointers.length === 0) return { texts: sent, references: [], missing: [] };
  const places = new TextPlaces(conversation, sent);
  const { placed, missing } = placeReferences(places, pointers);
  const texts = [...sent];
  const whole: PlacedReferences[] = [];
  const slotAt = new Map(places.places.map((place, index) => [place, index]));
  const repeats = new Map(placed.filter((one) => !isConsolidated(one)).map((one) => [one.slot, one]));
  const results = sent.map((text, index): SentResult => {
    const own = repeats.get(index)?.references;
    return { text, references: own?.map((one) => ({ ...one, source: slotAt.get(one.source) ?? -1 })) };
  });
  for (const [index, text] of restoreRepeats(results).entries()) {
    const own = repeats.get(index);
    if (own !== undefined) whole.push(...put(texts, own, text, missing));
  }
  for (const own of placed.filter(isConsolidated)) {
    const [reference] = own.references;
    if (reference === undefined) continue;
    const source = texts[slotAt.get(reference.source) ?? -1];
    whole.push(...put(texts, own, expandConsolidated(sent[own.slot] ?? "", source, reference), missing));
  }
  whole.sort((one, other) => one.slot - other.slot);
  return { texts, references: whole.flatMap((one) => one.references), missing };
}

/** The texts of a conversation as they came, as far as its references say. Linear in texts and originals. */
export function expandReferences(conversation: TypedConversation, references: readonly ContentReference[]): Expansion {
  const pointers = expandPointers(conversation, references);
  const forms = references.filter(isForm);
  if (forms.length === 0) return pointers;
  const found = placeReferences(new TextPlaces(conversation, pointers.texts), forms);
  const missing = [...pointers.missing, ...found.missing];
  const texts = [...pointers.texts];
  const whole = found.placed.flatMap((own) => {
    const [{ original, hash } = { hash: "" }] = own.references;
    const isSame = typeof original === "string" && textHash(original) === hash;
    return put(texts, own, isSame ? original : undefined, missing);
  });
  return { texts, missing, references: [...pointers.references, ...whole.flatMap((one) => one.references)] };
}

const isConsolidated = ({ references }: PlacedReferences): boolean =>
  references.some(({ consolidated }) => consolidated !== undefined);

function put(
  texts: string[],
  own: PlacedReferences,
  text: string | undefined,
  missing: ContentReference[],
): PlacedReferences[] {
  if (text === undefined) {
    missing.push(...own.references);
    return [];
  }
  texts[own.slot] = text;
  return [own];
}

function expandConsolidated(
  sent: string,
  source: string | undefined,
  { consolidated, hash }: ContentReference,
): string | undefined {
  if (source === undefined || consolidated === undefined) return undefined;
  const lines = source.split("\n");
  let text: string;
  if ("runs" in consolidated) {
    text = consolidated.runs.flatMap(([from, count]) => lines.slice(from, from + count)).join("\n");
  } else {
    const own = sent.split("\n").slice(1);
    for (const [at, line] of consolidated.differing.entries()) lines[line] = own[at] ?? "";
    text = lines.join("\n");
  }
  return hasHash(text, hash) ? text : undefined;
}
