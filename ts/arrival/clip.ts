// Keeps the head and the tail of a long text, and every line between them that says that something failed. The native
// twin is `crates/core/src/arrival/clip.rs`.
//
//   head, up to a line's end
//   [clipped — 81230 chars left out; its 2 error lines follow; mentions: src/a.ts, parseBody; original: /tmp/x.txt]
//   error: no such file
//   FAILED tests/a.py
//   tail, from a line's start
//
// Lines are cut only where one is longer than a half of what is kept, and never inside a pair of surrogates.
import { digest, noteWords } from "../digest/digest.js";
import { headOf, tailOf } from "../text/clip.js";
import { isErrorLine, LINE_CHARS } from "../text/error-line.js";
import { wellFormed } from "../text/surrogates.js";
import { CLIP_MARK } from "./clip-mark.js";

/** How long the digest of what is left out may be. */
export interface DigestLimits {
  /** Most words. */
  maxWords: number;
  /** Most chars, separators included. */
  maxChars: number;
}

/** What a clip may keep and say. */
export interface ClipSettings {
  /** Longer texts are clipped to so many chars, and the error lines that are left out otherwise. */
  maxChars: number;
  /** Where the whole text is, such as a path; in one line. Undefined where it cannot be had back. */
  original?: string | undefined;
  /** How much of what is left out is named; undefined: nothing. */
  digest?: DigestLimits | undefined;
}

/** Chars of the marker without what is named in it. */
const MARK_CHARS = 100;
/** Chars of an error line that are kept. */
const ERROR_LINE_CHARS = 1_000;

/**
 * The clipped text; undefined if it has at most `maxChars` chars, has been clipped before, or would not be shorter. Linear.
 *
 * @param isSeen Whether the model has a word from elsewhere; such words are not named. @default none
 */
export function shortenClip(
  text: string,
  settings: ClipSettings,
  isSeen: (word: string) => boolean = () => false,
): string | undefined {
  if (text.length <= settings.maxChars || wellFormed(text) !== text) return undefined;
  if (`\n${text}`.includes(`\n${CLIP_MARK}`)) return undefined;
  const parts = partsOf(text, settings);
  const { head, tail } = parts;
  const endsLine = head === "" || head.endsWith("\n");
  const errors = errorLines(parts, endsLine);
  const clipped = [
    endsLine ? head : `${head}\n`,
    `${markOf(parts, errors, settings, isSeen)}\n`,
    ...errors.map(({ kept }) => `${kept}\n`),
    tail,
  ].join("");
  const isShorter = clipped.length < text.length && Buffer.byteLength(clipped) < Buffer.byteLength(text);
  return isShorter ? clipped : undefined;
}

interface Parts {
  head: string;
  middle: string;
  tail: string;
}

/** Head and tail have equal room. Each ends at a line's end if that keeps at least a half of it. */
function partsOf(text: string, { maxChars, original, digest: limits }: ClipSettings): Parts {
  const named = (limits?.maxChars ?? 0) + (original?.length ?? 0);
  const room = Math.floor(Math.max(maxChars - MARK_CHARS - named, Math.floor(maxChars / 2)) / 2);
  let head = headOf(text, room);
  let tail = tailOf(text, room);
  const upToLine = head.slice(0, head.lastIndexOf("\n") + 1);
  if (head.includes("\n") && upToLine.length * 2 >= room) head = upToLine;
  const isLine = text.charAt(text.length - tail.length - 1) === "\n";
  const fromLine = tail.slice(tail.indexOf("\n") + 1);
  if (!isLine && tail.includes("\n") && fromLine.length * 2 >= room) tail = fromLine;
  return { head, middle: text.slice(head.length, text.length - tail.length), tail };
}

/** The kept beginning of an error line, and how many of its chars are in the middle: the tail may begin within it. */
interface ErrorLine {
  kept: string;
  middleChars: number;
}

/** The error lines that begin in the middle. Its beginning is a line's if the head ends with one. */
function errorLines({ middle, tail }: Parts, beginsLine: boolean): ErrorLine[] {
  const lines = middle.split("\n");
  const last = lines.at(-1) ?? "";
  // Nothing behind the last line feed: that line begins in the tail.
  const rest = last === "" ? "" : tail.slice(0, `${tail}\n`.indexOf("\n"));
  const whole = lines.map((line, at) => ({ line: at === lines.length - 1 ? line + rest : line, chars: line.length }));
  return whole.slice(beginsLine ? 0 : 1).flatMap(({ line, chars }) => {
    if (!isErrorLine(headOf(line, LINE_CHARS))) return [];
    const kept = headOf(line, ERROR_LINE_CHARS);
    return [{ kept, middleChars: Math.min(kept.length, chars) }];
  });
}

function markOf(
  { head, middle, tail }: Parts,
  errors: readonly ErrorLine[],
  { original, digest: limits }: ClipSettings,
  isSeen: (word: string) => boolean,
): string {
  const leftOut = errors.reduce((left, { middleChars }) => left - middleChars, middle.length);
  let mark = `${CLIP_MARK}${leftOut} chars left out`;
  if (errors.length === 1) mark += "; its error line follows";
  if (errors.length > 1) mark += `; its ${errors.length} error lines follow`;
  if (limits !== undefined) {
    const visible = new Set<string>();
    for (const part of [head, tail, ...errors.map(({ kept }) => kept)]) noteWords(part, visible);
    const { maxWords, maxChars } = limits;
    const words = digest(middle, (word) => visible.has(word) || isSeen(word), maxWords, maxChars);
    if (words !== "") mark += `; mentions: ${words}`;
  }
  if (original !== undefined) mark += `; original: ${original}`;
  return `${mark}]`;
}
