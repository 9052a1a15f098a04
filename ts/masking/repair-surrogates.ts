import { wellFormed } from "../text/surrogates.js";
import type { Path } from "../wires/define-wire.js";

/** A string, or a member's name, with halves of surrogate pairs. */
export interface HalvesPlace {
  /** Path from the root; for a name, the path of its member. */
  path: Path;
  isName: boolean;
  /** The halves, one char each. */
  halves: readonly string[];
}

/** A value without halves of surrogate pairs, and their former places. */
export interface RepairedValue<T> {
  /** The value itself if it has none; else a copy that shares all parts without halves. */
  value: T;
  /** In the order of the value's own keys, a name before its member. */
  places: HalvesPlace[];
}

/**
 * Replaces each half by U+FFFD in every string of a value, including names. If names become equal, the last member
 * counts, as in `JSON.parse`. Linear, without recursion.
 */
export function repairSurrogatesIn<T>(root: T): RepairedValue<T> {
  const walk = new Walk(root);
  walk.run();
  return { value: walk.places.length === 0 ? root : (walk.repaired() as T), places: walk.places };
}

/** A value and its path. */
interface Node {
  value: unknown;
  parent: Node | undefined;
  key: string | number;
  /** The copy of a container with a half inside; it contains the copies of its children. */
  copy?: object;
}

class Walk {
  readonly places: HalvesPlace[] = [];
  /** Objects with names to repair. */
  readonly #renamed = new Set<object>();
  readonly #holder: Node;

  constructor(root: unknown) {
    this.#holder = { value: [root], parent: undefined, key: "" };
  }

  run(): void {
    // A value that contains itself is no JSON, and is visited once.
    const around = new Set<unknown>();
    const waiting: (Node | { leave: object })[] = childrenOf(this.#holder);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if ("leave" in node) {
        around.delete(node.leave);
        continue;
      }
      this.#look(node);
      const { value } = node;
      if (typeof value !== "object" || value === null || around.has(value)) continue;
      around.add(value);
      waiting.push({ leave: value });
      for (const child of childrenOf(node).reverse()) waiting.push(child);
    }
  }

  repaired(): unknown {
    for (const object of this.#renamed) repairNames(object);
    return Reflect.get(this.#holder.copy ?? {}, 0);
  }

  #look(node: Node): void {
    const { value, parent, key } = node;
    if (parent === undefined) return;
    if (typeof key === "string" && this.#note(node, key, true)) this.#renamed.add(copyOf(parent));
    if (typeof value === "string" && this.#note(node, value, false))
      Reflect.set(copyOf(parent), key, wellFormed(value));
  }

  #note(node: Node, text: string, isName: boolean): boolean {
    const halves = halvesIn(text);
    if (halves.length > 0) this.places.push({ path: pathTo(node), isName, halves });
    return halves.length > 0;
  }
}

function childrenOf(parent: Node): Node[] {
  const { value } = parent;
  if (Array.isArray(value)) return value.map((child, key) => ({ value: child as unknown, parent, key }));
  return Object.entries(value ?? {}).map(([key, child]) => ({ value: child as unknown, parent, key }));
}

/** Returns the container's copy. Creates it, and those of the surrounding containers, on first use. */
function copyOf(container: Node): object {
  const copy = shallowCopy(container);
  let inner = container;
  for (let node = container.parent; node !== undefined; node = node.parent) {
    const isNew = node.copy === undefined;
    Reflect.set(shallowCopy(node), inner.key, inner.copy);
    if (!isNew) break;
    inner = node;
  }
  return copy;
}

function shallowCopy(node: Node): object {
  node.copy ??= Array.isArray(node.value) ? [...(node.value as unknown[])] : { ...(node.value as object) };
  return node.copy;
}

/** Renames in place, so that references to the object remain valid. The order of members does not change. */
function repairNames(object: object): void {
  const members = Object.entries(object);
  for (const [name] of members) Reflect.deleteProperty(object, name);
  for (const [name, value] of members) {
    Object.defineProperty(object, wellFormed(name), { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The path without the list around the root. */
function pathTo(node: Node): Path {
  const path: (string | number)[] = [];
  for (let at = node; at.parent?.parent !== undefined; at = at.parent) path.push(at.key);
  return path.reverse();
}

function halvesIn(text: string): string[] {
  const repaired = wellFormed(text);
  const halves: string[] = [];
  if (repaired === text) return halves;
  for (let at = 0; at < text.length; at++) if (text[at] !== repaired[at]) halves.push(text.charAt(at));
  return halves;
}
