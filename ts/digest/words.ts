// Splits a text into words that a model may need again. The native twin is `crates/core/src/digest/words.rs`.
//
//   see ./src/a-b.ts:12, --fooBar()... https://a.b/c  →  see  ./src/a-b.ts  12  fooBar  https  a.b/c
//
// A word is a run of letters, digits and `_ . / ~ @ $ -`, without the points, dashes and slashes at its ends, except for
// what begins a path. Letters of other scripts are part of a run, which is then no word: the rest of it names nothing.

const RUN = /[A-Za-z0-9_./~@$\-\u00c0-\u1fff\u3040-\uffff]+/g;
const ASCII = /^[!-~]*$/;
/** Longer runs are no words. */
const MAX_RUN_CHARS = 200;
const ENDS = "-./~@$";

/** A word and where it begins. */
export interface PlacedWord {
  word: string;
  start: number;
}

/** Every word of the text, in order, as often as it occurs. Linear. */
export function* wordsOf(text: string): Generator<PlacedWord> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length > MAX_RUN_CHARS || !ASCII.test(run)) continue;
    const { word, start } = trimmed(run);
    if (word !== "") yield { word, start: index + start };
  }
}

function trimmed(run: string): PlacedWord {
  let start = run.startsWith("//") ? run.search(/[^/]/) : 0;
  if (start < 0) return { word: "", start: 0 };
  while (run.charAt(start) === "-" || (run.charAt(start) === "." && !beginsPath(run, start))) start++;
  let end = run.length;
  while (end > start && ENDS.includes(run.charAt(end - 1))) end--;
  return { word: run.slice(start, end), start };
}

/** `./` or `../`. */
function beginsPath(run: string, at: number): boolean {
  return run.startsWith("./", at) || run.startsWith("../", at);
}
