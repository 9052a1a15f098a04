// Gives the text that a terminal would show. The native twin, which shows an example, is
// `crates/core/src/arrival/terminal.rs`.

import { isWellFormed } from "../text/surrogates.js";
import { showLine } from "./terminal-line.js";
import { isShorter, linesOf } from "./text-lines.js";

/**
 * What a terminal would show of the text: without escape sequences, each line as carriage returns, backspaces and moves
 * within it leave it, without blanks at ends of lines, and one of several blank lines. A carriage return in front of a
 * line feed or at the text's end stays. Undefined if that is not shorter, or if the text is not well formed. Linear.
 */
export function shortenTerminal(text: string): string | undefined {
  if (!mayChange(text) || !isWellFormed(text)) return undefined;
  const out: string[] = [];
  let wasBlank = false;
  for (const line of linesOf(text)) {
    const end = /\r?\n?$/.exec(line)?.[0] ?? "";
    const shown = showLine(line.slice(0, line.length - end.length));
    const isBlank = shown === "";
    if (!(isBlank && wasBlank)) out.push(shown, end);
    wasBlank = isBlank;
  }
  const shorter = out.join("");
  return isShorter(shorter, text) ? shorter : undefined;
}

/** Controls, blanks at ends of lines and blank lines in a row: a text with none of them is shown as it is. */
const CHANGING = ["\u001b", "\b", "\r", " \n", "\t\n", "\n\n\n"] as const;

const mayChange = (text: string): boolean =>
  text.startsWith("\n\n") || text.endsWith(" ") || text.endsWith("\t") || CHANGING.some((sign) => text.includes(sign));
