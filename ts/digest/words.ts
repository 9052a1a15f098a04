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
    const found = wordIn(run, index);
    if (found !== undefined) yield found;
  }
}

/**
 * The same words but those of small letters or of capitals alone, with at most one capital in front, which name nothing.
 * Most words are such ones, and are not even cut out.
 */
export function* specialWordsOf(text: string): Generator<PlacedWord> {
  for (let start = 0; start < text.length; ) {
    const code = text.charCodeAt(start);
    if (!isOfRun(code)) {
      start++;
      continue;
    }
    let end = start;
    let isSpecial = false;
    for (let before = 0, at = code; end < text.length && isOfRun(at); at = text.charCodeAt(end)) {
      const kind = KINDS[at] ?? OTHER;
      if (kind > CAPITAL || (kind === CAPITAL && before === SMALL)) isSpecial = true;
      before = kind;
      end++;
    }
    const found = isSpecial ? wordIn(text.slice(start, end), start) : undefined;
    if (found !== undefined) yield found;
    start = end;
  }
}

const [SMALL, CAPITAL, OTHER] = [1, 2, 3];

/** Chars of runs, by code: small letters, capitals, and others; 0 for what ends a run. */
const KINDS = new Uint8Array(128);
for (const char of "-0123456789_./~@$") KINDS[char.charCodeAt(0)] = OTHER;
for (let at = 0; at < 26; at++) {
  KINDS[0x61 + at] = SMALL;
  KINDS[0x41 + at] = CAPITAL;
}

const isOfRun = (code: number): boolean =>
  code < 128 ? KINDS[code] !== 0 : (code >= 0xc0 && code <= 0x1fff) || code >= 0x3040;

function wordIn(run: string, index: number): PlacedWord | undefined {
  if (run.length > MAX_RUN_CHARS || !ASCII.test(run)) return undefined;
  const { word, start } = trimmed(run);
  return word === "" ? undefined : { word, start: index + start };
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
