// Dates, numbers, codes and ids: what an answer copies from a result and cannot work out again.
//
//   Flight HAT136 on 2024-05-20 costs $1,254.50, for mia_li_3668 and 2 bags        all but "2", "Flight" and "bags"

import { getOrInsert } from "../../base/maps.js";
import { codesOf, marksFor } from "../text-codes.js";

/** A run that may be one: a moment, a number with its separators, or letters and digits with dashes. */
const RUN =
  /(?<![A-Za-z0-9_])(?:\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?|\d+(?:[.,:/-]\d+)*(?![A-Za-z0-9_-])|[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*)/g;
const NUMBER = /^\d[\d.,:/T-]*$/;
const CODE = /^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*$/;
const LEAST_DIGITS = 2;
const LEAST_CODE_CHARS = 3;
const LEAST_ID_CHARS = 4;
/** Longer ones are data. */
const MOST_CHARS = 64;

/** The dates, codes, amounts and ids of a text, each once. */
export function valuesOf(text: string): Set<string> {
  return new Set((text.match(RUN) ?? []).filter(isValue));
}

function isValue(run: string): boolean {
  if (run.length > MOST_CHARS) return false;
  if (NUMBER.test(run)) return run.replace(/\D/g, "").length >= LEAST_DIGITS;
  if (CODE.test(run)) return run.length >= LEAST_CODE_CHARS;
  return run.length >= LEAST_ID_CHARS && /\d/.test(run) && /[A-Za-z]/.test(run);
}

/** Finds values that have numbers, with neither a letter, a digit nor `_` beside them. */
export class ValueFinder {
  /** By the number of its first letters and digits, then by its length. */
  readonly #byStart = new Map<number, Map<number, Map<string, number>>>();
  readonly #marks: Uint8Array;

  constructor(values: ReadonlyMap<string, number>) {
    this.#marks = marksFor(values.size);
    for (const [value, number] of values) {
      const start = startOf(value);
      this.#marks[(start ^ (start >>> 16)) & (this.#marks.length - 1)] = 1;
      const known = getOrInsert(this.#byStart, start, () => new Map<number, Map<string, number>>());
      const same = known.get(value.length) ?? new Map<string, number>();
      known.set(value.length, same.set(value, number));
    }
  }

  /** Adds the numbers of the values that stand in a text to `found`. */
  find(text: string, found: Set<number>): void {
    if (this.#byStart.size === 0) return;
    const marks = this.#marks;
    const mask = marks.length - 1;
    const codes = codesOf(text);
    const end = text.length;
    for (let at = 0; at < end; at++) {
      let code = codes[at] ?? 0;
      if (code > LAST_ASCII || WORD_CHARS[code] !== 1) continue;
      const from = at;
      let number = 0;
      do {
        number = (Math.imul(number, BASE) + code) | 0;
        code = codes[++at] ?? 0;
      } while (code <= LAST_ASCII && WORD_CHARS[code] === 1);
      if (marks[(number ^ (number >>> 16)) & mask] === 1) this.#look(text, from, number, found);
    }
  }

  #look(text: string, at: number, start: number, found: Set<number>): void {
    const lengths = this.#byStart.get(start);
    if (lengths === undefined || text.charCodeAt(at - 1) === UNDERSCORE) return;
    for (const [length, values] of lengths) {
      const after = text.charCodeAt(at + length);
      if (isWord(after) || after === UNDERSCORE) continue;
      const value = values.get(text.slice(at, at + length));
      if (value !== undefined) found.add(value);
    }
  }
}

const UNDERSCORE = 95;
const BASE = 31;
const LAST_ASCII = 127;
/** 1 for letters and digits. */
const WORD_CHARS = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
);

const isWord = (code: number): boolean => code <= LAST_ASCII && WORD_CHARS[code] === 1;

/** The number of the letters and digits that a value begins with. */
function startOf(value: string): number {
  let number = 0;
  for (let at = 0; at < value.length && isWord(value.charCodeAt(at)); at++)
    number = (Math.imul(number, BASE) + value.charCodeAt(at)) | 0;
  return number;
}
