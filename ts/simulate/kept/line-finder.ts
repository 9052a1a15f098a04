// Finds given lines anywhere in texts, in one pass over each text, however many lines there are.
//
//   const value = readAll(path);      a number for the 11 chars up to each place: shifted by 3 bits a char, so that the 12th
//   ^^^^^^^^^^^                         has left its 32 bits; the lines that begin with such chars are compared
import { codesOf, marksFor } from "../text-codes.js";

/** Lines with fewer chars, without blanks around, are not looked for. */
export const LEAST_LINE_CHARS = 12;

const [SHIFT, WINDOW, SPREAD] = [3, 11, 0x9e3779b1];

/** Lines of one beginning, by their length. */
type Lines = Map<number, Map<string, number>>;

/** Finds lines that have numbers. */
export class LineFinder {
  readonly #byStart = new Map<number, Lines>();
  readonly #marks: Uint8Array;
  /** By how much a number is shifted to its mark: the high bits tell of all chars. */
  readonly #shift: number;

  /** @param lines Each with {@link LEAST_LINE_CHARS} chars or more, by number. */
  constructor(lines: ReadonlyMap<string, number>) {
    this.#marks = marksFor(lines.size);
    this.#shift = 32 - Math.log2(this.#marks.length);
    for (const [line, number] of lines) {
      let start = 0;
      for (let at = 0; at < WINDOW; at++) start = ((start << SHIFT) + Math.imul(line.charCodeAt(at), SPREAD)) | 0;
      const known = this.#byStart.get(start) ?? new Map<number, Map<string, number>>();
      this.#byStart.set(start, known);
      const same = known.get(line.length) ?? new Map<string, number>();
      known.set(line.length, same.set(line, number));
      this.#marks[start >>> this.#shift] = 1;
    }
  }

  /** Adds the numbers of the lines that stand in a text to `found`. */
  find(text: string, found: Set<number>): void {
    if (this.#byStart.size === 0) return;
    const [marks, shift] = [this.#marks, this.#shift];
    const codes = codesOf(text);
    const end = text.length;
    let number = 0;
    for (let at = 0; at < end; at++) {
      number = ((number << SHIFT) + Math.imul(codes[at] ?? 0, SPREAD)) | 0;
      if (marks[number >>> shift] === 1) this.#look(text, at - WINDOW + 1, number, found);
    }
  }

  #look(text: string, at: number, start: number, found: Set<number>): void {
    const known = this.#byStart.get(start);
    if (known === undefined || at < 0) return;
    for (const [length, lines] of known) {
      const line = lines.get(text.slice(at, at + length));
      if (line !== undefined) found.add(line);
    }
  }
}

/** The lines of a text that are looked for: without blanks around, and none twice. */
export function linesOf(text: string): Set<string> {
  const lines = text.split("\n").map((line) => line.trim());
  return new Set(lines.filter((line) => line.length >= LEAST_LINE_CHARS));
}
