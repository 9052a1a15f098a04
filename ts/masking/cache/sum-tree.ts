/** Sums over ranges of a list of numbers that change one at a time (a Fenwick tree): O(log n) each. */
export class SumTree {
  readonly #sums: Float64Array;

  constructor(length: number) {
    this.#sums = new Float64Array(length + 1);
  }

  /** Adds to the number at a 0-based index. */
  add(index: number, amount: number): void {
    for (let node = index + 1; node < this.#sums.length; node += node & -node) {
      this.#sums[node] = (this.#sums[node] ?? 0) + amount;
    }
  }

  /** Sum of the numbers from `start` up to but excluding `end`; 0 for an empty range. */
  sumBetween(start: number, end: number): number {
    return end > start ? this.#sumBefore(end) - this.#sumBefore(start) : 0;
  }

  #sumBefore(end: number): number {
    let sum = 0;
    for (let node = end; node > 0; node -= node & -node) sum += this.#sums[node] ?? 0;
    return sum;
  }
}
