// An edit must make a body smaller whatever the content is: in chars, in bytes, and as JSON text.

import { charsOf, mediaOf, type ResultContent, sizeOf, textsOf } from "../wires/transcript.js";
import { renderMediaNote } from "./media-notes.js";

/** Whether `text` is shorter than the texts of `content` that it replaces. */
export function isShorterText(text: string, content: ResultContent): boolean {
  const charsBefore = charsOf(content);
  if (text.length >= charsBefore) return false;
  // Even with every char escaped, the text would have fewer bytes.
  if (text.length * LONGEST_ESCAPE < charsBefore) return true;
  const bytesAfter = Buffer.byteLength(text);
  // A text never has fewer bytes than chars, so most originals need not be measured.
  if (bytesAfter >= charsBefore && bytesAfter >= sumOver(content, Buffer.byteLength)) return false;
  // Escapes, for example of a call id, must not make a body grow.
  if (!NEEDS_ESCAPES.test(text)) return true;
  const jsonBytesAfter = jsonBytesOf(text);
  return jsonBytesAfter < charsBefore || jsonBytesAfter < sumOver(content, jsonBytesOf);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON has to escape
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Bytes of `\\u0000`, the longest escape. */
const LONGEST_ESCAPE = 6;

/** `{"output":""}`: the JSON around a placeholder that replaces an object. */
const OUTPUT_BYTES = 13;

/** Whether `{"output":"<text>"}` is shorter than an object with the texts of `content`, whatever their keys are. */
export function isShorterObject(text: string, content: ResultContent): boolean {
  if (text.length >= charsOf(content)) return false;
  if (Buffer.byteLength(text) >= sumOver(content, Buffer.byteLength)) return false;
  // The shortest JSON around strings: their quotes, and the braces, quotes and colon of one empty key.
  return jsonBytesOf(text) + OUTPUT_BYTES < sumOver(content, (one) => jsonBytesOf(one) + 2) + 5;
}

/** Chars of the replacement of texts and media: the placeholder, if a text takes it, and a note for each medium. */
export function mediaCharsAfter(text: string, content: ResultContent, notes = plainNotes(content)): number {
  let chars = takesText(content) ? text.length : 0;
  for (const note of notes) chars += note.length;
  return chars;
}

const plainNotes = (content: ResultContent): readonly string[] =>
  mediaOf(content).map((medium) => renderMediaNote(medium));

const takesText = (content: ResultContent): boolean => content.kind === "media" && content.keptPart >= 0;

/** `{"type":"input_text","text":""}`: the JSON around a note, on the wire where it is longest. */
const NOTE_BYTES = 31;
/** `{"":""}`: the shortest JSON around a medium's data. */
const MEDIUM_BYTES = 7;

/** Whether the replacement is shorter than the texts and the media's data, in any spelling. */
export function isShorterMedia(text: string, content: ResultContent, notes = plainNotes(content)): boolean {
  const charsBefore = sizeOf(content);
  if (mediaCharsAfter(text, content, notes) >= charsBefore) return false;
  let growth = takesText(content) ? jsonBytesOf(text) : 0;
  for (const note of notes) growth += NOTE_BYTES + jsonBytesOf(note) - MEDIUM_BYTES;
  return growth < charsBefore;
}

/** `[]`: what is left of the list of media next to an object. */
const LIST_BYTES = 2;

/** Whether `{"output":"<text>"}` and an empty list are shorter than the texts and the media's data, in any spelling. */
export function isShorterResponse(text: string, content: ResultContent): boolean {
  const charsBefore = sizeOf(content);
  return text.length < charsBefore && jsonBytesOf(text) + OUTPUT_BYTES + LIST_BYTES < charsBefore;
}

function sumOver(content: ResultContent, size: (text: string) => number): number {
  let sum = 0;
  for (const text of textsOf(content)) sum += size(text);
  return sum;
}

/** Bytes between the quotes of the JSON text. */
function jsonBytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
