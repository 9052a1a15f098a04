import { isPlaceholderLine, limitObservation } from "../masking/placeholder.js";

/** From here on, `maxObservationChars` adds the head of the result; up to here it cuts the placeholder. */
const CUT_UP_TO_CHARS = 80;

/** The placeholder of a masked result, with the head of the result where `maxChars` leaves room for it. */
export function observationText(content: string, maxChars: number): string {
  return limitObservation(observationLine(content.length), { kind: "text", text: content }, true, maxChars);
}

const observationLine = (chars: number | string) => `[observation masked — ${chars} chars]`;

/**
 * True for what {@link observationText} gave earlier, so that masking twice changes nothing: the placeholder whole, or
 * cut at `maxChars`, or as first line of a text of at most `maxChars`.
 */
export function isObservationText(content: string, maxChars: number): boolean {
  // Most contents are none, and need not be searched for a line's end.
  if (!content.startsWith("[")) return false;
  const end = content.indexOf("\n");
  if (end >= 0 && (maxChars <= CUT_UP_TO_CHARS || content.length > maxChars)) return false;
  const line = end < 0 ? content : content.slice(0, end);
  return isPlaceholderLine(line, observationLine, maxChars);
}
