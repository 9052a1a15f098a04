// Lines of a text in a comparison.
import { type Colors, cut, groupDigits, toTerminal } from "./terminal.js";

/** Most lines of a removed text shown without `--full`; SHOWN_CHARS limits each line. */
const SHOWN_LINES = 6;
const SHOWN_CHARS = 160;

/** The lines of a text that are shown: the first ones, and how much follows, unless all are asked for. */
function shownLines(text: string, full: boolean): string[] {
  const lines = text.split("\n");
  if (full) return lines.map((line) => toTerminal(line));
  const shown = lines.slice(0, SHOWN_LINES);
  const leftChars = text.length - shown.join("\n").length;
  const more =
    leftChars > 0 ? [`… ${groupDigits(lines.length - SHOWN_LINES)} more lines, ${groupDigits(leftChars)} chars`] : [];
  return [...shown.map((line) => toTerminal(cut(line, SHOWN_CHARS))), ...more];
}

/** A header, then what came and what is in its place, as in a diff. Ends with a newline. */
export function changeText(
  header: string,
  { came, now }: { came: string; now: string | undefined },
  full: boolean,
  colors: Colors,
): string {
  const gone = shownLines(came, full).map((line) => colors.red(`- ${line}`));
  const come = now === undefined ? [] : shownLines(now, true).map((line) => colors.green(`+ ${line}`));
  return `${[header, ...gone, ...come].join("\n")}\n`;
}
