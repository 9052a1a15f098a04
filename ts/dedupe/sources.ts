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

/** By result: its lines, until there are {@link MAX_LINES}. */
export function readAllLines(results: readonly Repeatable[]): readonly (readonly Line[])[] {
  let room = MAX_LINES;
  return results.map(({ text }) => {
    const lines = readLines(text, room);
    room -= lines.length;
    return lines;
  });
}

/** The lines of all results, and an index of those that were sent so far. */
export class Sources {
  /** By result: its lines, as far as they are compared. */
  readonly lines: readonly (readonly Line[])[];
  /** By result and line: whether the line is sent as it is. */
  readonly #literal: boolean[][];
  /** By result: the lines in whose place a pointer is. */
  readonly #pointers: number[][];
  /** By result and line: the place of the line in the result as it is sent. */
  readonly #sentAt: number[][] = [];
  /** By the keys of four lines: where they were sent first. */
  readonly #grams = new Map<string, Place>();
  readonly #keys = new Map<string, number>();
  /** By text: the first result that is sent as it is, without anything that looks like a pointer. */
  readonly #wholes = new Map<string, number>();
  /** By path: the one result with content of that file; undefined where several have some. */
  readonly #reads = new Map<string, number | undefined>();

  constructor(lines: readonly (readonly Line[])[]) {
    this.lines = lines;
    this.#literal = lines.map((own) => own.map(({ isPointer }) => !isPointer));
    this.#pointers = lines.map(() => []);
  }

  /** Says that a pointer replaces lines of a result; before {@link add}. */
  replace(result: number, from: number, count: number): void {
    this.#literal[result]?.fill(false, from, from + count);
    this.#pointers[result]?.push(from);
  }

  /** Makes a result known, as it is sent. */
  add(index: number, result: Repeatable, sent: string): void {
    if (sent === result.text && !hasPointer(sent) && !this.#wholes.has(sent)) this.#wholes.set(sent, index);
    this.#sentAt[index] = this.#sentLines(index);
    this.#addGrams(index);
    const { path } = result;
    if (path !== undefined && sent !== FILE_POINTER) {
      this.#reads.set(path, this.#reads.has(path) ? undefined : index);
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
      if (gram !== undefined && !this.#grams.has(gram)) this.#grams.set(gram, { result, line });
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

  /** Four lines' keys as one; undefined if one of the lines is not sent as it is. */
  #gramAt(result: number, line: number): string | undefined {
    const numbers: number[] = [];
    for (let at = line; at < line + MIN_LINES; at++) {
      if (!this.isSent(result, at)) return undefined;
      numbers.push(this.#keyNumber(this.lines[result]?.[at]?.key ?? ""));
    }
    return numbers.join();
  }

  #keyNumber(key: string): number {
    const number = this.#keys.get(key) ?? this.#keys.size;
    this.#keys.set(key, number);
    return number;
  }
}
