// Halves of surrogate pairs: no UTF-8 text can hold them, and providers refuse requests with one.

/** The text with U+FFFD in place of each half. */
export const wellFormed = (text: string): string => (text as string & { toWellFormed(): string }).toWellFormed();

/** A JSON text with `\\ufffd` in place of each half, as long as it was; in UTF-8 only escapes can spell one. */
export function repairSurrogatesInText(text: string): string {
  // A backslash with what it escapes is one match, so that `\\\\ud800` is never taken for an escape.
  return text.replace(
    /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[^u])/g,
    (spelled) => (/^\\u[dD][89a-fA-F][0-9a-fA-F]{2}$/.test(spelled) ? "\\ufffd" : spelled),
  );
}
