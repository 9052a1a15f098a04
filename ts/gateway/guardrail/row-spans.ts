import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isJsonSpace,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "../../text/json-codes.js";
import { stringEnd } from "../../text/json-strings.js";

/** A part of a text, in chars. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The places of the elements of the list that an object has under `key` at its top level; of several such keys the last,
 * as `JSON.parse` takes it. Undefined where there is none. One pass, no recursion.
 *
 * @param text A text that `JSON.parse` has taken
 */
export function elementSpans(text: string, key: string): Span[] | undefined {
  const wanted = JSON.stringify(key);
  let found: Span[] | undefined;
  let depth = 0;
  /** Where the present element begins; undefined outside of the wanted list. */
  let element: number | undefined;
  let isWanted = false;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = stringEnd(text, at);
        if (depth === 1 && isKey(text, end + 1)) isWanted = isName(text.slice(at, end + 1), wanted);
        at = end;
        break;
      }
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++;
        if (depth === 2 && isWanted) {
          found = text.charCodeAt(at) === OPEN_LIST ? [] : undefined;
          element = found === undefined ? undefined : at + 1;
        }
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 2 && element !== undefined) {
          addElement(text, element, at, found);
          element = undefined;
        }
        depth--;
        break;
      case COMMA:
        if (depth === 2 && element !== undefined) {
          addElement(text, element, at, found);
          element = at + 1;
        }
        break;
    }
  }
  return found;
}

/** Without the white space around it. */
function addElement(text: string, from: number, to: number, found: Span[] | undefined): void {
  let [first, last] = [from, to];
  while (first < last && isJsonSpace(text.charCodeAt(first))) first++;
  while (last > first && isJsonSpace(text.charCodeAt(last - 1))) last--;
  if (last > first) found?.push({ from: first, to: last });
}

function isKey(text: string, at: number): boolean {
  let next = at;
  while (isJsonSpace(text.charCodeAt(next))) next++;
  return text.charCodeAt(next) === COLON;
}

/** A key may be written with escapes. */
const isName = (written: string, wanted: string): boolean =>
  written === wanted || (written.includes("\\") && JSON.stringify(JSON.parse(written)) === wanted);
