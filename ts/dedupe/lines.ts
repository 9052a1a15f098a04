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
  const chars = numberChars(text, 0, text.length);
  const spelled = text.slice(0, chars);
  const number = chars === 0 ? undefined : { value: Number(spelled), spelled };
  return { text, number, key: text.slice(chars), isPointer: isPointerAt(text, 0, chars, text.length) };
}

/** Whether a line from `from` to `end`, whose number has `chars`, is a pointer. */
function isPointerAt(text: string, from: number, chars: number, end: number): boolean {
  const shown = from + chars + (chars === 0 ? 0 : delimiterChars(text, from + chars, end));
  return shown < end && isPointerLine(text, shown);
}

/**
 * The first lines of a text. A conversation has very many, so that only their places are in memory; each is cut out where it is
 * asked for.
 */
export class TextLines {
  readonly length: number;
  readonly #text: string;
  /**
   * Where each line begins, and where the one behind the last would; then of each line the chars of its number, 0 without one;
   * then of each the number of its key, from {@link POINTER} on for a pointer. An array of each would be as large as most texts.
   */
  readonly #all: Int32Array;

  /**
   * Reads at most `limit` lines. Linear.
   *
   * @param numberOfKey Numbers a key by its place in the text.
   */
  constructor(text: string, limit: number, numberOfKey: (text: string, from: number, end: number) => number) {
    const starts = startsOf(text, limit);
    const length = starts.length - 1;
    this.length = length;
    this.#text = text;
    this.#all = new Int32Array(3 * length + 1);
    this.#all.set(starts);
    for (let line = 0; line < length; line++) {
      const [from, end] = [this.#start(line), this.#start(line + 1) - 1];
      const chars = numberChars(text, from, end);
      this.#all[length + 1 + line] = chars;
      const key = numberOfKey(text, from + chars, end);
      this.#all[2 * length + 1 + line] = isPointerAt(text, from, chars, end) ? POINTER + key : key;
    }
  }

  #start(line: number): number {
    return line > this.length ? Number.POSITIVE_INFINITY : (this.#all[line] ?? Number.POSITIVE_INFINITY);
  }

  /** So many lines from one on, as one text. */
  text(from: number, count: number): string {
    return this.#text.slice(this.#start(from), this.#start(from + count) - 1);
  }

  /** The text from a line on; undefined where no line is left. */
  rest(from: number): string | undefined {
    const start = this.#start(from);
    return start > this.#text.length ? undefined : this.#text.slice(start);
  }

  /** Whether a line is one of our pointers, or looks like one. */
  isPointer(line: number): boolean {
    return line < this.length && (this.#all[2 * this.length + 1 + line] ?? 0) >= POINTER;
  }

  /** The number of a line's key: the same for the same key, in all texts that were read with the same function. */
  key(line: number): number {
    return (this.#all[2 * this.length + 1 + line] ?? 0) & (POINTER - 1);
  }

  /** Chars of the spaces and digits in front of a line's delimiter; 0 where it has no number. */
  #spelledChars(line: number): number {
    return line < this.length ? (this.#all[this.length + 1 + line] ?? 0) : 0;
  }

  /** These spaces and digits. */
  spelled(line: number): string {
    const start = this.#start(line);
    return this.#text.slice(start, start + this.#spelledChars(line));
  }

  /** Whether a line is the same as one of another text that was read with the same function. */
  isSame(line: number, other: TextLines, otherLine: number): boolean {
    const chars = this.#spelledChars(line);
    if (this.key(line) !== other.key(otherLine) || chars !== other.#spelledChars(otherLine)) return false;
    return chars === 0 || this.spelled(line) === other.spelled(otherLine);
  }

  /** The number of a line. */
  number(line: number): LineNumber | undefined {
    const spelled = this.spelled(line);
    return spelled === "" ? undefined : { value: Number(spelled), spelled };
  }
}

/** Added to the key's number of a line that is a pointer. There are at most {@link MAX_LINES} keys. */
const POINTER = 2 ** 30;

function startsOf(text: string, limit: number): number[] {
  const starts = [0];
  while (starts.length <= limit) {
    const end = text.indexOf("\n", starts.at(-1));
    starts.push((end < 0 ? text.length : end) + 1);
    if (end < 0) break;
  }
  return starts;
}

const [SPACE, TAB, COLON, BAR, ARROW] = [0x20, 0x09, 0x3a, 0x7c, 0x2192];
const MAX_DIGITS = 7;

/** Chars of the number that a line from `from` to `end` begins with, if a delimiter of a read tool follows it; else 0. */
function numberChars(text: string, from: number, end: number): number {
  let first = from;
  while (first < end && text.charCodeAt(first) === SPACE) first++;
  let at = first;
  while (at < end && at - first <= MAX_DIGITS && isDigit(text.charCodeAt(at))) at++;
  if (at === first || at - first > MAX_DIGITS || delimiterChars(text, at, end) === 0) return 0;
  return at - from;
}

/** Chars of the delimiter of a read tool at `at`, behind a number: an arrow, a tab, a colon, or a bar, also behind a space. */
function delimiterChars(text: string, at: number, end: number): number {
  const code = at < end ? text.charCodeAt(at) : 0;
  if (code === ARROW || code === TAB || code === COLON || code === BAR) return 1;
  return code === SPACE && at + 1 < end && text.charCodeAt(at + 1) === BAR ? 2 : 0;
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
