// Cuts a conversation into parts that fit a model's input. A message remains whole if it fits into a part. A longer
// message is cut into pieces, and each piece names its author.
import { headOf } from "../text/clip.js";

/** One message for a model to read. */
export interface SummarySource {
  /** Who speaks: `user`, `assistant`, `tool call`, `tool result` … */
  role: string;
  /** The message's text. */
  text: string;
}

/** The size of a part: `limit`, in the unit that `measure` counts. */
export interface PartLimit {
  limit: number;
  measure(text: string): number;
}

/** Renders a message as one line of JSON, so that no text can imitate another message. */
export function renderSource({ role, text }: SummarySource): string {
  return JSON.stringify({ role, text });
}

/**
 * Splits the conversation in one walk into few parts, each at most `limit` long. Linear in the chars, times the
 * logarithm of the longest message that must be cut.
 *
 * @returns Lines of JSON joined by newlines; at least one part if there is a message.
 */
export function splitSource(source: readonly SummarySource[], { limit, measure }: PartLimit): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let filled = 0;
  for (const line of linesWithin(source, { limit, measure })) {
    const size = measure(`${line}\n`);
    if (lines.length > 0 && filled + size > limit) {
      parts.push(lines.join("\n"));
      lines = [];
      filled = 0;
    }
    lines.push(line);
    filled += size;
  }
  if (lines.length > 0) parts.push(lines.join("\n"));
  return parts;
}

function* linesWithin(source: readonly SummarySource[], room: PartLimit): Generator<string> {
  for (const { role, text } of source) {
    let rest = text;
    do {
      const piece = headWithin(role, rest, room);
      yield renderSource({ role, text: piece });
      rest = rest.slice(piece.length);
    } while (rest !== "");
  }
}

/**
 * Finds the longest beginning of `text` whose line is within the limit. Returns at least one character, so that the
 * split always advances. The search doubles the length until it is too long and then bisects, so that its cost depends
 * on the piece and not on the text.
 */
function headWithin(role: string, text: string, { limit, measure }: PartLimit): string {
  const fits = (chars: number) => measure(`${renderSource({ role, text: headOf(text, chars) })}\n`) <= limit;
  let low = 0;
  let high = Math.min(text.length, FIRST_TRY_CHARS);
  while (fits(high)) {
    if (high === text.length) return text;
    low = high;
    high = Math.min(text.length, high * 2);
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return headOf(text, low) || headOf(text, 1) || text.slice(0, 2);
}

const FIRST_TRY_CHARS = 1_024;
