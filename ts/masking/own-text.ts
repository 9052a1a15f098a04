import { endOfHandle } from "./handle-mark.js";
import { endOfMentions, MAX_MENTIONS_CHARS } from "./mentions.js";
import { FORMS, MAX_PLACEHOLDER_CHARS, type PlaceholderForm, renderToolName } from "./placeholder.js";

/** The call that a placeholder must belong to. */
export interface Owner {
  callId: string;
  toolName: string | undefined;
}

/** A policy's additions to the built-in forms. */
export interface OwnTextRules {
  template: PlaceholderForm | undefined;
  /** A text up to this length may continue after the placeholder's line. Null means that it may not. */
  maxObservationChars: number | null;
  /** The length at which the observation placeholder itself is cut. Null means that it is whole. */
  clippedChars: number | null;
}

const BUILT_IN = Object.values(FORMS);

/**
 * True for a text that an earlier reduction inserted: a placeholder of this very call, alone, or as first line of a
 * text within `maxObservationChars`. The call's id and tool name must be the owner's, so that a tool cannot keep its
 * output by imitating another call's placeholder.
 */
export function isOwnText(text: string, owner: Owner, rules: OwnTextRules): boolean {
  if (text.length === rules.clippedChars && isClippedObservation(text)) return true;
  const mayGoOn = rules.maxObservationChars !== null && text.length <= rules.maxObservationChars;
  if (text.length > MAX_PLACEHOLDER_CHARS + MAX_MENTIONS_CHARS && !mayGoOn) return false;
  const accepts = (end: number, mentionsChars: number) =>
    end - mentionsChars <= MAX_PLACEHOLDER_CHARS &&
    (end === text.length || (mayGoOn && text.charCodeAt(end) === NEWLINE));
  if (rules.template !== undefined && matchForm(text, rules.template, owner, accepts)) return true;
  return text.startsWith("[") && BUILT_IN.some((form) => matchForm(text, form, owner, accepts));
}

const NEWLINE = 10;

/** Whether a text is a beginning of the observation placeholder, which is a constant text around one number. */
function isClippedObservation(text: string): boolean {
  const rest = text.slice(OBSERVATION_START.length);
  if (rest === "") return OBSERVATION_START.startsWith(text);
  return (
    text.startsWith(OBSERVATION_START) && OBSERVATION_END.startsWith(rest.replace(/^[0-9]+/, "")) && /^[0-9]/.test(rest)
  );
}

const OBSERVATION_START = "[observation masked — ";
const OBSERVATION_END = " chars]";

type Step = { literal: string } | { digits: true };

/** @param accepts Whether a placeholder may end at `end`, of which `mentionsChars` are its digest's and its handle's. */
function matchForm(
  text: string,
  form: PlaceholderForm,
  owner: Owner,
  accepts: (end: number, mentionsChars: number) => boolean,
): boolean {
  const first = form.parts[0];
  if (first?.kind === "literal" && !text.startsWith(first.text)) return false;
  let ends: number[] = [0];
  for (const step of stepsOf(form, owner)) {
    ends = "literal" in step ? afterLiteral(text, ends, step.literal) : afterDigits(text, ends);
    if (ends.length === 0) return false;
  }
  const isEnd = (end: number, mentionsChars: number) =>
    text.startsWith(form.tail, end) && accepts(end + form.tail.length, mentionsChars);
  return ends.some((end) => {
    const ends = [end, endOfMentions(text, end)].flatMap((one) => [one, endOfHandle(text, one)]);
    return ends.some((last) => isEnd(last, last - end));
  });
}

/** Converts fields to literals or digits. Neighbouring literals form one step. */
function stepsOf(form: PlaceholderForm, owner: Owner): Step[] {
  const steps: Step[] = [];
  for (const part of form.parts) {
    const step = stepOf(part, form, owner);
    const last = steps.at(-1);
    if (last !== undefined && "literal" in last && "literal" in step) last.literal += step.literal;
    else steps.push(step);
  }
  return steps;
}

function stepOf(part: PlaceholderForm["parts"][number], form: PlaceholderForm, owner: Owner): Step {
  if (part.kind === "literal") return { literal: part.text };
  if (part.field === "tool_call_id") return { literal: owner.callId };
  if (part.field === "tool_name") return { literal: renderToolName(owner.toolName, form.unknownTool) };
  return { digits: true };
}

function afterLiteral(text: string, ends: readonly number[], literal: string): number[] {
  return ends.filter((end) => text.startsWith(literal, end)).map((end) => end + literal.length);
}

/** Every end of a run of digits that begins at one of `ends`. `ends` ascends, and so does the result. */
function afterDigits(text: string, ends: readonly number[]): number[] {
  const next: number[] = [];
  let done = 0;
  for (const end of ends) {
    for (let at = Math.max(end, done); at < MAX_PLACEHOLDER_CHARS && isDigit(text.charCodeAt(at)); at++) {
      next.push(at + 1);
      done = at + 1;
    }
  }
  return next;
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}
