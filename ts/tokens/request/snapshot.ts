// A snapshot of a list of JSON values that can later prove whether they are unchanged. The objects belong to the
// caller, who may change them. One array has all parts of the values, one after the other:
//
//   {"role": "user", "content": ["a", 1]}     RECORD "role" "user" "content" LIST 2 "a" 1 END
//
// Comparing then walks through one piece of memory, and the values themselves.

/** Unique markers: no value equals them. */
const RECORD = Object.freeze({});
const LIST = Object.freeze({});
const END = Object.freeze({});

/** A list is not remembered if a value has more parts, is nested too deeply, or contains itself. */
const MOST_PARTS = 30_000;
const MOST_DEPTH = 100;

/** The snapshot of a list. Strings are referenced. */
export class ListSnapshot {
  readonly #parts: unknown[];
  /** For each value: where its parts end, and the chars of strings in all values up to it. */
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

  /** Chars of referenced strings. */
  get chars(): number {
    return this.#chars.at(-1) ?? 0;
  }

  /** How many values at the beginning of `list`, at most `most`, are unchanged. */
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
   * Keeps the first `count` values and appends those of `list` after them. Undefined if one of those is too large or no
   * JSON. Changes and returns this object, unless `isKept`.
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

/** Usually there is nothing to cut off. Setting the length that a list already has costs as much as changing it. */
export function cut(list: unknown[], length: number): void {
  if (list.length > length) list.length = length;
}

/** The parts recorded so far. */
interface Held {
  parts: unknown[];
  chars: number;
  /** Most parts allowed. */
  most: number;
}

/** Records a value. Returns false if it is not to be remembered. */
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

/** Such an object reads nothing from a prototype. */
const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Where the parts that begin at `at` end; -1 if the value has changed. */
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

/** A loop over the object's keys is faster than one over a list of names, which would have to be created. */
function followRecord(parts: readonly unknown[], at: number, record: Record<string, unknown>): number {
  let next = at;
  for (const name in record) {
    if (parts[next] !== name) return -1;
    const value = record[name];
    // Usually it is a string, which needs no call.
    if (typeof value === "string") next = value === parts[next + 1] ? next + 2 : -1;
    else next = follow(parts, next + 1, value);
    if (next < 0) return -1;
  }
  return parts[next] === END ? next + 1 : -1;
}
