/** A sum of those of some values that are known. */
export class KnownSum {
  /** Values, with those that are not known. */
  count = 0;
  #sum: number | undefined;

  add(value: number | undefined): void {
    this.count++;
    if (value !== undefined) this.#sum = (this.#sum ?? 0) + value;
  }

  /** Undefined where there are values, and none is known. */
  sum(): number | undefined {
    return this.#sum ?? (this.count === 0 ? 0 : undefined);
  }
}
