import { messageOf } from "../base/errors.js";

/** Longest text of an error in a report. */
const MAX_CHARS = 300;

/** What went wrong, of anything that was thrown, for people. */
export function errorText(error: unknown): string {
  try {
    return messageOf(error).slice(0, MAX_CHARS);
  } catch {
    return "an error without a text";
  }
}
