// A list of JSON values as it was, so that it shows whether they are so still: objects are the caller's, who may change
// them. All that is in the values stands in one array, one behind the other:
//
//   {"role": "user", "content": ["a", 1]}     RECORD "role" "user" "content" LIST 2 "a" 1 END
//
// so that comparing walks through one piece of memory, and the values themselves.

/** Nobody else has these: no value is equal to one. */
const RECORD = Object.freeze({});
const LIST = Object.freeze({});
const END = Object.freeze({});

/** A list with a value of more parts, or deeper ones, is not remembered; objects that contain themselves neither. */
const MOST_PARTS = 30_000;
const MOST_DEPTH = 100;

/** A list as it was. Strings are referenced. */
export class ListSnapshot {
  readonly #parts: unknown[];
  /** Of each value: where its parts end, and the chars of strings in all values up to it. */
  readonly #ends: number[];
  readonly #chars: number[];

  private constructor(parts: unknown[], ends: number[], chars: number[]) {
    this.#parts = parts;
    this.#ends = ends;
    this.#chars = chars;
  }

  static empty(): ListSnapshot {
    return new ListSnapshot([], [], []);
  }

  get length(): number {
    return this.#ends.length;
  }

  /** Chars of strings that are referenced. */
  get chars(): number {
    return this.#chars.at(-1) ?? 0;
  }

  /** How many values `list` begins with, `most` at most, are as they were. */
  sameIn(list: readonly unknown[], most: number): number {
    const last = Math.min(most, this.length);
    let at = 0;
    for (let index = 0; index < last; index++) {
      at = follow(this.#parts, at, list[index]);
      if (at < 0) return index;
    }
    return last;
  }

  /**
   * The first `count` values, and those of `list` behind them; undefined where one of those has too much in it, or
   * something that is no JSON. This one itself, no longer as it was, unless `isKept`.
   */
  grown(count: number, list: readonly unknown[], isKept: boolean): ListSnapshot | undefined {
    const now = isKept ? new ListSnapshot(this.#parts.slice(), this.#ends.slice(), this.#chars.slice()) : this;
    cut(now.#parts, now.#ends[count - 1] ?? 0);
    cut(now.#ends, count);
    cut(now.#chars, count);
    for (let index = count; index < list.length; index++) {
      const held = { parts: now.#parts, chars: now.chars, most: now.#parts.length + MOST_PARTS };
      if (!take(list[index], held, 0)) return undefined;
      now.#ends.push(now.#parts.length);
      now.#chars.push(held.chars);
    }
    return now;
  }
}

/** Mostly there is nothing to be cut off, and to set a length that a list has already costs as much as to change it. */
export function cut(list: unknown[], length: number): void {
  if (list.length > length) list.length = length;
}

/** What is written down. */
interface Held {
  parts: unknown[];
  chars: number;
  /** Parts that there may be. */
  most: number;
}

/** Writes a value down; false for what is not to be remembered. */
function take(value: unknown, held: Held, depth: number): boolean {
  const { parts } = held;
  if (parts.length >= held.most || depth > MOST_DEPTH || typeof value === "function") return false;
  if (typeof value === "string") held.chars += value.length;
  if (typeof value !== "object" || value === null) {
    parts.push(value);
    return true;
  }
  if (Array.isArray(value)) {
    parts.push(LIST, value.length);
    for (let at = 0; at < value.length; at++) if (!take(value[at], held, depth + 1)) return false;
    return true;
  }
  if (!isPlain(value)) return false;
  parts.push(RECORD);
  for (const name of Object.keys(value)) {
    parts.push(name);
    if (!take((value as Record<string, unknown>)[name], held, depth + 1)) return false;
  }
  parts.push(END);
  return true;
}

/** Nothing is read from a prototype then. */
const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Where the parts of a value end that begin at `at`; -1 where it is not as it was. */
function follow(parts: readonly unknown[], at: number, value: unknown): number {
  if (typeof value === "string") return value === parts[at] ? at + 1 : -1;
  if (typeof value !== "object" || value === null) return Object.is(value, parts[at]) ? at + 1 : -1;
  if (Array.isArray(value)) return followList(parts, at, value);
  return parts[at] === RECORD && isPlain(value) ? followRecord(parts, at + 1, value as Record<string, unknown>) : -1;
}

function followList(parts: readonly unknown[], at: number, list: readonly unknown[]): number {
  if (parts[at] !== LIST || parts[at + 1] !== list.length) return -1;
  let next = at + 2;
  for (let index = 0; next >= 0 && index < list.length; index++) next = follow(parts, next, list[index]);
  return next;
}

/** Faster than over a list of names, which would have to be made. */
function followRecord(parts: readonly unknown[], at: number, record: Record<string, unknown>): number {
  let next = at;
  for (const name in record) {
    if (parts[next] !== name) return -1;
    const value = record[name];
    // Mostly a string, which needs no call.
    if (typeof value === "string") next = value === parts[next + 1] ? next + 2 : -1;
    else next = follow(parts, next + 1, value);
    if (next < 0) return -1;
  }
  return parts[next] === END ? next + 1 : -1;
}
