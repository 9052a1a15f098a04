// Carries out a plan's edits on the object that it was made for: copies of what is edited, everything else shared.
import type { Edit } from "../contract/report.js";
import { wellFormed } from "../text/surrogates.js";
import { define } from "./object-json.js";

/**
 * The request with the edits. It shares everything that no edit touches with the request, which does not change.
 *
 * @param edits As `planBody` lists them for the request's JSON
 */
export function editObject<T extends object>(request: T, edits: readonly Edit[]): T {
  const copies = new Copies(request);
  for (const edit of edits) carryOut(copies, edit);
  copies.finish();
  return copies.root as T;
}

function carryOut(copies: Copies, { path, replacement, action }: Edit): void {
  const keys = keysOf(path);
  if (action === "repair") copies.repair(keys);
  else if (replacement === "") copies.remove(keys);
  else if (!replacement.startsWith(",")) copies.set(keys, JSON.parse(replacement));
  // An added element or member has its comma in front; elements are added at the end.
  else if (/^,\s*"(?:[^"\\]|\\.)*"\s*:/.test(replacement))
    copies.set(keys, Object.values(JSON.parse(`{${replacement.slice(1)}}`) as object)[0]);
  else copies.append(keys.slice(0, -1), JSON.parse(replacement.slice(1)));
}

/** The keys of a JSON Pointer (RFC 6901). */
const keysOf = (pointer: string): string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The value at a JSON Pointer; undefined if there is none. */
export function valueAtPointer(request: object, pointer: string): unknown {
  let value: unknown = request;
  for (const key of keysOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Marks an element to remove from its list: indexes of later edits count it. */
const REMOVED = Symbol("removed");

/** Copies each container on the way to an edit, once. */
class Copies {
  root: object;
  readonly #own = new Set<object>();
  readonly #shortened = new Set<unknown[]>();
  readonly #renamed = new Set<object>();

  constructor(request: object) {
    this.root = this.#copy(request);
  }

  set(keys: readonly string[], value: unknown): void {
    const key = keys.at(-1);
    if (key !== undefined) define(this.#open(keys.slice(0, -1)), key, value);
  }

  append(keys: readonly string[], value: unknown): void {
    (this.#open(keys) as unknown[]).push(value);
  }

  remove(keys: readonly string[]): void {
    const holder = this.#open(keys.slice(0, -1));
    const key = keys.at(-1) ?? "";
    if (!Array.isArray(holder)) Reflect.deleteProperty(holder, key);
    else {
      holder[Number(key)] = REMOVED;
      this.#shortened.add(holder);
    }
  }

  /** Replaces halves of surrogate pairs in a string, or in the name of a member. */
  repair(keys: readonly string[]): void {
    const holder = this.#open(keys.slice(0, -1));
    const key = keys.at(-1) ?? "";
    const value: unknown = Reflect.get(holder, key);
    if (typeof value === "string") define(holder, key, wellFormed(value));
    if (wellFormed(key) !== key) this.#renamed.add(holder);
  }

  /** What would change the paths of other edits comes last. */
  finish(): void {
    for (const holder of this.#renamed) renameMembers(holder);
    for (const list of this.#shortened) {
      let kept = 0;
      for (const element of list) if (element !== REMOVED) list[kept++] = element;
      list.length = kept;
    }
  }

  /** The copy at a path of objects and lists. */
  #open(keys: readonly string[]): object {
    let holder = this.root;
    for (const key of keys) {
      const value: unknown = Reflect.get(holder, key);
      if (typeof value !== "object" || value === null) throw new Error(`no value at /${keys.join("/")}`);
      if (this.#own.has(value)) holder = value;
      else {
        const copy = this.#copy(value);
        define(holder, key, copy);
        holder = copy;
      }
    }
    return holder;
  }

  #copy(value: object): object {
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#own.add(copy);
    return copy;
  }
}

/** Of names that become equal, the last member counts, as in `JSON.parse`. */
function renameMembers(holder: object): void {
  const members = Object.entries(holder);
  for (const [key] of members) Reflect.deleteProperty(holder, key);
  for (const [key, value] of members) define(holder, wellFormed(key), value);
}
