// Takes the white space outside strings from a text that is one JSON object or list, or several of them on lines of
// their own. The native twin is `crates/core/src/arrival/json.rs`.
//
//   {                        {"a":[1,2],"a":"x  y"}        spelling, order and repeated keys stay
//     "a": [1, 2],
//     "a": "x  y"
//   }
//   {"a": 1}␊{"b": 2}␊       {"a":1}␊{"b":2}               each value on one line
import { stringEnd } from "../text/json-strings.js";
import { isJson } from "../text/json-value.js";
import { wellFormed } from "../text/surrogates.js";

const isSpace = (char: string) => char === " " || char === "\t" || char === "\n" || char === "\r";

/**
 * The text without white space outside strings; undefined if it has none, or if anything in it is no JSON: then nothing
 * of it may change. Linear.
 */
export function shortenJson(text: string): string | undefined {
  if (wellFormed(text) !== text) return undefined;
  const values: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = behindSpace(text, at);
    if (start === text.length) break;
    if (values.length > 0 && !text.slice(at, start).includes("\n")) return undefined;
    const value = readValue(text, start);
    if (value === undefined) return undefined;
    values.push(value.kept);
    at = value.end;
  }
  const shorter = values.join("\n");
  return shorter.length < text.length && values.length > 0 ? shorter : undefined;
}

function behindSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charAt(at))) at++;
  return at;
}

/** The object or list at `start`. Its end is found by its brackets, and then it must be JSON. */
function readValue(text: string, start: number): { kept: string; end: number } | undefined {
  if (!"{[".includes(text.charAt(start))) return undefined;
  let kept = "";
  let depth = 0;
  let at = start;
  do {
    const char = text.charAt(at);
    const end = char === '"' ? stringEnd(text, at) + 1 : at + 1;
    if (end === 0) return undefined;
    if (char === "{" || char === "[") depth++;
    if (char === "}" || char === "]") depth--;
    if (!isSpace(char)) kept += text.slice(at, end);
    at = end;
  } while (depth > 0 && at < text.length);
  return depth === 0 && isJson(text.slice(start, at)) ? { kept, end: at } : undefined;
}
