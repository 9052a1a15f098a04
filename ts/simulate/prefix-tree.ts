/**
 * All requests of a session, as paths in one tree. A node is a prefix, so two requests share the nodes of their common
 * beginning. Node 0 is the empty prefix. Nodes are numbered in the order in which they were first sent.
 */
export class PrefixTree {
  /** By node: the unit behind it that came first, and the node that they make. Most nodes have no other. */
  readonly #firstId: number[] = [];
  readonly #firstNext: number[] = [];
  /** All others. */
  readonly #children = new Map<number, number>();
  readonly #tokensOf: readonly number[];
  /** Tokens of each prefix. */
  readonly tokens: number[] = [0];
  readonly #path: number[] = [0];

  constructor(tokensOf: readonly number[]) {
    this.#tokensOf = tokensOf;
  }

  /** The number of nodes so far. Higher numbers have not been sent yet. */
  get size(): number {
    return this.tokens.length;
  }

  /**
   * The nodes of a request of these units: of its first 0, 1, 2, … units. The list is valid until the next call.
   *
   * @param shared How many leading units are those of the call before.
   */
  walk(ids: readonly number[], shared: number): readonly number[] {
    this.#path.length = Math.min(this.#path.length, shared + 1);
    for (let index = this.#path.length - 1; index < ids.length; index++) {
      this.#path.push(this.#step(this.#path[index] ?? 0, ids[index] ?? 0));
    }
    return this.#path;
  }

  #step(node: number, id: number): number {
    const first = this.#firstId[node];
    if (first === id) return this.#firstNext[node] ?? 0;
    if (first === undefined) {
      this.#firstId[node] = id;
      this.#firstNext[node] = this.tokens.length;
      return this.#add(node, id);
    }
    const key = node * 2 ** 26 + id;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    this.#children.set(key, this.tokens.length);
    return this.#add(node, id);
  }

  #add(node: number, id: number): number {
    this.tokens.push((this.tokens[node] ?? 0) + (this.#tokensOf[id] ?? 0));
    return this.tokens.length - 1;
  }
}
