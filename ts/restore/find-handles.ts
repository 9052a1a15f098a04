// Finds the strings of a JSON text that name a handle: placeholders, and results that were clipped.

import { stringEnd } from "../text/json-strings.js";

/** Bytes of a value in a body. */
export interface Place {
  from: number;
  to: number;
}

/** A string with a handle, quotes included. */
export interface FoundHandle extends Place {
  handle: string;
}

/**
 * A placeholder with a handle as JSON spells it: one line in brackets, or that and the head of the result. A line without
 * them may be anyone's.
 */
const PLACEHOLDER =
  /^[[<({](?:[^\\]|\\[^n])*?(?: ref=|; original: (?:[^\\]|\\[^n]){0,1200}?(?:\/|\\\\))([0-9a-f]{32})(?:\.txt)?\)?[\])}>](?:\\n|$)/;
/** No placeholder is longer, escapes and digest included. */
const MAX_PLACEHOLDER_CHARS = 6_000;
/** The end of the line that says what a clip has left out. */
const CLIP_END = /; original: (?:ref=|(?:[^\\]|\\[^n]){0,1200}?(?:\/|\\\\))([0-9a-f]{32})(?:\.txt)?\]\\n/y;
const CLIP_END_START = "; original: ";
/** No such line is longer, escapes and digest included. */
const MAX_CLIP_CHARS = 6_000;

/** Every string value of a JSON text, given byte by byte, that names a handle. Linear. */
export function* findHandles(text: string): Generator<FoundHandle> {
  if (!text.includes("ref=") && !text.includes(CLIP_END_START)) return;
  const clips = new ClipLines(text);
  for (let at = text.indexOf('"'); at >= 0; ) {
    const end = stringEnd(text, at);
    if (end < 0) return;
    const handle = placeholderHandle(text, at + 1, end) ?? clips.handleIn(at + 1, end);
    if (handle !== undefined && !isName(text, end + 1)) yield { handle, from: at, to: end + 1 };
    at = text.indexOf('"', end + 1);
  }
}

function placeholderHandle(text: string, from: number, end: number): string | undefined {
  if (!"[<({".includes(text.charAt(from))) return undefined;
  const isCut = end - from > MAX_PLACEHOLDER_CHARS;
  const found = PLACEHOLDER.exec(text.slice(from, isCut ? from + MAX_PLACEHOLDER_CHARS : end));
  const isWhole = found !== null && (!isCut || found[0].endsWith("\\n"));
  return isWhole ? found[1] : undefined;
}

/** The ends of lines that say what a clip has left out. Each is looked for once, because strings are asked for in order. */
class ClipLines {
  readonly #text: string;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf(CLIP_END_START);
  }

  /** The handle in the first such line between two places. */
  handleIn(from: number, end: number): string | undefined {
    for (; this.#next >= 0 && this.#next < end; this.#next = this.#text.indexOf(CLIP_END_START, this.#next + 1)) {
      const at = this.#next;
      CLIP_END.lastIndex = at;
      const found = at < from ? undefined : CLIP_END.exec(this.#text)?.[1];
      if (found !== undefined && isClipLine(this.#text.slice(Math.max(from, at - MAX_CLIP_CHARS), at))) return found;
    }
    return undefined;
  }
}

/** Whether what is in front of the handle ends with a line that a clip begins. */
function isClipLine(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\\n") + 1).replace(/^n/, "");
  return line.startsWith("[clipped ");
}

/** Whether the string that ends before `at` is the name of a member. */
function isName(text: string, at: number): boolean {
  let next = at;
  while (next < text.length && " \t\n\r".includes(text.charAt(next))) next++;
  return text[next] === ":";
}
