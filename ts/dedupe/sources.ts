// What later results can point to: texts and lines that are sent as they are.

import { type Line, MAX_LINES, readLines } from "./lines.js";
import { FILE_POINTER, hasPointer } from "./pointer.js";
import type { Repeatable } from "./repeatable.js";

/** Shorter runs of lines stay. */
export const MIN_LINES = 4;

/** A line of a result. */
export interface Place {
  /** 0-based, among the results. */
  result: number;
  /** 0-based, in the result's original text. */
  line: number;
}

/** The lines of all results, as they came. Read once, whichever results are masked. */
export interface ComparedLines {
  /** By result: its lines, until there are {@link MAX_LINES}. */
  readonly lines: readonly (readonly Line[])[];
  /** By result and line: the same number for four lines with the same keys. Missing for the last three lines. */
  readonly grams: readonly Float64Array[];
}

/** Reads and numbers the lines of all results. Linear. */
export function readAllLines(results: readonly Repeatable[]): ComparedLines {
  let room = MAX_LINES;
  const keys = new Numbers<string>();
  const pairs = new Numbers<number>();
  const lines: Line[][] = [];
  const grams: Float64Array[] = [];
  for (const { text } of results) {
    const own = readLines(text, room);
    room -= own.length;
    lines.push(own);
    grams.push(gramsOf(own, keys, pairs));
  }
  return { lines, grams };
}

/** Numbers values in the order in which they come first. */
class Numbers<T> {
  readonly #known = new Map<T, number>();

  of(value: T): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const number = this.#known.size;
    this.#known.set(value, number);
    return number;
  }
}

/** Two numbers of at most {@link MAX_LINES} values as one. */
const both = (one: number, other: number): number => one * MAX_LINES + other;

/** Four lines are two pairs: a number for each pair, and one for two pairs. */
function gramsOf(lines: readonly Line[], keys: Numbers<string>, pairs: Numbers<number>): Float64Array {
  const numbers = lines.map(({ key }) => keys.of(key));
  const starts = numbers.slice(1).map((number, at) => pairs.of(both(numbers[at] ?? 0, number)));
  return Float64Array.from({ length: Math.max(0, lines.length - MIN_LINES + 1) }, (_, at) =>
    both(starts[at] ?? 0, starts[at + 2] ?? 0),
  );
}

/** The lines of all results, and an index of those that were sent so far. */
export class Sources {
  /** By result: its lines, as far as they are compared. */
  readonly lines: readonly (readonly Line[])[];
  readonly #gramsOf: readonly Float64Array[];
  /** By result that was taken, and line: whether the line is sent as it is. */
  readonly #literal: boolean[][] = [];
  /** By result: the lines in whose place a pointer is. */
  readonly #pointers: number[][] = [];
  /** By result and line: the place of the line in the result as it is sent. */
  readonly #sentAt: number[][] = [];
  /** By the number of four lines: where they were sent first. */
  readonly #grams = new Map<number, Place>();
  /** By text: the first result that is sent as it is, without anything that looks like a pointer. */
  readonly #wholes = new Map<string, number>();
  /** By path: the one result with content of that file; undefined where several have some. */
  readonly #reads = new Map<string, number | undefined>();
  /** What is undone by {@link forget}; undefined while nothing is to be. */
  #tried: Tried | undefined;

  constructor({ lines, grams }: ComparedLines) {
    this.lines = lines;
    this.#gramsOf = grams;
  }

  /** Begins with a result, of which nothing is replaced yet; before {@link find}, {@link replace} and {@link add}. */
  begin(result: number): void {
    this.#literal[result] = (this.lines[result] ?? []).map(({ isPointer }) => !isPointer);
    this.#pointers[result] = [];
  }

  /** Results that are added from now on are on trial, until {@link forget}. */
  try(): void {
    this.#tried = { wholes: [], grams: [], reads: [] };
  }

  /** Forgets the results on trial. Linear in what they added. */
  forget(): void {
    const { wholes, grams, reads } = this.#tried ?? { wholes: [], grams: [], reads: [] };
    this.#tried = undefined;
    for (const text of wholes) this.#wholes.delete(text);
    for (const gram of grams) this.#grams.delete(gram);
    for (const { path, before } of reads.reverse()) {
      if (before === "none") this.#reads.delete(path);
      else this.#reads.set(path, before);
    }
  }

  /** Says that a pointer replaces lines of a result; before {@link add}. */
  replace(result: number, from: number, count: number): void {
    this.#literal[result]?.fill(false, from, from + count);
    this.#pointers[result]?.push(from);
  }

  /** Makes a result known, as it is sent. */
  add(index: number, result: Repeatable, sent: string): void {
    if (sent === result.text && !hasPointer(sent) && !this.#wholes.has(sent)) {
      this.#wholes.set(sent, index);
      this.#tried?.wholes.push(sent);
    }
    this.#sentAt[index] = this.#sentLines(index);
    this.#addGrams(index);
    const { path } = result;
    if (path !== undefined && sent !== FILE_POINTER) {
      const isFirst = !this.#reads.has(path);
      this.#tried?.reads.push({ path, before: isFirst ? "none" : this.#reads.get(path) });
      this.#reads.set(path, isFirst ? index : undefined);
    }
  }

  #sentLines(result: number): number[] {
    const pointers = new Set(this.#pointers[result]);
    let next = 0;
    return (this.lines[result] ?? []).map(({ isPointer }, line) => {
      const isShown = isPointer || this.isSent(result, line) || pointers.has(line);
      return isShown ? next++ : next;
    });
  }

  #addGrams(result: number): void {
    const lines = this.lines[result] ?? [];
    for (let line = 0; line + MIN_LINES <= lines.length; line++) {
      const gram = this.#gramAt(result, line);
      if (gram === undefined || this.#grams.has(gram)) continue;
      this.#grams.set(gram, { result, line });
      this.#tried?.grams.push(gram);
    }
  }

  /** Whether a line is sent as it is. */
  isSent(result: number, line: number): boolean {
    return this.#literal[result]?.[line] ?? false;
  }

  /** Where a line is in its result as it is sent, 0-based. */
  sentLine(result: number, line: number): number {
    return this.#sentAt[result]?.[line] ?? line;
  }

  /** The first result that is sent with exactly this text. */
  whole(text: string): number | undefined {
    return this.#wholes.get(text);
  }

  /** Whether `source` is the only result with content of the file at `path`. */
  isOnlyRead(path: string | undefined, source: number): boolean {
    return path !== undefined && this.#reads.get(path) === source;
  }

  /** Where four lines like those from `line` on were sent first; their numbers may differ. */
  find(result: number, line: number): Place | undefined {
    const gram = this.#gramAt(result, line);
    return gram === undefined ? undefined : this.#grams.get(gram);
  }

  /** The number of four lines; undefined if one of the lines is not sent as it is. */
  #gramAt(result: number, line: number): number | undefined {
    const literal = this.#literal[result];
    for (let at = line; at < line + MIN_LINES; at++) if (literal?.[at] !== true) return undefined;
    return this.#gramsOf[result]?.[line];
  }
}

/** What results on trial added. */
interface Tried {
  readonly wholes: string[];
  readonly grams: number[];
  readonly reads: { path: string; before: number | undefined | "none" }[];
}
