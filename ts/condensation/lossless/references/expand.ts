// Puts back what pointers of a condensed conversation stand for. Only references count: a text that looks like a pointer
// reveals nothing.

import { hasHash } from "../../../text/content-hash.js";
import { pathOf, type TypedConversation } from "../../lossy/classification/classify.js";
import { type ContentReference, pointerTo } from "./content-reference.js";
import { restoreRepeats, type SentResult } from "./restore-repeats.js";

/** What the references of a conversation stand for. */
export interface Expansion {
  /** By slot: its text without pointers. */
  texts: string[];
  /** References whose original is not there, or does not have their hash. */
  missing: ContentReference[];
}

/**
 * The texts of a conversation with what its references stand for. Consolidated results come last, because the newest
 * result may itself have pointers. Linear in texts and originals.
 */
export function expandReferences(conversation: TypedConversation, references: readonly ContentReference[]): Expansion {
  const places = conversation.slots.map((slot) => pointerTo(pathOf(slot)));
  const slotAt = new Map(places.map((place, index) => [place, index]));
  const texts = conversation.slots.map(({ text }) => text);
  const missing: ContentReference[] = [];
  const repeats = groupByPlace(references.filter(({ consolidated }) => consolidated === undefined));
  const results = texts.map((text, index): SentResult => {
    const own = repeats.get(places[index] ?? "");
    return {
      text,
      references: own?.map((one) => ({ ...one, source: slotAt.get(one.source) ?? -1 })),
    };
  });
  for (const [index, text] of restoreRepeats(results).entries()) {
    const own = repeats.get(places[index] ?? "");
    if (text !== undefined) texts[index] = text;
    else if (own !== undefined) missing.push(...own);
  }
  for (const reference of references) {
    const at = slotAt.get(reference.place);
    if (reference.consolidated === undefined) {
      if (at === undefined) missing.push(reference);
      continue;
    }
    const source = texts[slotAt.get(reference.source) ?? -1];
    const text = at === undefined ? undefined : expandConsolidated(texts[at] ?? "", source, reference);
    if (at === undefined || text === undefined) missing.push(reference);
    else texts[at] = text;
  }
  return { texts, missing };
}

function groupByPlace(references: readonly ContentReference[]): Map<string, ContentReference[]> {
  const groups = new Map<string, ContentReference[]>();
  for (const reference of references) {
    const group = groups.get(reference.place);
    if (group === undefined) groups.set(reference.place, [reference]);
    else group.push(reference);
  }
  return groups;
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
