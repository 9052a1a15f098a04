// A dispatch result is the output of a subprocess with a structured block in it:
//
//   … log … BEGIN_DISPATCH_RESULT {"status":"ok"} END_DISPATCH_RESULT … log …
//           └────────────── kept byte for byte ─────────────┘

import { check, isCount } from "../base/option-check.js";
import { areLines, type DispatchBlock, findDispatchBlocks } from "../masking/dispatch.js";
import { dispatchLine, isDispatchLine } from "../masking/placeholder.js";
import { isShorterText } from "../masking/shorter.js";
import { isObservationText, observationText } from "./placeholders.js";

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
  const blocks = findDispatchBlocks(content, "anywhere");
  if (blocks === undefined || blocks.length === 0) return shorterOf(content, observationText(content, maxChars));
  if (isMaskedDispatch(content, blocks, maxChars)) return { masked: content, maskedChars: 0 };
  const kept = blocks.map(({ start, end }) => content.slice(start, end));
  const keptChars = kept.reduce((chars, block) => chars + block.length, 0);
  return shorterOf(content, [dispatchLine(content.length - keptChars, maxChars), ...kept].join("\n"));
}

function shorterOf(content: string, masked: string): MaskedText {
  if (!isShorterText(masked, { kind: "text", text: content })) return { masked: content, maskedChars: 0 };
  return { masked, maskedChars: content.length - masked.length };
}

function isMaskedDispatch(content: string, blocks: readonly DispatchBlock[], maxChars: number): boolean {
  const lineEnd = (blocks[0]?.start ?? 0) - 1;
  return lineEnd > 0 && isDispatchLine(content.slice(0, lineEnd), maxChars) && areLines(content, lineEnd, blocks);
}
