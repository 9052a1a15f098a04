// Takes the blanks in front of line numbers, as `cat -n` prints them, or most of the numbers. The native twin, which
// shows an example, is `crates/core/src/arrival/line_numbers.rs`.

import { isWellFormed } from "../text/surrogates.js";
import { isShorter, linesOf, withoutFeed } from "./text-lines.js";

/** What goes: the blanks in front of numbers, or also the numbers except the first and each tenth. */
export type LineNumbers = "padding" | "tenth";

/**
 * The text with its line numbers shortened. An arrow or a tab is behind each number; the numbers ascend by one from the
 * first line to the last, aligned to the right. A note may follow, behind a blank line and without such numbers.
 * Undefined if the text is not numbered so, nothing can go, or it is not well formed. Linear.
 */
export function shortenLineNumbers(text: string, mode: LineNumbers): string | undefined {
  if (!PREFIX.test(text) || !isWellFormed(text)) return undefined;
  const lines = linesOf(text);
  const prefixes = prefixesOf(lines);
  if (prefixes === undefined) return undefined;
  const out = lines.map((line, at) => {
    const prefix = prefixes[at];
    if (prefix === undefined) return line;
    const keepsNumber = mode === "padding" || isTenth(prefix, prefixes);
    return line.slice(keepsNumber ? prefix.blanks : prefix.length);
  });
  const shorter = out.join("");
  // A file may have numbers of its own, which would look like those of the result; then only the blanks go.
  if (mode === "tenth" && losesNumbers(prefixesOf(linesOf(shorter)))) return shortenLineNumbers(text, "padding");
  return isShorter(shorter, text) ? shorter : undefined;
}

/** The number at the beginning of a line, and what is around it. */
interface Prefix {
  blanks: number;
  digits: number;
  number: number;
  separator: string;
  /** Of all of it. */
  length: number;
}

/** At most 15 digits, so that a number holds them. */
const PREFIX = /^( *)([1-9][0-9]{0,14})(→|\t)/;

function prefixOf(line: string): Prefix | undefined {
  const [all, blanks, digits, separator] = PREFIX.exec(line) ?? [];
  if (all === undefined || blanks === undefined || digits === undefined || separator === undefined) return undefined;
  return { blanks: blanks.length, digits: digits.length, number: Number(digits), separator, length: all.length };
}

/** Prefixes of the numbered lines; undefined if numbers do not ascend so, or another text than a note follows. */
function prefixesOf(lines: readonly string[]): Prefix[] | undefined {
  const found = lines.map(prefixOf);
  const first = found[0];
  if (first === undefined) return undefined;
  const ends = found.findIndex((prefix, at) => prefix === undefined || !follows(prefix, first, at));
  if (ends < 0) return found.filter((prefix) => prefix !== undefined);
  const isNote = /^\r?$/.test(withoutFeed(lines[ends] ?? ""));
  if (!isNote || found.slice(ends).some((prefix) => prefix?.separator === first.separator)) return undefined;
  return found.slice(0, ends).filter((prefix) => prefix !== undefined);
}

function follows(prefix: Prefix, first: Prefix, count: number): boolean {
  const width = first.blanks + first.digits;
  const isAligned = prefix.blanks === 0 ? prefix.digits >= width : prefix.blanks + prefix.digits === width;
  return prefix.number === first.number + count && prefix.separator === first.separator && isAligned;
}

/** Whether a number stays where only each tenth does. */
const isTenth = ({ number }: Prefix, prefixes: readonly Prefix[]): boolean =>
  number === prefixes[0]?.number || number % 10 === 0;

const losesNumbers = (prefixes: readonly Prefix[] = []): boolean =>
  prefixes.some((prefix) => !isTenth(prefix, prefixes));
