// The texts and the picture that replace images and documents.

import type { Media } from "../wires/transcript.js";

/**
 * The address of the image that replaces an image where the provider takes nothing else: 300 × 52 pixels of one bit, on
 * which is written `image masked`.
 */
export const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAA0AQAAAAAY9DiaAAAAbUlEQVR42u2UUQqAMAxDc4Pc/5a9QaRrdfoh+BeVjbKR9RXCWgY9WYGFfQrjbXbP0IbpvVhQiHzAQFcdkqd7CyaKpESOSMctS+fmxYZPAo2VbUiAHxvmWb2esg4fFpieq/UlAV0mxIGtT/Vv2AYz6SrfDzq8MgAAAABJRU5ErkJggg==";

/** The replacement of a masked image or document. */
export function renderMediaNote({ kind, mediaType }: Media): string {
  return `[${kind} masked — ${mediaType ?? "unknown type"}]`;
}

/** True for a text of {@link renderMediaNote}. */
export function isMediaNote(text: string): boolean {
  return /^\[(?:image|document) masked — (?:unknown type|[A-Za-z0-9.+/-]{1,64})\]$/.test(text);
}

/** A text with a line about each medium at its end, for media in a list that takes no text. */
export function withNotes(text: string, media: readonly Media[]): string {
  return [text, ...media.map(renderMediaNote)].join("\n");
}

/** A text without the lines of {@link withNotes}. */
export function withoutNotes(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === "]") {
    const feed = text.lastIndexOf("\n", end - 1);
    if (feed < 0 || end - feed > LONGEST_NOTE_CHARS || !isMediaNote(text.slice(feed + 1, end))) break;
    end = feed;
  }
  return text.slice(0, end);
}

/** More chars than a note and a line feed have. */
const LONGEST_NOTE_CHARS = 100;
