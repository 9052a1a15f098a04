// Turns pointers back into what they replaced.

import type { ContentReference } from "../../../contract/content-reference.js";
import { hasHash } from "../../../load/text-backend.js";
import { renumber } from "./numbered-lines.js";

/** A text with pointers, and what they stand for. */
export interface SentResult {
  /** The text as it was sent; undefined if the result was masked. */
  text: string | undefined;
  /** In the order of their pointers. @default the text has no pointers */
  references?: readonly ContentReference[] | undefined;
}

/**
 * The original text of each result that has references; undefined for the others, and where an original cannot be had:
 * its source is missing, or what is found there does not have the hash. Only references count; pointers in a text reveal
 * nothing. Linear in texts and originals.
 */
export function restoreRepeats(results: readonly SentResult[]): (string | undefined)[] {
  const split = new Map<number, string[]>();
  const linesOf = (index: number): string[] | undefined => {
    const known = split.get(index) ?? results[index]?.text?.split("\n");
    if (known !== undefined) split.set(index, known);
    return known;
  };
  return results.map(({ text, references = [] }, index) => {
    const [first] = references;
    if (text === undefined || first === undefined) return undefined;
    if (first.lines === undefined) return verified(results[first.source]?.text, first);
    return restoreLines(linesOf(index) ?? [], references, linesOf);
  });
}

type LinesOf = (index: number) => readonly string[] | undefined;

function restoreLines(sent: readonly string[], references: readonly ContentReference[], linesOf: LinesOf) {
  const restored: string[] = [];
  let next = 0;
  for (const reference of references) {
    const original = originalLines(reference, sent, linesOf);
    const at = reference.lines?.at ?? -1;
    if (original === undefined || at < next || at >= sent.length) return undefined;
    while (next < at) restored.push(sent[next++] ?? "");
    for (const line of original) restored.push(line);
    next++;
  }
  while (next < sent.length) restored.push(sent[next++] ?? "");
  return restored.join("\n");
}

function originalLines(reference: ContentReference, sent: readonly string[], linesOf: LinesOf): string[] | undefined {
  const { source, lines } = reference;
  if (lines === undefined) return undefined;
  const sources = linesOf(source)?.slice(lines.from, lines.from + lines.count) ?? [];
  const found = lines.isRenumbered ? renumber(sent[lines.at - 1] ?? "", sources) : sources;
  const isWhole = found?.length === lines.count && verified(found.join("\n"), reference) !== undefined;
  return isWhole ? found : undefined;
}

function verified(text: string | undefined, { hash }: ContentReference): string | undefined {
  return text !== undefined && hasHash(text, hash) ? text : undefined;
}
