// Lines of a text, and sizes that both backends count: chars are UTF-16 units.

import { isErrorLine, LINE_CHARS } from "../text/error-line.js";

/** The lines of `text`, each with its line feed. There is none behind a line feed that ends the text. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** A line without its line feed. */
export const withoutFeed = (line: string): string => (line.endsWith("\n") ? line.slice(0, -1) : line);

/** Whether `out` has fewer chars and fewer bytes than `text`. */
export const isShorter = (out: string, text: string): boolean =>
  out.length < text.length && Buffer.byteLength(out) < Buffer.byteLength(text);

/** Whether a line says that something failed; only its beginning is looked at. */
export const saysError = (line: string): boolean => isErrorLine(line.slice(0, LINE_CHARS));
