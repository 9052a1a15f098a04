// Splits a text into words that a model may need again. The native twin is `crates/core/src/digest/words.rs`.
//
//   see ./src/a-b.ts:12, --fooBar()... https://a.b/c  →  see  ./src/a-b.ts  12  fooBar  https  a.b/c
//
// A word is a run of letters, digits and `_ . / ~ @ $ -`, without the points, dashes and slashes at its ends, except for
// what begins a path. Letters of other scripts are part of a run, which is then no word: the rest of it names nothing.

/** Longer runs are no words. */
export const MAX_RUN_CHARS = 200;

/** A word and where it begins. */
export interface PlacedWord {
  word: string;
  start: number;
}

/** Every word of the text, in order, as often as it occurs. Linear. */
export function wordsOf(text: string): PlacedWord[] {
  return collect(text, false);
}

/**
 * The same words but those of small letters or of capitals alone, with at most one capital in front, which name nothing.
 * Most words are such ones, and are not even cut out.
 */
export function specialWordsOf(text: string): PlacedWord[] {
  return collect(text, true);
}

function collect(text: string, areSpecial: boolean): PlacedWord[] {
  const words: PlacedWord[] = [];
  visitRuns(text, areSpecial, (word, start) => words.push({ word, start }));
  return words;
}

/** Calls `visit` with each of {@link specialWordsOf}: a text may have very many. */
export function visitSpecialWords(text: string, visit: (word: string, start: number) => void): void {
  visitRuns(text, true, visit);
}

function visitRuns(text: string, areSpecial: boolean, visit: (word: string, start: number) => void): void {
  // A code is never read behind the end: it would be no number, and all of this slower.
  const { length } = text;
  for (let end = 0; end < length; end++) {
    let code = text.charCodeAt(end);
    if (!isOfRun(code)) continue;
    const start = end;
    let isMeant = !areSpecial;
    let isWord = true;
    let before = 0;
    for (;;) {
      const kind = code < 128 ? (KINDS[code] ?? OTHER) : OTHER;
      if (code >= 128) isWord = false;
      if (kind > CAPITAL || (kind === CAPITAL && before === SMALL)) isMeant = true;
      before = kind;
      end++;
      if (end === length) break;
      code = text.charCodeAt(end);
      if (!isOfRun(code)) break;
    }
    if (isMeant && isWord && end - start <= MAX_RUN_CHARS) visitTrimmed(text, start, end, visit);
  }
}

const [SMALL, CAPITAL, OTHER] = [1, 2, 3];

/** Chars of runs, by code: small letters, capitals, and others; 0 for what ends a run. */
const KINDS = new Uint8Array(128);
/** 1 for chars at which no word ends. */
const ENDS = new Uint8Array(128);
for (const char of "0123456789_-./~@$") KINDS[char.charCodeAt(0)] = OTHER;
for (const char of "-./~@$") ENDS[char.charCodeAt(0)] = 1;
for (let at = 0; at < 26; at++) {
  KINDS[0x61 + at] = SMALL;
  KINDS[0x41 + at] = CAPITAL;
}
const [DASH, DOT, SLASH] = [0x2d, 0x2e, 0x2f];

/** Whether a char is part of a run; none has the code 0. */
export const isOfRun = (code: number): boolean =>
  code < 128 ? KINDS[code] !== 0 : (code >= 0xc0 && code <= 0x1fff) || code >= 0x3040;

/** The run without what no word begins or ends with. */
function visitTrimmed(text: string, from: number, to: number, visit: (word: string, start: number) => void): void {
  const start = wordStart(text, from, to);
  const end = wordEnd(text, start, to);
  if (end > start) visit(text.slice(start, end), start);
}

/** Where the word of a run begins; `to` if it has none. */
export function wordStart(text: string, from: number, to: number): number {
  let start = from;
  if (isSlash(text, start, to) && isSlash(text, start + 1, to)) while (isSlash(text, start, to)) start++;
  for (; start < to; start++) {
    const code = text.charCodeAt(start);
    if (code !== DASH && (code !== DOT || beginsPath(text, start, to))) break;
  }
  return start;
}

/** Where the word of a run ends that begins at `start`. */
export function wordEnd(text: string, start: number, to: number): number {
  let end = to;
  while (end > start && ENDS[text.charCodeAt(end - 1)] === 1) end--;
  return end;
}

const isSlash = (text: string, at: number, end: number): boolean => at < end && text.charCodeAt(at) === SLASH;

/** `./` or `../`. */
function beginsPath(text: string, at: number, end: number): boolean {
  const next = at + 1 < end && text.charCodeAt(at + 1) === DOT ? at + 1 : at;
  return isSlash(text, next + 1, end);
}
