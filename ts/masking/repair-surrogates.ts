import { wellFormed } from "../text/surrogates.js";
import type { Path } from "../wires/definition.js";

/** A string, or a member's name, with halves of surrogate pairs in it. */
export interface HalvesPlace {
  /** From the root; of a name, to its member. */
  path: Path;
  isName: boolean;
  /** One char each. */
  halves: readonly string[];
}

/** A value without halves of surrogate pairs, and where they were. */
export interface RepairedValue<T> {
  /** The value itself where there are none; else a copy that shares with it what has none. */
  value: T;
  /** In the order of the value's own keys, a name before its member. */
  places: HalvesPlace[];
}

/**
 * Every string of a value, names included, with U+FFFD for each half. Of names that become one the last member counts,
 * as in `JSON.parse`. Linear; nothing recurses.
 */
export function repairSurrogatesIn<T>(root: T): RepairedValue<T> {
  const walk = new Walk(root);
  walk.run();
  return { value: walk.places.length === 0 ? root : (walk.repaired() as T), places: walk.places };
}

/** A value and the way to it. */
interface Node {
  value: unknown;
  parent: Node | undefined;
  key: string | number;
  /** Of a container with a half somewhere in it: a copy of its own, which holds the copies inside it. */
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
    // A value inside itself is no JSON: it is looked at once.
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

/** The container's copy, which is made with those of all containers around it that have none yet. */
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

/** In place, so that whatever holds the object goes on holding it; the order of members stays. */
function repairNames(object: object): void {
  const members = Object.entries(object);
  for (const [name] of members) Reflect.deleteProperty(object, name);
  for (const [name, value] of members) {
    Object.defineProperty(object, wellFormed(name), { value, writable: true, enumerable: true, configurable: true });
  }
}

/** Without the list around the root. */
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
