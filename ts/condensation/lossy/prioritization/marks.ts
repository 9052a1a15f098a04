// The notes that condensed texts have, and by which they are recognised: what has one is not condensed again.

import { headOf } from "../../../text/clip.js";

/** Beginning of the note of a condensed result or argument. */
export const CONDENSED = "[condensed — ";
/** Takes the place of sentences that are left out. */
export const LEFT_OUT = "[… condensed …]";

/** Beginning of the note in front of sentences that a model wrote in place of others. */
export const REWRITTEN = "[shortened by a model] ";

/** Whether a text was condensed before. */
export const isCondensed = (text: string): boolean =>
  text.includes(CONDENSED) || text.includes(LEFT_OUT) || text.includes(REWRITTEN);

/** One line without chars that JSON escapes. */
export const onOneLine = (text: string, maxChars: number): string =>
  headOf(text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+|["\\]/gu, " "), maxChars).trim();
