// Replaces a run of equal lines by one of them and a line that says how often it came. The native twin, which shows an
// example, is `crates/core/src/arrival/repeats.rs`.

import { isWellFormed } from "../text/surrogates.js";
import { linesOf, withoutFeed } from "./text-lines.js";

/** Lines of the shortest run that is replaced. */
const FEWEST = 4;

/**
 * The text with each run of at least 4 equal lines replaced by the line and `[the line above 37 times]`, where that is
 * shorter: 37 is how often the line came altogether. Undefined if there is none, if the text has such a note already,
 * or if it is not well formed. Linear.
 */
export function shortenRepeats(text: string): string | undefined {
  const lines = linesOf(text);
  if (!hasRun(lines)) return undefined;
  if (!isWellFormed(text) || lines.some((line) => isNote(withoutFeed(line)))) return undefined;
  const out: string[] = [];
  for (let first = 0, end = 0; first < lines.length; first = end) {
    const line = withoutFeed(lines[first] ?? "");
    end = first + 1;
    while (end < lines.length && withoutFeed(lines[end] ?? "") === line) end++;
    const count = end - first;
    const note = `[the line above ${count} times]${line.endsWith("\r") ? "\r" : ""}`;
    if (count >= FEWEST && (count - 1) * (line.length + 1) > note.length + 1) {
      // The run's last line ends the text or has a line feed, so the note has the same end.
      out.push(line, "\n", note, lines[end - 1]?.endsWith("\n") ? "\n" : "");
    } else {
      out.push(lines.slice(first, end).join(""));
    }
  }
  const shorter = out.join("");
  return shorter === text ? undefined : shorter;
}

/** Whether so many lines in a row are equal. The last one may be without a line feed. */
function hasRun(lines: readonly string[]): boolean {
  let count = 1;
  for (let at = 1; at < lines.length; at++) {
    const isEqual = lines[at] === lines[at - 1] || (at === lines.length - 1 && `${lines[at]}\n` === lines[at - 1]);
    count = isEqual ? count + 1 : 1;
    if (count >= FEWEST) return true;
  }
  return false;
}

const isNote = (line: string): boolean => /^\[the line above [0-9]+ times\]\r?$/.test(line);
