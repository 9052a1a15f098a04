/** Where two lists part. */
export interface Meeting {
  /** How many leading elements they share. */
  depth: number;
  /** The node of the first element that is not shared; undefined if there is none. */
  before: number | undefined;
}

/**
 * Lists of numbers as paths in one tree: two lists share the nodes of their common beginning. Two lists are equal
 * exactly if they end at the same node, so that a node identifies everything up to it.
 */
export class Chain {
  /** The empty list. */
  static readonly EMPTY = 0;

  readonly #children = new Map<number, number>();
  readonly #parents: number[] = [Chain.EMPTY];
  readonly #ids: number[] = [-1];
  readonly #depths: number[] = [0];

  /** The list at `node` with one more element. */
  add(node: number, id: number): number {
    const key = node * 2 ** 26 + id;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const next = this.#parents.push(node) - 1;
    this.#ids.push(id);
    this.#depths.push(this.depth(node) + 1);
    this.#children.set(key, next);
    return next;
  }

  /** The list without its last element. */
  parent(node: number): number {
    return this.#parents[node] ?? Chain.EMPTY;
  }

  /** The last element of the list. */
  last(node: number): number {
    return this.#ids[node] ?? -1;
  }

  /** Number of elements. */
  depth(node: number): number {
    return this.#depths[node] ?? 0;
  }

  /** Finds where lists leave the one whose nodes are `path`. Each node is climbed once, over all calls. */
  meetings(path: readonly number[]): (node: number) => Meeting {
    const known = new Map<number, Meeting>();
    return (node) => {
      const climbed: number[] = [];
      let at = node;
      while (path[this.depth(at)] !== at && !known.has(at)) {
        climbed.push(at);
        at = this.parent(at);
      }
      const met = known.get(at) ?? { depth: this.depth(at), before: climbed.at(-1) };
      for (const one of climbed) known.set(one, met);
      return met;
    };
  }

  /** The elements of a list, the last first. */
  *backward(node: number): Generator<number> {
    for (let at = node; at !== Chain.EMPTY; at = this.parent(at)) yield this.last(at);
  }
}
