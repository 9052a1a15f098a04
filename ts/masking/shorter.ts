// An edit must make a body smaller, whatever stands in it: in chars, in bytes, and as JSON text.

import { charsOf, type ResultContent, sizeOf, textsOf } from "../wires/transcript.js";
import { renderMediaNote } from "./placeholder.js";

/** Whether `text` in place of the texts of `content` is shorter than they are. */
export function isShorterText(text: string, content: ResultContent): boolean {
  const charsBefore = charsOf(content);
  if (text.length >= charsBefore) return false;
  // No char of a text has more bytes than one escaped has as JSON.
  if (text.length * LONGEST_ESCAPE < charsBefore) return true;
  const bytesAfter = Buffer.byteLength(text);
  // No text has fewer bytes than chars, so most originals need not be measured.
  if (bytesAfter >= charsBefore && bytesAfter >= sumOver(content, Buffer.byteLength)) return false;
  // Escapes, of a call id for one, must not make a body grow.
  if (!NEEDS_ESCAPES.test(text)) return true;
  const jsonBytesAfter = jsonBytesOf(text);
  return jsonBytesAfter < charsBefore || jsonBytesAfter < sumOver(content, jsonBytesOf);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON has to escape
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Bytes of `\\u0000`. */
const LONGEST_ESCAPE = 6;

/** `{"output":""}`: what stands around a placeholder in an object's place. */
const OUTPUT_BYTES = 13;

/** Whether `{"output":"<text>"}` is shorter than an object with the texts of `content` in it, whatever their keys. */
export function isShorterObject(text: string, content: ResultContent): boolean {
  if (text.length >= charsOf(content)) return false;
  if (Buffer.byteLength(text) >= sumOver(content, Buffer.byteLength)) return false;
  // The least that stands around strings: their quotes, and the braces, quotes and colon of one empty key.
  return jsonBytesOf(text) + OUTPUT_BYTES < sumOver(content, (one) => jsonBytesOf(one) + 2) + 5;
}

/** Chars of what stands in place of texts and media: the placeholder where it is written, and a note for each medium. */
export function mediaCharsAfter(text: string, content: ResultContent & { kind: "media" }): number {
  let chars = content.keptPart < 0 ? 0 : text.length;
  for (const part of content.parts) if (part !== undefined) chars += renderMediaNote(part).length;
  return chars;
}

/** `{"type":"input_text","text":""}`: what stands around a note, on the wire where that is longest. */
const NOTE_BYTES = 31;
/** `{"":""}`: the least that stands around a medium's data. */
const MEDIUM_BYTES = 7;

/** Whether that is less than the texts and the media's data, however these are spelled. */
export function isShorterMedia(text: string, content: ResultContent & { kind: "media" }): boolean {
  const charsBefore = sizeOf(content);
  if (mediaCharsAfter(text, content) >= charsBefore) return false;
  let growth = content.keptPart < 0 ? 0 : jsonBytesOf(text);
  for (const part of content.parts) {
    if (part !== undefined) growth += NOTE_BYTES + jsonBytesOf(renderMediaNote(part)) - MEDIUM_BYTES;
  }
  return growth < charsBefore;
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
