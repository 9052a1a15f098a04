// Halves of surrogate pairs. UTF-8 text cannot contain them, and providers refuse requests with one.

/** Whether UTF-8 can hold the text: it has no half of a surrogate pair. */
export const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

/** The text with U+FFFD for each half. */
export const wellFormed = (text: string): string => (text as string & { toWellFormed(): string }).toWellFormed();

/** A JSON text with `\\ufffd` for each half, of the same length. In UTF-8 only escapes can express one. */
export function repairSurrogatesInText(text: string): string {
  // A backslash and the char that it escapes are one match, so that `\\\\ud800` is never read as an escape.
  return text.replace(
    /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^u])/g,
    (spelled) => (/^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$/.test(spelled) ? "\\ufffd" : spelled),
  );
}
