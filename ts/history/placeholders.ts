import { FORMS, limitObservation, renderPlaceholder } from "../baseline/placeholder.js";

/** From here on, `maxObservationChars` adds the head of the result; up to here it cuts the placeholder. */
const CUT_UP_TO_CHARS = 80;

/** The placeholder of a masked result, with the head of the result where `maxChars` leaves room for it. */
export function observationText(content: string, maxChars: number): string {
  const original = { kind: "text", text: content } as const;
  const subject = { callId: "", toolName: undefined, messageIndex: 0, content: original };
  return limitObservation(renderPlaceholder(FORMS.observation, subject), original, true, maxChars);
}

/** The line that stands for all text around dispatch blocks, cut at `maxChars`. */
export function dispatchLine(maskedChars: number | string, maxChars: number): string {
  return `[dispatch output masked — ${maskedChars} chars]`.slice(0, maxChars);
}

/**
 * True for what {@link observationText} gave earlier, so that masking twice changes nothing: the placeholder whole, or
 * cut at `maxChars`, or as first line of a text of at most `maxChars`.
 */
export function isObservationText(content: string, maxChars: number): boolean {
  const end = content.indexOf("\n");
  if (end >= 0 && (maxChars <= CUT_UP_TO_CHARS || content.length > maxChars)) return false;
  const line = end < 0 ? content : content.slice(0, end);
  return isLine(line, (digits) => `[observation masked — ${digits} chars]`, maxChars);
}

/** True for what {@link dispatchLine} gave earlier. */
export function isDispatchLine(line: string, maxChars: number): boolean {
  return isLine(line, (digits) => dispatchLine(digits, Infinity), maxChars);
}

/** Longest line that is looked at: the longer form with the longest number. */
const MAX_LINE_CHARS = 60;

/** A line cut before or within its number is the beginning of a line with any number. */
function isLine(line: string, render: (digits: string) => string, maxChars: number): boolean {
  if (line === "" || line.length > MAX_LINE_CHARS) return false;
  const whole = render(/[0-9]+/.exec(line)?.[0] ?? "0");
  return line === whole || (line.length === maxChars && whole.startsWith(line));
}
