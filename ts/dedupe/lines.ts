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

/** The first lines of a text, at most `limit`. Linear. */
export function readLines(text: string, limit: number): Line[] {
  return text.split("\n", limit).map(readLine);
}

function readLine(text: string): Line {
  const number = numberOf(text);
  const key = number === undefined ? text : text.slice(number.spelled.length);
  const shown = number === undefined ? text : key.replace(DELIMITER, "");
  return { text, number, key, isPointer: isPointerLine(shown) };
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

/** The number of the first line if every line is numbered, each by one more than the line before; else undefined. */
export function firstOfAscending(lines: readonly Line[]): number | undefined {
  const first = lines[0]?.number?.value;
  if (first === undefined) return undefined;
  return lines.every(({ number }, index) => number?.value === first + index) ? first : undefined;
}
