// A text as lines that can be compared with each other, with or without the numbers that read tools print before them:
//
//   "    12→const a = 1;"     number 12, key "→const a = 1;"
//   "const a = 1;"           no number, key "const a = 1;"

import { isPointerLine } from "./pointer.js";

/** Lines of one request that are compared, in document order. Later ones are neither repeats nor sources. */
export const MAX_LINES = 262_144;

/** The number before a line. */
export interface LineNumber {
  /** The number, of at most seven digits. */
  value: number;
  /** The spaces and digits before the delimiter. */
  spelled: string;
}

/** One line, without its line feed. */
export interface Line {
  text: string;
  number: LineNumber | undefined;
  /** The line from the delimiter on if it is numbered, else the whole line. */
  key: string;
  /** Whether it is one of our pointers, or looks like one. Such a line is no repeat and no source. */
  isPointer: boolean;
}

/** Reads one line. */
export function readLine(text: string): Line {
  const number = numberOf(text);
  const key = number === undefined ? text : text.slice(number.spelled.length);
  const shown = number === undefined ? text : key.replace(DELIMITER, "");
  return { text, number, key, isPointer: isPointerLine(shown) };
}

/**
 * The first lines of a text. A conversation has very many, so that only their places are in memory; each is cut out where it is
 * asked for.
 */
export class TextLines {
  readonly length: number;
  readonly #text: string;
  /** Where each line begins, and where the one behind the last would. */
  readonly #starts: Int32Array;
  /** Chars of each line's number, 0 without one. */
  readonly #spelled: Int32Array;
  readonly #pointers: Uint8Array;
  /** The number of each line's key: the same for the same key, in all texts that were read with the same function. */
  readonly keys: Int32Array;

  /**
   * Reads at most `limit` lines. Linear.
   *
   * @param numberOfKey Numbers keys.
   */
  constructor(text: string, limit: number, numberOfKey: (key: string) => number) {
    const starts = startsOf(text, limit);
    this.length = starts.length - 1;
    this.#text = text;
    this.#starts = starts;
    this.#spelled = new Int32Array(this.length);
    this.#pointers = new Uint8Array(this.length);
    this.keys = new Int32Array(this.length);
    for (let line = 0; line < this.length; line++) {
      const { number, key, isPointer } = readLine(this.text(line, 1));
      this.#spelled[line] = number?.spelled.length ?? 0;
      this.#pointers[line] = isPointer ? 1 : 0;
      this.keys[line] = numberOfKey(key);
    }
  }

  /** So many lines from one on, as one text. */
  text(from: number, count: number): string {
    return this.#text.slice(this.#starts[from], (this.#starts[from + count] ?? 0) - 1);
  }

  /** The text from a line on; undefined where no line is left. */
  rest(from: number): string | undefined {
    const start = this.#starts[from] ?? Number.POSITIVE_INFINITY;
    return start > this.#text.length ? undefined : this.#text.slice(start);
  }

  /** Whether a line is one of our pointers, or looks like one. */
  isPointer(line: number): boolean {
    return this.#pointers[line] === 1;
  }

  /** The spaces and digits in front of a line's delimiter; empty where it has no number. */
  spelled(line: number): string {
    const start = this.#starts[line] ?? 0;
    return this.#text.slice(start, start + (this.#spelled[line] ?? 0));
  }

  /** The number of a line. */
  number(line: number): LineNumber | undefined {
    const spelled = this.spelled(line);
    return spelled === "" ? undefined : { value: Number(spelled), spelled };
  }
}

function startsOf(text: string, limit: number): Int32Array {
  const starts = [0];
  while (starts.length <= limit) {
    const end = text.indexOf("\n", starts.at(-1));
    starts.push((end < 0 ? text.length : end) + 1);
    if (end < 0) break;
  }
  return Int32Array.from(starts);
}

const DELIMITER = /^(?:→|\t|:| ?\|)/;
const MAX_DIGITS = 7;

/** The number that a line begins with, if a delimiter of a read tool follows it. */
function numberOf(line: string): LineNumber | undefined {
  let from = 0;
  while (line[from] === " ") from++;
  let end = from;
  while (end - from <= MAX_DIGITS && isDigit(line.charCodeAt(end))) end++;
  if (end === from || end - from > MAX_DIGITS || !DELIMITER.test(line.slice(end, end + 2))) return undefined;
  return { value: Number(line.slice(from, end)), spelled: line.slice(0, end) };
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** How a numbered line pads its number. */
export interface NumberFormat {
  width: number;
  pad: " " | "0";
}

/** The padding of a spelled number; numbers without padding have width 0. */
export function formatOf({ spelled }: LineNumber): NumberFormat {
  if (spelled.startsWith(" ")) return { width: spelled.length, pad: " " };
  return { width: spelled.length > 1 && spelled.startsWith("0") ? spelled.length : 0, pad: "0" };
}

/** A number as a line of that format has it. */
export const spellNumber = (value: number, { width, pad }: NumberFormat): string => String(value).padStart(width, pad);

/** The number of the line at `from` if so many are numbered, each by one more than the one before; else undefined. */
export function firstOfAscending(lines: TextLines, from: number, count: number): number | undefined {
  const first = lines.number(from)?.value;
  if (first === undefined) return undefined;
  for (let line = 1; line < count; line++) if (lines.number(from + line)?.value !== first + line) return undefined;
  return first;
}
