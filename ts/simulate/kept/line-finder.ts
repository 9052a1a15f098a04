// Finds given lines anywhere in texts, in one pass over each text, however many lines there are.
//
//   const value = readAll(path);      a number for the 11 chars up to each place: shifted by 3 bits a char, so that the 12th
//   ^^^^^^^^^^^                         has left its 32 bits; the lines that begin with such chars are compared

import { getOrInsert } from "../../base/maps.js";
import { codesOf, marksFor } from "../text-codes.js";

/** Lines with fewer chars, without blanks around, are not looked for. */
export const LEAST_LINE_CHARS = 12;

const [SHIFT, WINDOW, SPREAD] = [3, 11, 0x9e3779b1];

interface Lines {
  readonly length: number;
  /** A bit for each {@link endOf} that one of them has. */
  ends: number;
  readonly numbers: Map<string, number>;
}

/** From 0 to 31: tells the ends of most lines apart. */
const endOf = (codes: Uint16Array, end: number): number =>
  ((codes[end - 1] ?? 0) ^ ((codes[end - 2] ?? 0) << 1) ^ ((codes[end - 4] ?? 0) << 2)) & 31;

export class LineFinder {
  readonly #byStart = new Map<number, Lines[]>();
  readonly #marks: Uint8Array;
  /** By how much a number is shifted to its mark: the high bits tell of all chars. */
  readonly #shift: number;

  /** @param lines Each with {@link LEAST_LINE_CHARS} chars or more, by number. */
  constructor(lines: ReadonlyMap<string, number>) {
    this.#marks = marksFor(lines.size);
    this.#shift = 32 - Math.log2(this.#marks.length);
    for (const [line, number] of lines) {
      const codes = codesOf(line);
      const { length } = line;
      let start = 0;
      for (let at = 0; at < WINDOW; at++) start = ((start << SHIFT) + Math.imul(codes[at] ?? 0, SPREAD)) | 0;
      const known = getOrInsert(this.#byStart, start, () => []);
      const same = known.find((one) => one.length === length) ?? { length, ends: 0, numbers: new Map() };
      if (same.numbers.size === 0) known.push(same);
      same.numbers.set(line, number);
      same.ends |= 1 << endOf(codes, length);
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
      if (marks[number >>> shift] === 1) this.#look(text, codes, at - WINDOW + 1, number, found);
    }
  }

  #look(text: string, codes: Uint16Array, at: number, start: number, found: Set<number>): void {
    if (at < 0) return;
    for (const { length, ends, numbers } of this.#byStart.get(start) ?? []) {
      if (((ends >>> endOf(codes, at + length)) & 1) === 0) continue;
      const line = numbers.get(text.slice(at, at + length));
      if (line !== undefined) found.add(line);
    }
  }
}

/** The lines of a text that are looked for: without blanks around, and none twice. */
export function linesOf(text: string): Set<string> {
  const lines = text.split("\n").map((line) => line.trim());
  return new Set(lines.filter((line) => line.length >= LEAST_LINE_CHARS));
}
