/** The beginning of the lines that say what was left out. */
export const CLIP_MARK = "[clipped — ";

/** The longest beginning of `text` with at most `chars` chars that does not end inside a surrogate pair. */
export function headOf(text: string, chars: number): string {
  return text.slice(0, splitsPair(text, chars) ? chars - 1 : chars);
}

/** The longest end of `text` with at most `chars` chars that does not begin inside a surrogate pair. */
export function tailOf(text: string, chars: number): string {
  const start = text.length - chars;
  return text.slice(splitsPair(text, start) ? start + 1 : start);
}

/** True if `at` is between a high surrogate and its low one. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

function isHigh(c: number): boolean {
  return c >= 0xd800 && c <= 0xdbff;
}

function isLow(c: number): boolean {
  return c >= 0xdc00 && c <= 0xdfff;
}
