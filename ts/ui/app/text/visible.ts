import { headOf } from "../../../text/clip.js";

/**
 * Text of strangers, made safe to look at: whatever a browser would act on or hide becomes a mark that says what it is.
 * Everything else is shown as it is, always by text nodes.
 */

/** A stretch of text; a mark is what is written in the place of one hidden character. */
export interface Piece {
  /** What is shown. */
  text: string;
  /** Whether it replaces a character that would not be seen. */
  isMark: boolean;
}

/** Names that say more than a number. */
const NAMES: Readonly<Record<number, string>> = {
  0: "NUL",
  7: "BEL",
  8: "BS",
  10: "LF",
  13: "CR",
  27: "ESC",
  127: "DEL",
  173: "SHY",
  1564: "ALM",
  8203: "ZWSP",
  8204: "ZWNJ",
  8205: "ZWJ",
  8206: "LRM",
  8207: "RLM",
  8232: "LINE",
  8233: "PARAGRAPH",
  8234: "LRE",
  8235: "RLE",
  8236: "PDF",
  8237: "LRO",
  8238: "RLO",
  8288: "WJ",
  8294: "LRI",
  8295: "RLI",
  8296: "FSI",
  8297: "PDI",
  65279: "BOM",
};

/** Controls but the tab, formats but the joiner within an emoji, halves of surrogate pairs, separators of lines. */
const HIDDEN = /(?!\t)\p{Cc}|(?!\u200d)\p{Cf}|(?<!\p{Extended_Pictographic}|\ufe0f)\u200d|\p{Cs}|[\u2028\u2029]/gu;

/** Splits a text into what is shown as it is and marks; ends of lines are marks, too, unless `hasLines`. Linear. */
export function visible(text: string, hasLines = false): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(HIDDEN)) {
    if (hasLines && found === "\n") continue;
    if (index > from) pieces.push({ text: text.slice(from, index), isMark: false });
    pieces.push({ text: markOf(found), isMark: true });
    from = index + found.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), isMark: false });
  return pieces;
}

/** The same as one text, for titles and labels, on one line, at most so many chars. */
export function visibleLine(text: string, maxChars = 200): string {
  const cut = text.length > maxChars ? `${headOf(text, maxChars - 1)}…` : text;
  return visible(cut)
    .map((piece) => piece.text)
    .join("");
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES[code];
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  return name === undefined ? `[U+${hex}]` : `[${name}]`;
}
