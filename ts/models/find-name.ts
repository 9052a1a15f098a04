// Finds the known names inside a model's name. Routers, clouds and clients put words in front of it and behind it
// (`us.anthropic.claude-opus-4-5-20251101-v1:0`, `openrouter/openai/gpt-5.6:free`, `ft:gpt-4o-mini-2024-07-18:org`,
// `claude-opus-4-6[1m]`), so a name may stand anywhere behind such a word and its separator. Behind a hyphen it is a part
// of another name (`llama-3-claude-distill`), unless a host is in front of it (`databricks-claude-sonnet-4-5`).

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
 * @param model As it was given.
 * @param names Canonical.
 */
export function findName(model: string, names: Iterable<string>, end: NameEnd): string | undefined {
  let [best, bestAt] = ["", Number.POSITIVE_INFINITY];
  const text = canonical(model);
  const isWhole = (at: number, name: string) =>
    isStart(model, at) && (end === "version" ? isVersionEnd : isWordEnd)(text, at + name.length);
  for (const name of names) {
    const at = placeOf(text, name, isWhole);
    if (at < bestAt || (at === bestAt && name.length > best.length)) [best, bestAt] = [name, at];
  }
  return Number.isFinite(bestAt) ? best : undefined;
}

/** Where the name first occurs as a whole; infinity for nowhere. */
function placeOf(text: string, name: string, isWhole: (at: number, name: string) => boolean): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (isWhole(at, name)) return at;
  }
  return Number.POSITIVE_INFINITY;
}

/** Hosts that put their name and a hyphen in front of a model's. */
const HOSTS = /^(?:anthropic|aws|azure|bedrock|databricks|google|openai|vertex)[-_]$/i;

/** Whether a name can begin here: behind nothing or a separator, or behind a host's name. */
function isStart(model: string, at: number): boolean {
  const before = model.slice(0, at);
  const word = before.slice(before.search(/[A-Za-z0-9_-]*$/));
  return word === "" || HOSTS.test(word);
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
