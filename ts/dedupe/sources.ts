// What later results can point to: texts and lines that are sent as they are.

import { LineKeys } from "./line-keys.js";
import { MAX_LINES, TextLines } from "./lines.js";
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
  readonly lines: readonly TextLines[];
  /**
   * By result and line: the same number for four lines with the same keys, and {@link ALONE} where no other four lines can have
   * them. Missing for the last three lines; undefined for a result in which nothing can repeat.
   */
  readonly grams: readonly (Float64Array | undefined)[];
}

/** The number of four lines that are there once. */
export const ALONE = -1;

/** Reads the lines of texts, each text once. */
export class KnownLines {
  readonly keys = new LineKeys();
  readonly #texts = new Map<string, TextLines>();

  /** At most `limit` lines of a text. */
  of(text: string, limit: number): TextLines {
    const known = this.#texts.get(text);
    if (known !== undefined && known.length <= limit) return known;
    const lines = new TextLines(text, limit, (...part) => this.keys.numberOf(...part));
    // With fewer it is the whole text.
    if (lines.length < limit) this.#texts.set(text, lines);
    return lines;
  }
}

/** Reads and numbers the lines of all results. Linear. */
export function readAllLines(results: readonly Repeatable[], known = new KnownLines()): ComparedLines {
  let room = MAX_LINES;
  const lines = results.map(({ text }) => {
    const own = known.of(text, room);
    room -= own.length;
    return own;
  });
  const keys = new Counts(known.keys.size, lines);
  const pairs = new Map<number, number>();
  return { lines, grams: lines.map((own) => gramsOf(own, keys, pairs)) };
}

/** How often each key is there. */
class Counts {
  readonly #counts: Int32Array;

  constructor(keys: number, texts: readonly TextLines[]) {
    this.#counts = new Int32Array(keys);
    for (const lines of texts)
      for (let line = 0; line < lines.length; line++)
        this.#counts[lines.key(line)] = (this.#counts[lines.key(line)] ?? 0) + 1;
  }

  isAlone(number: number): boolean {
    return this.#counts[number] === 1;
  }
}

/** Two numbers as one. Several policies together have some times {@link MAX_LINES} keys at most. */
const both = (one: number, other: number): number => one * 2 ** 26 + other;

/**
 * Four lines are two pairs: a number for each pair, and one for two pairs. Most lines of a conversation are there once, and then
 * no four lines with one of them are there twice.
 */
function gramsOf(lines: TextLines, keys: Counts, pairs: Map<number, number>): Float64Array | undefined {
  let grams: Float64Array | undefined;
  // Lines in a row, up to this one, that are there more than once.
  let shared = 0;
  for (let line = 0; line < lines.length; line++) {
    shared = keys.isAlone(lines.key(line)) ? 0 : shared + 1;
    if (shared < MIN_LINES) continue;
    grams ??= new Float64Array(lines.length - MIN_LINES + 1).fill(ALONE);
    grams[line - MIN_LINES + 1] = both(pairAt(lines, line - 3, pairs), pairAt(lines, line - 1, pairs));
  }
  return grams;
}

function pairAt(lines: TextLines, line: number, pairs: Map<number, number>): number {
  const pair = both(lines.key(line), lines.key(line + 1));
  const known = pairs.get(pair);
  if (known !== undefined) return known;
  pairs.set(pair, pairs.size);
  return pairs.size - 1;
}

/** The lines of all results, and an index of those that were sent so far. */
export class Sources {
  /** By result: its lines, as far as they are compared. */
  readonly lines: readonly TextLines[];
  readonly #gramsOf: ComparedLines["grams"];
  /** By result that was taken and in which pointers replace lines, and line: whether a pointer replaces it. */
  readonly #replaced: (Uint8Array | undefined)[] = [];
  /** By result: the lines in whose place a pointer is. */
  readonly #pointers: number[][] = [];
  /** By result and line: the place of the line in the result as it is sent, once it was asked for. */
  readonly #sentAt: (Int32Array | undefined)[] = [];
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
    this.#replaced[result] = undefined;
    this.#pointers[result] = [];
    this.#sentAt[result] = undefined;
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
    const replaced = this.#replaced[result] ?? new Uint8Array(this.lines[result]?.length ?? 0);
    replaced.fill(1, from, from + count);
    this.#replaced[result] = replaced;
    this.#pointers[result]?.push(from);
  }

  /** Makes a result known, as it is sent. */
  add(index: number, result: Repeatable, sent: string): void {
    if (sent === result.text && !hasPointer(sent) && !this.#wholes.has(sent)) {
      this.#wholes.set(sent, index);
      this.#tried?.wholes.push(sent);
    }
    this.#addGrams(index);
    const { path } = result;
    if (path !== undefined && sent !== FILE_POINTER) {
      const isFirst = !this.#reads.has(path);
      this.#tried?.reads.push({ path, before: isFirst ? "none" : this.#reads.get(path) });
      this.#reads.set(path, isFirst ? index : undefined);
    }
  }

  #sentLines(result: number): Int32Array {
    const pointers = new Set(this.#pointers[result]);
    const lines = this.lines[result];
    const places = new Int32Array(lines?.length ?? 0);
    let next = 0;
    for (let line = 0; line < places.length; line++) {
      const isShown = lines?.isPointer(line) === true || this.isSent(result, line) || pointers.has(line);
      places[line] = isShown ? next++ : next;
    }
    return places;
  }

  #addGrams(result: number): void {
    const { length = 0 } = this.#gramsOf[result] ?? {};
    for (let line = 0; line < length; line++) {
      const gram = this.#gramAt(result, line);
      if (gram === undefined || this.#grams.has(gram)) continue;
      this.#grams.set(gram, { result, line });
      this.#tried?.grams.push(gram);
    }
  }

  /** Whether a line is sent as it is. */
  isSent(result: number, line: number): boolean {
    const lines = this.lines[result];
    if (lines === undefined || line >= lines.length) return false;
    return !lines.isPointer(line) && this.#replaced[result]?.[line] !== 1;
  }

  /** Where a line is in its result as it is sent, 0-based. */
  sentLine(result: number, line: number): number {
    const places = this.#sentAt[result] ?? this.#sentLines(result);
    this.#sentAt[result] = places;
    return places[line] ?? line;
  }

  /** Whether any lines of a result may be elsewhere too. */
  mayRepeat(result: number): boolean {
    return this.#gramsOf[result] !== undefined;
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
    const gram = this.#gramsOf[result]?.[line] ?? ALONE;
    if (gram === ALONE) return undefined;
    for (let at = line; at < line + MIN_LINES; at++) if (!this.isSent(result, at)) return undefined;
    return gram;
  }
}

/** What results on trial added. */
interface Tried {
  readonly wholes: string[];
  readonly grams: number[];
  readonly reads: { path: string; before: number | undefined | "none" }[];
}
