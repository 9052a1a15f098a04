// Leaves out the middle of a text, but for the lines in it that say that something failed. Long base64 goes first.
//
//   head                             head
//   [clipped — 9,000 chars left out] [clipped — 4,000 chars left out]
//   tail                             src/a.ts(3,5): error TS2322: …
//                                    [clipped — 4,900 chars left out]
//                                    tail

import { CLIP_MARK, headOf, splitsPair, tailOf } from "./clip.js";
import { isErrorLine, LINE_CHARS } from "./error-line.js";
import { looksLikeSeedError } from "./error-signs.js";

// Leaves out long base64, of which no part says anything.
//
//   shot: data:image/png;base64,iVBORw0KGgo…  ──▶  shot: [image/png data URL of 293 KB left out]
/** Shorter runs stay. */
const LEAST_CHARS = 1_000;
/** Longest front of a data URL that is looked at. */
const FRONT_CHARS = 160;
const RUN = /[A-Za-z0-9+/=_-]+/g;
const FRONT = /data:([\w/.+-]{1,64})(?:;[\w=-]{1,40})*;base64,$/;

/** A text whose runs of base64 with at least 1,000 chars are notes that say what they were. Linear. */
function withoutBase64(text: string): string {
  let made = "";
  let copied = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length < LEAST_CHARS) continue;
    const front = FRONT.exec(text.slice(Math.max(copied, index - FRONT_CHARS), index));
    if (front === null && !isBase64(run)) continue;
    const what = front === null ? "base64" : `${front[1]} data URL`;
    const kilobytes = Math.ceil((Math.floor((run.length + (front?.[0].length ?? 0)) / 4) * 3) / 1024);
    made += `${text.slice(copied, index - (front?.[0].length ?? 0))}[${what} of ${kilobytes} KB left out]`;
    copied = index + run.length;
  }
  return made + text.slice(copied);
}

/** Whether capitals, small letters and digits change as often as in no words. */
function isBase64(run: string): boolean {
  if (!/[0-9]/.test(run) || !/[a-z]/.test(run) || !/[A-Z]/.test(run)) return false;
  let changes = 0;
  let last = "";
  for (const char of run) {
    const kind = /[0-9]/.test(char) ? "0" : /[a-z]/.test(char) ? "a" : /[A-Z]/.test(char) ? "A" : "";
    if (kind === "") continue;
    if (last !== "" && kind !== last) changes++;
    last = kind;
  }
  return changes * 10 >= run.length;
}

/** Whether a line, or its first {@link LINE_CHARS}, says that something failed. */
export type LineRule = (line: string) => boolean;

/** The rule for lines that goes with a rule for whole results; never true where errors are not kept. */
export function errorLineRule(keepErrors: boolean | "seed"): LineRule {
  if (keepErrors === false) return () => false;
  return keepErrors === "seed" ? looksLikeSeedError : isErrorLine;
}

/** A part of a text: chars, end exclusive. */
interface Part {
  start: number;
  end: number;
}

/**
 * Shortens a text to at most `limit` chars: its head, a line that says how many chars are left out, and its tail. Lines
 * in the middle that are errors stay, the first of them, up to a half of the room. Long base64 is a note that says what it
 * was, and may be all that is left out. Linear.
 */
export function renderClip(came: string, limit: number, isError: LineRule = () => false): string {
  const text = withoutBase64(came);
  if (text.length <= limit) return text;
  const gap = leftOutLine(text.length).length;
  const room = Math.max(0, limit - gap);
  const half = Math.floor(room / 2);
  const errors = errorLines(text, Math.ceil((room - half) / 2), half, gap, isError);
  const spent = errors.reduce((chars, { start, end }) => chars + gap + end - start, 0);
  const headChars = Math.ceil((room - spent) / 2);
  const head = headOf(text, headChars).length;
  const tail = tailOf(text, Math.min(room - spent, text.length) - head).length;
  const parts = [{ start: 0, end: head }, ...errors, { start: text.length - tail, end: text.length }];
  return render(text, merged(parts));
}

/** The first lines between the ends of a text that are errors, as far as they and a line about a gap each fit. */
function errorLines(text: string, edge: number, room: number, gap: number, isError: LineRule): Part[] {
  const found: Part[] = [];
  let left = room;
  const last = text.length - edge;
  for (let feed = text.indexOf("\n", edge); feed >= 0 && feed + 1 < last; ) {
    const start = feed + 1;
    feed = text.indexOf("\n", start);
    const line = text.slice(start, Math.min(feed < 0 ? text.length : feed, start + LINE_CHARS));
    if (!isError(line)) continue;
    const end = start + headOf(line, splitsPair(text, start + line.length) ? line.length - 1 : line.length).length;
    if (end - start + gap > left) break;
    left -= end - start + gap;
    found.push({ start, end });
  }
  return found;
}

/** Parts in order; those that overlap, or have no more than a line feed between them, as one. */
function merged(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  for (const { start, end } of [...parts].sort((one, other) => one.start - other.start)) {
    const before = all.at(-1);
    if (before !== undefined && start <= before.end + 1) before.end = Math.max(before.end, end);
    else all.push({ start, end });
  }
  return all;
}

function render(text: string, parts: readonly Part[]): string {
  let clip = "";
  let at = 0;
  for (const { start, end } of parts) {
    if (start > at) clip += leftOutLine(start - at);
    clip += text.slice(start, end);
    at = end;
  }
  return clip;
}

const leftOutLine = (chars: number): string => `\n${CLIP_MARK}${chars} chars left out]\n`;
