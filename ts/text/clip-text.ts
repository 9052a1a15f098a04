import { headOf } from "./clip.js";

const ELLIPSIS = "...";

/**
 * Returns the text itself if it has at most `maxChars` chars; else its head and `...`, together at most `maxChars`. Up
 * to 3 chars there is no room for the dots. Never splits a surrogate pair. Linear in `maxChars`.
 *
 * @param maxChars 0 or less gives the empty text.
 */
export function clipText(text: string, maxChars: number): string {
  if (!(maxChars > 0)) return "";
  if (text.length <= maxChars) return text;
  if (maxChars <= ELLIPSIS.length) return headOf(text, Math.floor(maxChars));
  return headOf(text, Math.floor(maxChars) - ELLIPSIS.length) + ELLIPSIS;
}
