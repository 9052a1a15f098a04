// Cuts a description that is too long, and says so. The native twin, which shows an example, is
// `crates/core/src/definitions/description.rs`.

import { headOf } from "../../text/clip.js";
import { wellFormed } from "../../text/surrogates.js";

/**
 * A text of at most `maxChars` chars, the note about the cut among them; undefined if it is no longer, would not become
 * shorter, or has halves of surrogate pairs. The cut is at a blank if one is in the second half of what is kept. Linear.
 */
export function cutDescription(text: string, maxChars: number): string | undefined {
  if (text.length <= maxChars || wellFormed(text) !== text) return undefined;
  // Fewer chars are left out than there are, so the note is never longer than this one.
  const room = Math.max(0, maxChars - noteOf(text.length).length);
  const head = atBlank(headOf(text, room), room);
  const note = noteOf(text.length - head.length);
  const rest = text.slice(head.length);
  const isShorter = note.length < rest.length && Buffer.byteLength(note) < Buffer.byteLength(rest);
  return isShorter ? head + note : undefined;
}

const noteOf = (chars: number): string => ` [… ${chars} chars left out]`;

function atBlank(head: string, room: number): string {
  const blank = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"));
  return blank * 2 >= room ? head.slice(0, Math.max(blank, 0)) : head;
}
