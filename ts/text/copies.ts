import { wellFormed } from "./surrogates.js";

/** Marks an element to remove from its list: indexes of later edits count it. */
const REMOVED = Symbol("removed");

type Keys = readonly (string | number)[];

/** Changes of a value: copies of each container on the way to one, made once; everything else is shared. */
export class Copies {
  root: object;
  readonly #own = new Set<object>();
  readonly #shortened = new Set<unknown[]>();
  readonly #renamed = new Set<object>();

  constructor(request: object) {
    this.root = this.#copy(request);
  }

  set(keys: Keys, value: unknown): void {
    const key = keys.at(-1);
    if (key !== undefined) define(this.#open(keys.slice(0, -1)), key, value);
  }

  append(keys: Keys, value: unknown): void {
    (this.#open(keys) as unknown[]).push(value);
  }

  remove(keys: Keys): void {
    const holder = this.#open(keys.slice(0, -1));
    const key = keys.at(-1) ?? "";
    if (!Array.isArray(holder)) Reflect.deleteProperty(holder, key);
    else {
      holder[Number(key)] = REMOVED;
      this.#shortened.add(holder);
    }
  }

  /** Replaces halves of surrogate pairs in a string, or in the name of a member. */
  repair(keys: Keys): void {
    const holder = this.#open(keys.slice(0, -1));
    const key = String(keys.at(-1) ?? "");
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
  #open(keys: Keys): object {
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

/**
 * Sets an own member of a plain object or list, whatever its name: by assignment, which is several times as fast, but for
 * names that the object inherits, such as `__proto__`.
 */
export function define(holder: object, key: PropertyKey, value: unknown): void {
  if (Object.hasOwn(holder, key) || !(key in holder)) (holder as Record<PropertyKey, unknown>)[key] = value;
  else Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}
