// Turns pointers back into what they replaced.
import type { ContentReference } from "../../../contract/content-reference.js";
import { hasHash } from "../../../load/text-backend.js";

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

// Lines with the numbers that read tools print in front of them:
//
//   "    12→const a = 1;"     number 12, rest "→const a = 1;"

/** Behind a number; a bar may have a blank in front of it. */
const NUMBERED = /^( *)([0-9]{1,7})(?=[→\t:|]| \|)/;

interface NumberedLine {
  value: number;
  /** The blanks and digits before the delimiter. */
  spelled: string;
  /** From the delimiter on. */
  rest: string;
}

function readLine(text: string): NumberedLine | undefined {
  const [spelled, , digits] = NUMBERED.exec(text) ?? [];
  return spelled === undefined ? undefined : { value: Number(digits), spelled, rest: text.slice(spelled.length) };
}

/** The lines after `before`, as it numbers them, from lines with other numbers; undefined if one has no number. Linear. */
function renumber(before: string, sources: readonly string[]): string[] | undefined {
  const first = readLine(before);
  const lines = sources.map(readLine);
  if (first === undefined) return undefined;
  const { value, spelled } = first;
  const isPadded = spelled.length > 1 && /^[ 0]/.test(spelled);
  const spell = (number: number) =>
    String(number).padStart(isPadded ? spelled.length : 0, spelled.startsWith(" ") ? " " : "0");
  const renumbered = lines.flatMap((line, index) => (line === undefined ? [] : [spell(value + 1 + index) + line.rest]));
  return renumbered.length === sources.length ? renumbered : undefined;
}
