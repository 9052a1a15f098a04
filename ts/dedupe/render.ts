// Writes pointers in the place of what results repeat of others.
//
//   #2  first result     ─ stays ────────────────────────────────────────────────
//   #4  the same text    ▶ ⟨ Reference: See message #2 for the result of … ⟩
//   #6  new line         ▶ new line
//       20 lines of #2   ▶ ⟨ Reference: See message #2 for lines 7–26 of … ⟩
//
// Every pointer leads to text that is in the same request, whole and visible: masked results, lines that a pointer
// replaced and lines that look like pointers are never sources. This is the obvious version; `crates/core/src/dedupe` is
// the quick one, and both write the same bytes.

import { contentHash } from "../text/content-hash.js";
import { firstOfAscending, type TextLines } from "./lines.js";
import { matchRun, type Run } from "./match.js";
import { FILE_POINTER, linesPointer, type PointerTarget, wholePointer } from "./pointer.js";
import type { ContentReference, ReferenceLines } from "./reference.js";
import type { Keep, Repeatable } from "./repeatable.js";
import { type ComparedLines, type KnownLines, MIN_LINES, type Place, readAllLines, Sources } from "./sources.js";

/** Runs of fewer UTF-8 bytes stay, line feeds between the lines counted. */
export const MIN_BYTES = 200;

/** A result with pointers in it. */
export interface RenderedRepeat {
  text: string;
  /** In the order of their pointers. */
  references: ContentReference[];
}

/** What results of one request have in common, whichever of them are masked. */
export class Repeats {
  readonly #results: readonly Repeatable[];
  readonly #lines: ComparedLines;
  readonly #hashes: boolean;

  /**
   * @param results In document order.
   * @param options Whether references have the hashes of what they replace, and the lines that were read before.
   * @default with hashes; nothing was read
   */
  constructor(results: readonly Repeatable[], { hashes = true, known }: { hashes?: boolean; known?: KnownLines } = {}) {
    this.#results = results;
    this.#hashes = hashes;
    this.#lines = readAllLines(results, known);
  }

  /**
   * Replaces repeated content of the visible results by pointers. `undefined` for each result that stays as it is, and
   * for masked ones. With `keep: "first"` a result depends on nothing behind it, so that appending results changes
   * nothing before them. Rendering its own output again changes nothing. Linear.
   *
   * @param isMasked Whether a result, by its index, is not in the request as sent.
   */
  render(isMasked: (index: number) => boolean = () => false, keep: Keep = "first"): (RenderedRepeat | undefined)[] {
    const renderer = this.#renderer(keep);
    const rendered: (RenderedRepeat | undefined)[] = this.#results.map(() => undefined);
    const order = this.#results.map((_, index) => index);
    for (const index of keep === "first" ? order : order.reverse()) {
      if (!isMasked(index)) rendered[index] = renderer.take(index);
    }
    return rendered;
  }

  #renderer(keep: Keep): Renderer {
    return new Renderer(this.#results, this.#lines, { keep, hashes: this.#hashes });
  }

  /**
   * Renders the same results again and again while ever more of them are masked.
   *
   * @param maskedAt The step from which on a result, by its index, is masked; infinite for never.
   */
  growing(maskedAt: (index: number) => number, keep: Keep): GrowingRepeats {
    if (keep === "first") return new Growing(this.#renderer(keep), maskedAt);
    // Each depends on those behind it.
    const all = (step: number) => this.render((index) => maskedAt(index) <= step, keep);
    return {
      at: (step) => [...all(step).entries()].filter(([index]) => maskedAt(index) > step),
    };
  }
}

/** The pointers of one conversation at its steps, of which each may mask more than the one before. */
export interface GrowingRepeats {
  /**
   * The forms at a step of the visible results before the index `end`, or more, from the first on that may have changed
   * since the step before. Undefined for a result that stays as it is. With `keep: "first"` linear in these: what no later
   * step masks is rendered once.
   */
  at(step: number, end: number): Iterable<[index: number, rendered: RenderedRepeat | undefined]>;
}

class Growing implements GrowingRepeats {
  readonly #renderer: Renderer;
  readonly #maskedAt: (index: number) => number;
  /** Results before it are as they will be at every later step. */
  #settled = 0;

  constructor(renderer: Renderer, maskedAt: (index: number) => number) {
    this.#renderer = renderer;
    this.#maskedAt = maskedAt;
  }

  *at(step: number, end: number): Generator<[number, RenderedRepeat | undefined]> {
    const isMasked = (index: number) => this.#maskedAt(index) <= step;
    const isSettled = (index: number) => isMasked(index) || this.#maskedAt(index) === Number.POSITIVE_INFINITY;
    for (; this.#settled < end && isSettled(this.#settled); this.#settled++)
      if (!isMasked(this.#settled)) yield [this.#settled, this.#renderer.take(this.#settled)];
    this.#renderer.try();
    for (let index = this.#settled; index < end; index++)
      if (!isMasked(index)) yield [index, this.#renderer.take(index)];
    this.#renderer.forget();
  }
}

/** Lines of a result that a pointer replaces. */
interface Piece extends Run {
  source: number;
  text: string;
}

class Renderer {
  readonly #results: readonly Repeatable[];
  readonly #keep: Keep;
  readonly #hashes: boolean;
  readonly #sources: Sources;
  /** By result: its 1-based place among the results of its message. */
  readonly #places: readonly number[];

  constructor(results: readonly Repeatable[], lines: ComparedLines, { keep, hashes }: { keep: Keep; hashes: boolean }) {
    this.#results = results;
    this.#keep = keep;
    this.#hashes = hashes;
    this.#sources = new Sources(lines);
    const counts = new Map<number, number>();
    this.#places = results.map(({ messageIndex }) => {
      const place = (counts.get(messageIndex) ?? 0) + 1;
      counts.set(messageIndex, place);
      return place;
    });
  }

  /** Renders the next result and makes it a source for those that follow. */
  take(index: number): RenderedRepeat | undefined {
    const result = this.#result(index);
    this.#sources.begin(index);
    const rendered = result.isFixed === true ? undefined : (this.#pointWhole(index) ?? this.#pointLines(index));
    this.#sources.add(index, result, rendered?.text ?? result.text);
    return rendered;
  }

  /** What is taken from now on is on trial, until {@link forget}. */
  try(): void {
    this.#sources.try();
  }

  /** Forgets what was on trial. */
  forget(): void {
    this.#sources.forget();
  }

  #pointWhole(index: number): RenderedRepeat | undefined {
    const { text } = this.#result(index);
    const source = this.#sources.whole(text);
    if (source === undefined) return undefined;
    const isFile = this.#isOnlyRead(index, source);
    const pointer = isFile ? FILE_POINTER : wholePointer(this.#target(source));
    if (!isShorter(pointer, text)) return undefined;
    this.#sources.replace(index, 0, this.#linesOf(index).length);
    return { text: pointer, references: [this.#reference(isFile ? "file" : "tool_result", source, text)] };
  }

  #pointLines(index: number): RenderedRepeat | undefined {
    const pieces = this.#findPieces(index);
    const [only] = pieces;
    if (only === undefined) return undefined;
    for (const { line, count } of pieces) this.#sources.replace(index, line, count);
    return this.#isReread(index, only)
      ? { text: FILE_POINTER, references: [this.#linesReference("file", only, 0)] }
      : this.#write(index, pieces);
  }

  /** The runs that pointers replace, in order. */
  #findPieces(index: number): Piece[] {
    const pieces: Piece[] = [];
    if (!this.#sources.mayRepeat(index)) return pieces;
    let from = 0;
    for (let at = 0; at < this.#linesOf(index).length; at++) {
      const place = at < from ? undefined : this.#sources.find(index, at);
      const piece = place === undefined ? undefined : this.#pieceAt({ result: index, line: at }, place, from);
      if (piece === undefined) continue;
      pieces.push(piece);
      from = piece.line + piece.count;
    }
    return pieces;
  }

  #pieceAt(at: Place, place: Place, from: number): Piece | undefined {
    const lines = this.#linesOf(at.result);
    const later = { lines, takes: (line: number) => line >= from };
    const isSent = (line: number) => this.#sources.isSent(place.result, line);
    const run = matchRun(later, at.line, { lines: this.#linesOf(place.result), takes: isSent }, place.line);
    if (run === undefined) return undefined;
    const first = run.isRenumbered ? 1 : 0;
    const [line, sourceLine, count] = [run.line + first, run.sourceLine + first, run.count - first];
    const text = lines.text(line, count);
    const piece = { line, sourceLine, count, isRenumbered: run.isRenumbered, source: place.result, text };
    const isLong = count >= MIN_LINES && Buffer.byteLength(text) >= MIN_BYTES;
    return isLong && isShorter(this.#pointerTo(piece), text) ? piece : undefined;
  }

  /** Whether a result is nothing but lines of the only, and whole, read of the same file. */
  #isReread(index: number, { source, isRenumbered, text }: Piece): boolean {
    if (isRenumbered || text !== this.#result(index).text || !isShorter(FILE_POINTER, text)) return false;
    return this.#isOnlyRead(index, source) && this.#sources.whole(this.#result(source).text) === source;
  }

  /** Whether "the file's content above" can only mean the content of `source`. */
  #isOnlyRead(index: number, source: number): boolean {
    return this.#keep === "first" && this.#sources.isOnlyRead(this.#result(index).path, source);
  }

  #write(index: number, pieces: readonly Piece[]): RenderedRepeat {
    const lines = this.#linesOf(index);
    const shown: string[] = [];
    const references: ContentReference[] = [];
    // Lines in front of the next one, in the result and as it is sent.
    let [next, sent] = [0, 0];
    for (const piece of pieces) {
      if (piece.line > next) shown.push(lines.text(next, piece.line - next));
      sent += piece.line - next;
      references.push(this.#linesReference("output", piece, sent++));
      shown.push(this.#pointerTo(piece));
      next = piece.line + piece.count;
    }
    const rest = lines.rest(next);
    if (rest !== undefined) shown.push(rest);
    return { text: shown.join("\n"), references };
  }

  #pointerTo({ source, sourceLine, count }: Omit<Piece, "text">): string {
    // A reader looks for the numbers that the lines show.
    const ascending = firstOfAscending(this.#linesOf(source), sourceLine, count);
    const first = ascending ?? this.#sources.sentLine(source, sourceLine) + 1;
    return linesPointer(this.#target(source), first, first + count - 1);
  }

  #linesReference(type: ContentReference["type"], piece: Piece, at: number): ContentReference {
    const { source, sourceLine, count, isRenumbered } = piece;
    const lines: ReferenceLines = { at, from: this.#sources.sentLine(source, sourceLine), count };
    if (isRenumbered) lines.isRenumbered = true;
    const reference = this.#reference(type, source, piece.text);
    reference.lines = lines;
    return reference;
  }

  #reference(type: ContentReference["type"], source: number, replaced: string): ContentReference {
    const { messageIndex, path, toolName } = this.#result(source);
    const hash = this.#hashes ? contentHash(replaced) : "";
    const reference: ContentReference = { type, originalIndex: messageIndex, hash, source };
    if (path !== undefined) reference.path = path;
    if (toolName !== undefined) reference.operation = toolName;
    return reference;
  }

  #target(index: number): PointerTarget {
    const { messageIndex, callId, toolName } = this.#result(index);
    return { messageIndex, callId, toolName, place: this.#places[index] ?? 1 };
  }

  #linesOf(index: number): TextLines {
    const lines = this.#sources.lines[index];
    if (lines === undefined) throw new RangeError(`there is no result ${index}`);
    return lines;
  }

  #result(index: number): Repeatable {
    const result = this.#results[index];
    if (result === undefined) throw new RangeError(`there is no result ${index}`);
    return result;
  }
}

function isShorter(pointer: string, text: string): boolean {
  return pointer.length < text.length && Buffer.byteLength(pointer) < Buffer.byteLength(text);
}
