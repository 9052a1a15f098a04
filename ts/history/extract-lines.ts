import { headOf } from "../text/clip.js";
import { clipText } from "../text/clip-text.js";
import { type ChatMessage, isObservation } from "./chat-message.js";
import { findDispatchBlocks } from "./dispatch.js";
import { isObservationText } from "./placeholders.js";

/** The first words of a text are searched only this far. White space beyond it is not skipped. */
const HEAD_CHARS = 4_000;

/** The beginning of a text on one line, at most `maxChars` chars. */
export function toOneLine(text: string, maxChars: number): string {
  // The first words of a long text are nearly always enough, however much white space separates them.
  const chars = Math.min(HEAD_CHARS, WORDS * maxChars);
  const few = headOnOneLine(text, chars);
  const isEnough = few.length > maxChars || text.length <= chars;
  return clipText(isEnough ? few : headOnOneLine(text, HEAD_CHARS), maxChars);
}

const WORDS = 3;

function headOnOneLine(text: string, chars: number): string {
  return headOf(text, chars).replace(/\s+/g, " ").trim();
}

const DEMAND = /\b(?:must|never|always|do not|don['’]t|only|make sure|at most|at least|required?|forbidden)\b/i;

/** The first `limit` sentences by which a user demands or forbids something. */
export function constraintsIn(text: string, limit: number): string[] {
  const found: string[] = [];
  for (const sentence of sentencesOf(text)) {
    if (DEMAND.test(sentence)) found.push(toOneLine(sentence, HEAD_CHARS));
    if (found.length === limit) break;
  }
  return found;
}

const NO_TASKS: readonly string[] = [];
const ANY_MARK = /\[ \] |TO(?:DO)/;
const OPEN_TASK = /^(?:[-*] \[ \] |TO(?:DO):? )/;

/** The last `limit` lines that a checklist (`- [ ]`) or a to-do mark shows as open, without the mark. */
export function openTasksIn(text: string, limit: number): readonly string[] {
  // Most texts have no mark and need not be cut into lines.
  if (!ANY_MARK.test(text)) return NO_TASKS;
  const found: string[] = [];
  for (const line of text.split("\n")) {
    const task = line.trimStart();
    if (OPEN_TASK.test(task)) found.push(toOneLine(task.replace(OPEN_TASK, ""), HEAD_CHARS));
  }
  return found.slice(-limit);
}

/**
 * The outcome in a tool result: its first dispatch block without delimiters, else its text. Undefined if it is masked.
 */
export function outcomeOf(message: ChatMessage): string | undefined {
  if (!isObservation(message)) return undefined;
  const [block] = findDispatchBlocks(message.content) ?? [];
  if (block !== undefined) {
    return message.content.slice(
      block.start + "BEGIN_DISPATCH_RESULT".length,
      block.end - "END_DISPATCH_RESULT".length,
    );
  }
  return isObservationText(message.content, MASKED_UP_TO_CHARS) ? undefined : message.content;
}

/** A masked result that keeps the head of the original counts as masked up to this length. */
const MASKED_UP_TO_CHARS = 1_000;

/** Yields sentences and lines in order, lazily. */
function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\n|[.!?](?=\s)/g)) {
    yield text.slice(start, index + end.length);
    start = index + end.length;
  }
  yield text.slice(start);
}
