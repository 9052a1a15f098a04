// Places of values in JSON bytes, without parsing: only strings and brackets are looked at. What is between them is the concern
// of whoever reads the value.
import type { Span } from "../../contract/report.js";
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isJsonSpace,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from "../../text/json-codes.js";

/** A member of an object, and the place of its value. */
export interface Member extends Span {
  key: string;
}

/** The first byte from `at` on that is no white space, a byte order mark included at the beginning. */
export function skipSpace(json: Buffer, at: number): number {
  let next = at === 0 && json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? 3 : at;
  while (next < json.length && isJsonSpace(json[next] as number)) next++;
  return next;
}

/** Behind the value that begins at `at`; undefined where it has no end. Linear, without recursion. */
export function valueEnd(json: Buffer, at: number): number | undefined {
  let depth = 0;
  for (let next = at; next < json.length; next++) {
    switch (json[next]) {
      case QUOTE: {
        const end = stringEnd(json, next);
        if (end === undefined || depth === 0) return end;
        next = end - 1;
        break;
      }
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth++;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 0) return next > at ? next : undefined;
        if (--depth === 0) return next + 1;
        break;
      case COMMA:
        if (depth === 0) return next > at ? next : undefined;
        break;
      default:
        if (depth === 0 && isJsonSpace(json[next] as number)) return next;
    }
  }
  return depth === 0 && json.length > at ? json.length : undefined;
}

/** The members of an object that is all of `json` but white space; undefined for anything else. Linear. */
export function membersOf(json: Buffer): Member[] | undefined {
  const members: Member[] = [];
  const steps = eachMember(json, skipSpace(json, 0), (key, start) => {
    const end = valueEnd(json, start);
    if (end !== undefined) members.push({ key, start, end });
    return end;
  });
  const end = drain(steps);
  return end !== undefined && skipSpace(json, end) === json.length ? members : undefined;
}

/** Behind a value; undefined where it has no end. */
export type Ended = number | undefined;

/** What is done with the value at `start`: finds the value's end. A generator yields where a pause may be made. */
export type ReadValue<Key> = (key: Key, start: number) => Generator<void, Ended> | Ended;

/** Reads each member of the object at `at`. Returns the end of that; undefined where it is no object. */
export function* eachMember(json: Buffer, at: number, read: ReadValue<string>): Generator<void, Ended> {
  if (json[at] !== OPEN_OBJECT) return undefined;
  let next = skipSpace(json, at + 1);
  if (json[next] === CLOSE_OBJECT) return next + 1;
  for (;;) {
    const key = json[next] === QUOTE ? keyAt(json, next) : undefined;
    if (key === undefined) return undefined;
    const colon = skipSpace(json, key.end);
    if (json[colon] !== COLON) return undefined;
    const reading = read(key.text, skipSpace(json, colon + 1));
    const end = typeof reading === "object" ? yield* reading : reading;
    if (end === undefined) return undefined;
    next = skipSpace(json, end);
    if (json[next] === CLOSE_OBJECT) return next + 1;
    if (json[next] !== COMMA) return undefined;
    next = skipSpace(json, next + 1);
  }
}

/** The same of each element of the list at `at`. */
export function* eachElement(json: Buffer, at: number, read: ReadValue<number>): Generator<void, Ended> {
  if (json[at] !== OPEN_LIST) return undefined;
  let next = skipSpace(json, at + 1);
  if (json[next] === CLOSE_LIST) return next + 1;
  for (let index = 0; ; index++) {
    const reading = read(index, next);
    const end = typeof reading === "object" ? yield* reading : reading;
    if (end === undefined) return undefined;
    next = skipSpace(json, end);
    if (json[next] === CLOSE_LIST) return next + 1;
    if (json[next] !== COMMA) return undefined;
    next = skipSpace(json, next + 1);
  }
}

/** Runs to the end without a pause. */
export function drain<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The text of a string's JSON; undefined where it is none. */
export function textAt(json: Buffer, { start, end }: Span): string | undefined {
  if (json[start] !== QUOTE) return undefined;
  try {
    return JSON.parse(json.toString("utf8", start, end)) as string;
  } catch {
    return undefined;
  }
}

export const isObjectAt = (json: Buffer, at: number): boolean => json[at] === OPEN_OBJECT;
export const isListAt = (json: Buffer, at: number): boolean => json[at] === OPEN_LIST;

function keyAt(json: Buffer, start: number): { text: string; end: number } | undefined {
  const end = stringEnd(json, start);
  const text = end === undefined ? undefined : textAt(json, { start, end });
  return end === undefined || text === undefined ? undefined : { text, end };
}

/** Behind the quote that ends the string whose first quote is at `at`. */
function stringEnd(json: Buffer, at: number): number | undefined {
  for (let from = at + 1; ; ) {
    const quote = json.indexOf(QUOTE, from);
    if (quote < 0) return undefined;
    let slash = quote;
    while (slash > from && json[slash - 1] === BACKSLASH) slash--;
    if ((quote - slash) % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}
