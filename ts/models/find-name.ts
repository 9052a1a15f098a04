// Finds the known names inside a model's name. Routers, clouds and clients put words in front of it and behind it
// (`us.anthropic.claude-opus-4-5-20251101-v1:0`, `openrouter/openai/gpt-5.6:free`, `ft:gpt-4o-mini-2024-07-18:org`,
// `claude-opus-4-6[1m]`), so a name may stand anywhere between two word boundaries.

/** Longer names, in bytes of UTF-8, are no model's. */
export const MAX_NAME_BYTES = 256;

/** A name as it is compared: in lower case (A to Z), with `-` for `.`, `_` and blanks. */
export const canonical = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[._ ]/g, "-");

/** Where a name may end: with its version, or anywhere but before a letter. */
export type NameEnd = "version" | "word";

/**
 * Of the names that occur in `model`, the one that begins first; of several at one place, the longest. With the end
 * `version` a name is not found where its version goes on: `gpt-5` is not in `gpt-5.6`, but is in `gpt-5-2025-08-07`.
 * Linear in the names.
 *
 * @param model Canonical.
 * @param names Canonical.
 */
export function findName(model: string, names: Iterable<string>, end: NameEnd): string | undefined {
  let [best, bestAt] = ["", Number.POSITIVE_INFINITY];
  for (const name of names) {
    const at = placeOf(model, name, end === "version" ? isVersionEnd : isWordEnd);
    if (at < bestAt || (at === bestAt && name.length > best.length)) [best, bestAt] = [name, at];
  }
  return Number.isFinite(bestAt) ? best : undefined;
}

/** Where the name first stands as a whole; infinity for nowhere. */
function placeOf(model: string, name: string, isEnd: (model: string, at: number) => boolean): number {
  for (let at = model.indexOf(name); at >= 0; at = model.indexOf(name, at + 1)) {
    if (!isAlphanumeric(model.charCodeAt(at - 1)) && isEnd(model, at + name.length)) return at;
  }
  return Number.POSITIVE_INFINITY;
}

const isWordEnd = (model: string, at: number): boolean => !isLetter(model.charCodeAt(at));

/** Whether a version can end here. One or two digits behind a hyphen go on with its version; more are a date or a build. */
function isVersionEnd(model: string, at: number): boolean {
  if (isAlphanumeric(model.charCodeAt(at))) return false;
  if (model[at] !== "-") return true;
  let end = at + 1;
  while (isDigit(model.charCodeAt(end))) end++;
  const digits = end - at - 1;
  return digits === 0 || digits > 2 || isAlphanumeric(model.charCodeAt(end));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 97 && code <= 122;
const isAlphanumeric = (code: number): boolean => isDigit(code) || isLetter(code);
