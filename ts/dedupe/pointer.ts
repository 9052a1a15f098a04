// The texts that take the place of repeated content.

import { headOf } from "../text/clip.js";
import { wellFormed } from "../text/surrogates.js";

/** Takes the place of a file's content that was read before. */
export const FILE_POINTER = "⟨ File content already provided above ⟩";

const REFERENCE_START = "⟨ Reference: See message #";
const STARTS = [REFERENCE_START, FILE_POINTER, "⟨ Consolidated "];
const FIRST_CODE = "⟨".charCodeAt(0);

/** Whether a line begins as one of these texts. The content of a result may contain such lines too. */
export const isPointerLine = (text: string, at = 0): boolean =>
  text.charCodeAt(at) === FIRST_CODE && STARTS.some((start) => text.startsWith(start, at));

/** Whether a text has anywhere what one of these texts begins with. */
export const hasPointer = (text: string): boolean => STARTS.some((start) => text.includes(start));

/** The names by which a pointer refers to a result. */
export interface PointerTarget {
  /** 0-based index of its message in the request. */
  messageIndex: number;
  /** Id of the call that it answers; undefined where it names none. */
  callId: string | undefined;
  /** Name of the called tool; undefined if it is unknown. */
  toolName: string | undefined;
  /** 1-based place among the results of its message. */
  place: number;
}

/** The pointer to a whole result. */
export function wholePointer(target: PointerTarget): string {
  const tool = shown(target.toolName);
  const label = labelOf(target);
  return pointer(target, tool === undefined ? `the result of ${label}` : `the result of ${tool} (${label})`);
}

/** The pointer to lines of a result, both ends included. */
export function linesPointer(target: PointerTarget, first: number, last: number): string {
  return pointer(target, `lines ${first}–${last} of ${labelOf(target)}`);
}

const pointer = ({ messageIndex }: PointerTarget, what: string) => `${REFERENCE_START}${messageIndex} for ${what} ⟩`;

const labelOf = ({ callId, place }: PointerTarget): string => shown(callId) ?? `tool result ${place}`;

const MAX_NAME_CHARS = 128;

/** A name on one line, of limited length and without chars that JSON escapes, because it comes from a model. */
function shown(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const text = headOf(wellFormed(name).replace(/[\u0000-\u001f"\\\u007f-\u009f]/g, ""), MAX_NAME_CHARS);
  return text === "" ? undefined : text;
}
