// The texts and the picture that replace images and documents.

import { valueHandle } from "../base/value-handle.js";
import type { Media } from "../wires/transcript.js";
import { HANDLE_OPENING, type Handles } from "./handle-mark.js";

/**
 * The address of the image that replaces an image where the provider takes nothing else: 300 × 52 pixels of one bit, on
 * which is written `image masked`.
 */
export const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAAA0AQAAAAAY9DiaAAAAbUlEQVR42u2UUQqAMAxDc4Pc/5a9QaRrdfoh+BeVjbKR9RXCWgY9WYGFfQrjbXbP0IbpvVhQiHzAQFcdkqd7CyaKpESOSMctS+fmxYZPAo2VbUiAHxvmWb2esg4fFpieq/UlAV0mxIGtT/Vv2AYz6SrfDzq8MgAAAABJRU5ErkJggg==";

/** What notes tell beside the type. */
export interface NoteForm {
  /** Whether they tell the size, where it is known. */
  hasSize: boolean;
  /** Whose values have handles; undefined: notes name none. A file of text is nothing that shows an image. */
  handles: Handles | undefined;
}

/** Notes that tell the type alone. */
export const TYPE_NOTES: NoteForm = { hasSize: false, handles: undefined };

/** The replacement of a masked image or document. Linear in its data where it has a handle. */
export function renderMediaNote({ kind, mediaType, dataBytes, value }: Media, form = TYPE_NOTES): string {
  const size = form.hasSize && dataBytes !== undefined ? `, ${dataBytes} bytes` : "";
  const { handles } = form;
  const isNamed = handles !== undefined && handles.folder === undefined && value !== undefined;
  const handle = isNamed ? HANDLE_OPENING + valueHandle(JSON.stringify(value), handles) : "";
  return `[${kind} masked — ${mediaType ?? "unknown type"}${size}${handle}]`;
}

const NOTE =
  /^\[(?:image|document) masked — (?:unknown type|[A-Za-z0-9.+/-]{1,64})(?:, \d{1,10} bytes)?(?: ref=[0-9a-f]{32})?\]$/;

/** True for a text of {@link renderMediaNote}. */
export function isMediaNote(text: string): boolean {
  return NOTE.test(text);
}

/** A text with a line about each medium at its end, for media in a list that takes no text. */
export function withNotes(text: string, media: readonly Media[], form = TYPE_NOTES): string {
  // The list is one value: what it has in it can be asked for by no handle.
  const notes = { ...form, handles: undefined };
  return [text, ...media.map((medium) => renderMediaNote(medium, notes))].join("\n");
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
const LONGEST_NOTE_CHARS = 160;
