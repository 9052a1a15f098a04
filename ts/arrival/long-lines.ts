// Cuts lines that are too long to their beginning, a note about the cut, and their end. The native twin, which shows an
// example, is `crates/core/src/arrival/long_lines.rs`.

import { headOf, tailOf } from "../text/clip.js";
import { LINE_CHARS } from "../text/error-line.js";
import { isWellFormed } from "../text/surrogates.js";
import { isShorter, saysError } from "./text-lines.js";

/**
 * The text with each line of more than `maxChars` chars cut to at most so many: its beginning, `[… 12345 chars …]`, and
 * its end, where that is shorter. A line that says that something failed keeps as much of its beginning as is looked at
 * to see that. Undefined if there is none, if the text has such a note already, or if it is not well formed. Never
 * splits a surrogate pair. Linear.
 */
export function shortenLongLines(text: string, maxChars: number): string | undefined {
  if (!isWellFormed(text) || /\[… [0-9]+ chars …\]/.test(text)) return undefined;
  const shorter = text
    .split("\n")
    .map((line) => (line.length > maxChars ? cut(line, maxChars) : line))
    .join("\n");
  return shorter === text ? undefined : shorter;
}

function cut(line: string, maxChars: number): string {
  // Fewer chars are left out than there are, so the note is never longer than this one.
  const room = Math.max(0, maxChars - noteOf(line.length).length);
  const headRoom = Math.ceil(room / 2);
  // One more, because a head ends in front of a surrogate pair that it would split.
  const head = headOf(line, saysError(line) ? Math.max(headRoom, LINE_CHARS + 1) : headRoom);
  const behind = line.slice(head.length);
  const tail = tailOf(behind, Math.min(behind.length, Math.max(0, room - head.length)));
  const note = noteOf(behind.length - tail.length);
  return isShorter(note, behind.slice(0, behind.length - tail.length)) ? head + note + tail : line;
}

const noteOf = (chars: number): string => `[… ${chars} chars …]`;
