// A dispatch result is the output of a subprocess with a structured block in it:
//
//   … log … BEGIN_DISPATCH_RESULT {"status":"ok"} END_DISPATCH_RESULT … log …
//           └────────────── kept byte for byte ─────────────┘

import { check, isCount } from "../base/option-check.js";
import { dispatchLine, isDispatchLine, isObservationText, observationText } from "./placeholders.js";

/** Whether a text is shorter than the one that it replaces. */
function isShorterText(text: string, original: string): boolean {
  const chars = original.length;
  if (text.length >= chars) return false;
  // Even with every char escaped, the text would have fewer bytes.
  if (text.length * LONGEST_ESCAPE < chars) return true;
  const bytes = Buffer.byteLength(text);
  // A text never has fewer bytes than chars, so most originals need not be measured.
  if (bytes >= chars && bytes >= Buffer.byteLength(original)) return false;
  if (!NEEDS_ESCAPES.test(text)) return true;
  const jsonBytes = jsonBytesOf(text);
  return jsonBytes < chars || jsonBytes < jsonBytesOf(original);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON has to escape
const NEEDS_ESCAPES = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Bytes of `\\u0000`, the longest escape. */
const LONGEST_ESCAPE = 6;

/** Bytes between the quotes of the JSON text. */
const jsonBytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** A masked text, and how many chars shorter than the original it is. */
export interface MaskedText {
  /** The original if masking would not make it shorter. */
  masked: string;
  /** Chars that masking removed; 0 where it removed none. */
  maskedChars: number;
}

/**
 * Masks one tool result. Dispatch blocks remain byte for byte, in order; all other text becomes one line before them. A
 * text without blocks, or with nested or unmatched delimiters, becomes the placeholder of an observation. A text that
 * is masked already, or would not get shorter in chars and bytes, remains unchanged. Linear.
 *
 * @param maxChars Longest placeholder, in chars, 1 or more. It never cuts a block.
 * @throws TamisError `OPTION_INVALID`.
 */
export function maskDispatchObservation(content: string, maxChars: number): MaskedText {
  check("maxChars", maxChars, isCount(1), "a whole number of 1 or more");
  // This check comes before the search for blocks, because the kept head of a masked result may contain some.
  if (isObservationText(content, maxChars)) return { masked: content, maskedChars: 0 };
  const blocks = findDispatchBlocks(content);
  if (blocks === undefined || blocks.length === 0) return shorterOf(content, observationText(content, maxChars));
  if (isMaskedDispatch(content, blocks, maxChars)) return { masked: content, maskedChars: 0 };
  const kept = blocks.map(({ start, end }) => content.slice(start, end));
  const keptChars = kept.reduce((chars, block) => chars + block.length, 0);
  return shorterOf(content, [dispatchLine(content.length - keptChars, maxChars), ...kept].join("\n"));
}

function shorterOf(content: string, masked: string): MaskedText {
  if (!isShorterText(masked, content)) return { masked: content, maskedChars: 0 };
  return { masked, maskedChars: content.length - masked.length };
}

function isMaskedDispatch(content: string, blocks: readonly DispatchBlock[], maxChars: number): boolean {
  const lineEnd = (blocks[0]?.start ?? 0) - 1;
  return lineEnd > 0 && isDispatchLine(content.slice(0, lineEnd), maxChars) && areLines(content, lineEnd, blocks);
}

/** The place of a dispatch block, including delimiters: chars, end exclusive. */
interface DispatchBlock {
  start: number;
  end: number;
}

/** The dispatch blocks in order; undefined if delimiters are nested or unmatched. Linear. */
export function findDispatchBlocks(content: string): readonly DispatchBlock[] | undefined {
  // This search is faster than the expression, and most texts have no block.
  if (!content.includes("_DISPATCH_RESULT")) return [];
  const blocks: DispatchBlock[] = [];
  let open: number | undefined;
  for (const { 0: delimiter, index } of content.matchAll(/(?:BEGIN|END)_DISPATCH_RESULT/g)) {
    if (delimiter.startsWith("BEGIN") !== (open === undefined)) return undefined;
    if (open !== undefined) blocks.push({ start: open, end: index + delimiter.length });
    open = open === undefined ? index : undefined;
  }
  return open === undefined ? blocks : undefined;
}

/** True if only a line feed precedes each block, from `end` on, and nothing follows the last. */
function areLines(text: string, end: number, blocks: readonly DispatchBlock[]): boolean {
  let at = end;
  for (const block of blocks) {
    if (block.start !== at + 1 || text[at] !== "\n") return false;
    at = block.end;
  }
  return blocks.length > 0 && at === text.length;
}
