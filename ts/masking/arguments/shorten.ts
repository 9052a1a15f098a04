// Shortens long strings in the arguments of an old call. The native twin is `crates/core/src/plan/arguments/shorten.rs`.
//
//   {"path":"a.ts","text":"import x from … 9,000 chars"}
//   {"path":"a.ts","text":"import x from [argument shortened: 8900 chars left out; mentions: src/b.ts, parseBody]"}
//
// The mark has no char that JSON escapes, so it is spelled alike in a text, in a JSON string, and in JSON within one.

import { digest, noteWords } from "../../digest/digest.js";
import { headOf } from "../../text/clip.js";
import { stringEnd } from "../../text/json-strings.js";
import { isJson, visitStrings } from "../../text/json-value.js";
import { wellFormed } from "../../text/surrogates.js";

/** How long strings are shortened. */
export interface ShortenRules {
  /** Longer strings are shortened, in chars. */
  readonly maxChars: number;
  /** Undefined if the words of what is left out are not named. */
  readonly digest: { readonly maxChars: number; readonly ratio: number } | undefined;
}

/** Every shortened string has it. */
export const MARK = "[argument shortened: ";
const LEFT_OUT = " chars left out";
const MENTIONS = "; mentions: ";
const OWN_END = /\[argument shortened: [1-9][0-9]{0,9} chars left out(?:; mentions: [ -Z\\^-~]+)?\]$/y;

/** Share of `maxChars` that stays of a string. */
const HEAD_SHARE = 4;
/** `ratio` is compared in so many parts. */
const RATIO_SCALE = 10_000;

/** A string that is shortened, where it is in an object. */
export interface ShortenedMember {
  path: readonly (string | number)[];
  text: string;
  shortened: string;
}

/** The string shortened; undefined if it stays: it is short, came shortened, or has half of a surrogate pair. */
export function shortenText(text: string, rules: ShortenRules): string | undefined {
  if (!mayShorten(text, rules)) return undefined;
  const head = headOf(text, headChars(rules));
  return head + markOf(head, text.slice(head.length), rules);
}

/** The same for a text that is no JSON: it is cut at the end of a line, or stays. */
export function shortenLines(text: string, rules: ShortenRules): string | undefined {
  if (!mayShorten(text, rules)) return undefined;
  const end = text.slice(0, headChars(rules)).lastIndexOf("\n") + 1;
  return end === 0 ? undefined : text.slice(0, end) + markOf(text.slice(0, end), text.slice(end), rules);
}

/** All long strings in an object, in order. Linear. */
export function shortenMembers(value: object, rules: ShortenRules): ShortenedMember[] {
  const found: ShortenedMember[] = [];
  visitStrings(value, (text, path) => {
    const shortened = shortenText(text, rules);
    if (shortened !== undefined) found.push({ path: [...path], text, shortened });
  });
  return found;
}

/**
 * The JSON text with its long strings shortened; everything between them is spelled as it was. Undefined if nothing is
 * shortened, `"no_json"` if the text is no JSON. Linear.
 */
export function shortenJson(json: string, rules: ShortenRules): string | undefined | "no_json" {
  if (json.length <= rules.maxChars || !isWellFormed(json)) return undefined;
  if (!isJson(json)) return "no_json";
  let out = "";
  let copied = 0;
  for (let at = json.indexOf('"'); at >= 0; ) {
    const end = stringEnd(json, at);
    const cut =
      end - at - 1 > rules.maxChars && !isName(json, end + 1) ? cutOf(json.slice(at, end + 1), rules) : undefined;
    if (cut !== undefined) {
      out += json.slice(copied, at + cut.kept) + cut.mark;
      copied = end;
    }
    at = json.indexOf('"', end + 1);
  }
  return copied === 0 ? undefined : out + json.slice(copied);
}

/** Whether any string of a value has a mark. */
export function hasMark(value: unknown): boolean {
  let found = false;
  visitStrings(value, (text) => (found ||= text.includes(MARK)));
  return found;
}

/** What stays of a JSON string, as chars of its spelling with the opening quote, and what follows. */
function cutOf(token: string, rules: ShortenRules): { kept: number; mark: string } | undefined {
  const text = JSON.parse(token) as string;
  if (!mayShorten(text, rules)) return undefined;
  const head = headOf(text, headChars(rules));
  return { kept: spelledEnd(token, head.length), mark: markOf(head, text.slice(head.length), rules) };
}

/** Where the spelling of the first `chars` chars ends in a JSON string. */
function spelledEnd(token: string, chars: number): number {
  let at = 1;
  for (let left = chars; left > 0; left--) {
    if (token[at] !== "\\") at++;
    else at += token[at + 1] === "u" ? ESCAPE_CHARS : 2;
  }
  return at;
}

const ESCAPE_CHARS = 6;

function markOf(head: string, rest: string, { digest: settings }: ShortenRules): string {
  const count = `${MARK}${rest.length}${LEFT_OUT}`;
  if (settings === undefined) return `${count}]`;
  const most = Math.min(settings.maxChars, Math.floor((rest.length * scaledRatio(settings.ratio)) / RATIO_SCALE));
  const seen = new Set<string>();
  noteWords(head, seen);
  const words = digest(rest, (word) => seen.has(word), most, most);
  return words === "" ? `${count}]` : `${count}${MENTIONS}${words}]`;
}

/** A ratio in parts of `RATIO_SCALE`. */
const scaledRatio = (ratio: number): number => Math.round(ratio * RATIO_SCALE);

const headChars = ({ maxChars }: ShortenRules): number => Math.floor(maxChars / HEAD_SHARE);

function mayShorten(text: string, rules: ShortenRules): boolean {
  return text.length > rules.maxChars && isWellFormed(text) && !isOwn(text, rules);
}

/** Whether a string came shortened: a mark of our own, with a head in front that is no longer than ours. */
function isOwn(text: string, rules: ShortenRules): boolean {
  const most = headChars(rules) + MARK_CHARS + (rules.digest?.maxChars ?? 0);
  if (text.length > most) return false;
  const at = text.lastIndexOf(MARK);
  if (at < 0 || at > headChars(rules)) return false;
  OWN_END.lastIndex = at;
  return OWN_END.test(text);
}

/** Longest mark without its words. */
const MARK_CHARS = MARK.length + 10 + LEFT_OUT.length + MENTIONS.length + 1;

const isWellFormed = (text: string): boolean => wellFormed(text) === text;

/** Whether a colon follows, so that the string before is a member's name. */
function isName(json: string, at: number): boolean {
  let next = at;
  while (" \t\n\r".includes(json.charAt(next)) && next < json.length) next++;
  return json[next] === ":";
}
