// Text that others wrote, for a terminal. Apart from the colours, because a hook loads nothing else.

/** What a terminal would obey, or show in another order than it is. */
export const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A character as `\u{…}`. */
export const escaped = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** Lines that may contain what others wrote: control and direction-changing characters become `\u{…}`, but for line feeds and tabs. */
export function toTerminal(text: string): string {
  return text.replace(UNSAFE, (char) => (char === "\n" || char === "\t" ? char : escaped(char)));
}
