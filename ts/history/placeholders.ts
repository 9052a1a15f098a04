import { isPlaceholderLine, limitObservation } from "../masking/placeholder.js";

/** Above this length `maxObservationChars` adds the head of the result; up to it, the placeholder is cut. */
const CUT_UP_TO_CHARS = 80;

/** The placeholder of a masked result, with the head of the result if `maxChars` leaves room for it. */
export function observationText(content: string, maxChars: number): string {
  return limitObservation(observationLine(content.length), { kind: "text", text: content }, true, maxChars);
}

const observationLine = (chars: number | string) => `[observation masked — ${chars} chars]`;

/**
 * True for any earlier result of {@link observationText}, so that masking twice changes nothing. It may be the whole
 * placeholder, the placeholder cut at `maxChars`, or the first line of a text of at most `maxChars`.
 */
export function isObservationText(content: string, maxChars: number): boolean {
  // Most contents are no placeholder and need no search for a line end.
  if (!content.startsWith("[")) return false;
  const end = content.indexOf("\n");
  if (end >= 0 && (maxChars <= CUT_UP_TO_CHARS || content.length > maxChars)) return false;
  const line = end < 0 ? content : content.slice(0, end);
  return isPlaceholderLine(line, observationLine, maxChars);
}
