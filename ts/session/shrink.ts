// The last steps of a trim, for when dropping turns is not enough. Old results become placeholders, oldest first; then
// the largest texts are clipped. System and user turns are never touched.
import { placeholderOf } from "../history/placeholders.js";
import { CLIP_MARK, headOf, tailOf } from "../text/clip.js";
import { callerOf } from "./pairs.js";
import type { Turn } from "./turn.js";

/** Weight limit of the turns, and how to weigh one. */
export interface Scale {
  weigh(turn: Turn): number;
  fits(weight: number): boolean;
}

/** The shrunk turns, their weight, and how many became shorter. */
export interface Shrunk {
  turns: Turn[];
  weight: number;
  count: number;
}

/** Masking shorter results gains nothing. */
const LEAST_MASKED_CHARS = 256;

/** Masks results, oldest first, until the turns fit. Keeps the results of the newest turn with calls. Linear. */
export function maskResults(turns: readonly Turn[], weight: number, scale: Scale): Shrunk {
  const callers = callerOf(turns);
  const newest = turns.findLastIndex(({ toolCalls }) => toolCalls !== undefined);
  const left: Shrunk = { turns: [...turns], weight, count: 0 };
  for (const [index, turn] of turns.entries()) {
    if (scale.fits(left.weight)) break;
    const caller = callers[index] ?? -1;
    if (turn.role !== "tool" || caller === newest || turn.content.length < LEAST_MASKED_CHARS) continue;
    const name = turns[caller]?.toolCalls?.find(({ id }) => id === turn.toolCallId)?.name;
    const masked = withContent(turn, maskText(turn, name, index));
    left.turns[index] = masked;
    left.weight += scale.weigh(masked) - scale.weigh(turn);
    left.count++;
  }
  return left;
}

function maskText(
  { toolCallId = "unknown", content, isError }: Turn,
  toolName: string | undefined,
  at: number,
): string {
  return (isError ? maskedError : maskedResult)({ callId: toolCallId, toolName, messageIndex: at, text: content });
}

const FACTS = "(tool_call_id={tool_call_id}, tool={tool_name}, chars={original_chars})]";
const maskedResult = placeholderOf(`[Observation masked: old tool result ${FACTS}`);
const maskedError = placeholderOf(`[Observation masked: old tool error, do not retry without new input ${FACTS}`);

const LEAST_CLIPPED_CHARS = 100;
const RESULTS: ReadonlySet<string> = new Set(["tool"]);
const RESULTS_AND_ANSWERS: ReadonlySet<string> = new Set(["tool", "assistant"]);

/**
 * Clips texts to a length that is halved until the turns fit, so that the largest texts lose first. Clips results
 * before texts of the assistant.
 */
export function clipLargest(turns: readonly Turn[], weight: number, scale: Scale): Shrunk {
  let left: Shrunk = { turns: [...turns], weight, count: 0 };
  for (const roles of [RESULTS, RESULTS_AND_ANSWERS]) {
    const largest = turns.reduce(
      (most, turn) => (roles.has(turn.role) ? Math.max(most, turn.content.length) : most),
      0,
    );
    for (let cap = largest >> 1; cap >= LEAST_CLIPPED_CHARS && !scale.fits(left.weight); cap >>= 1) {
      left = clipAll(turns, weight, roles, cap, scale);
    }
  }
  return left;
}

function clipAll(
  turns: readonly Turn[],
  weight: number,
  roles: ReadonlySet<string>,
  cap: number,
  scale: Scale,
): Shrunk {
  const left: Shrunk = { turns: [], weight, count: 0 };
  for (const turn of turns) {
    const isLong = roles.has(turn.role) && turn.content.length > cap;
    const clipped = isLong ? withContent(turn, clipMiddle(turn.content, cap)) : turn;
    if (isLong) {
      left.weight += scale.weigh(clipped) - scale.weigh(turn);
      left.count++;
    }
    left.turns.push(clipped);
  }
  return left;
}

/** Head and tail of a text, together `maxChars`, with a line between them that states the original length. */
export function clipMiddle(text: string, maxChars: number): string {
  const line = `\n${CLIP_MARK}${text.length} chars]\n`;
  const room = Math.max(0, maxChars - line.length);
  const tail = room >> 1;
  return headOf(text, room - tail) + line + tailOf(text, tail);
}

/** Drops the turn's original wire form, because it contains the old text. */
function withContent(turn: Turn, content: string): Turn {
  const { original: _, ...rest } = turn;
  return { ...rest, content };
}
