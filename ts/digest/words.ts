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

/** Every word of the text, in order, as often as it occurs. Linear. */
export function* wordsOf(text: string): Generator<string> {
  for (const [run] of text.matchAll(RUN)) {
    const word = run.length <= MAX_RUN_CHARS && ASCII.test(run) ? trimmed(run) : "";
    if (word !== "") yield word;
  }
}

function trimmed(run: string): string {
  let start = run.startsWith("//") ? run.search(/[^/]/) : 0;
  if (start < 0) return "";
  while (run.charAt(start) === "-" || (run.charAt(start) === "." && !beginsPath(run, start))) start++;
  let end = run.length;
  while (end > start && ENDS.includes(run.charAt(end - 1))) end--;
  return run.slice(start, end);
}

/** `./` or `../`. */
function beginsPath(run: string, at: number): boolean {
  return run.startsWith("./", at) || run.startsWith("../", at);
}
