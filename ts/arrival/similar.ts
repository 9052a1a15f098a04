// Replaces what is between the first and the last of lines that differ only in numbers and ids by a line that counts
// it. The native twin, which shows an example, is `crates/core/src/arrival/similar.rs`.

import { isWellFormed } from "../text/surrogates.js";
import { isShorter, linesOf, saysError, withoutFeed } from "./text-lines.js";

/** Lines of the shortest run that is replaced. */
const FEWEST = 4;
/** Chars of the shortest hexadecimal id. */
const HEX_CHARS = 6;
/** Chars of the shortest other id, and its fewest digits. */
const ID_CHARS = 16;
const HAS_DIGITS = /(?:[0-9][a-z]*){4}/i;

/**
 * The text with `[… 35 similar lines …]` for what is between the first and the last of at least 4 lines that differ
 * only in numbers and ids, where that is shorter. A run ends in front of a line that says that something failed, so
 * none is left out. Lines that are all equal are no such run. Undefined if there is none, if the text has such a note
 * already, or if it is not well formed. Linear.
 */
export function shortenSimilar(text: string): string | undefined {
  const lines = linesOf(text);
  if (!isWellFormed(text) || lines.some((line) => isNote(withoutFeed(line)))) return undefined;
  const templates = lines.map((line) => templateOf(withoutFeed(line)));
  const out: string[] = [];
  for (let first = 0, end = 0; first < lines.length; first = end) {
    end = first + 1;
    while (end < lines.length && templates[end] === templates[first] && !saysError(withoutFeed(lines[end] ?? "")))
      end++;
    const run = lines.slice(first, end);
    const middle = run.slice(1, -1).join("");
    const note = `[… ${run.length - 2} similar lines …]${run[0]?.endsWith("\r\n") ? "\r\n" : "\n"}`;
    if (run.length >= FEWEST && isVaried(run) && isShorter(note, middle)) {
      out.push(run[0] ?? "", note, run.at(-1) ?? "");
    } else {
      out.push(run.join(""));
    }
  }
  const shorter = out.join("");
  return shorter === text ? undefined : shorter;
}

const isVaried = (run: readonly string[]): boolean =>
  run.some((line) => withoutFeed(line) !== withoutFeed(run[0] ?? ""));

const isNote = (line: string): boolean => /^\[… [0-9]+ similar lines …\]\r?$/.test(line);

/** A UUID, or a word with a digit. */
const VARIED = /(?<![0-9a-z])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])|[a-z]*[0-9][0-9a-z]*)/gi;

/** What is left of a line when each number and each id in it is the same: `step 17 of a3f9c21` gives `step 0 of 0`. */
function templateOf(line: string): string {
  if (!/[0-9-]/.test(line)) return line;
  return line.replace(VARIED, (word) => (isId(word) ? "0" : word.replace(/[0-9]+/g, "0")));
}

/** Of all words, UUIDs alone have hyphens. */
function isId(word: string): boolean {
  if (word.includes("-") || /^0x[0-9a-f]+$/i.test(word)) return true;
  const isHex = word.length >= HEX_CHARS && /^[0-9a-f]+$/i.test(word);
  return isHex || (word.length >= ID_CHARS && HAS_DIGITS.test(word));
}
