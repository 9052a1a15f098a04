import type { UnitTable } from "./unit-table.js";

/** What is remembered of objects, as long as the table has not forgotten the units that it tells of. */
export class KeptNumbers<T> {
  readonly #units: UnitTable;
  readonly #kept = new WeakMap<object, T>();
  #own = new WeakMap<object, T>();
  #timesForgotten = 0;

  /** @param units The table that gives the numbers. */
  constructor(units: UnitTable) {
    this.#units = units;
  }

  /** What is remembered of an object. */
  get(object: object): T | undefined {
    return this.#kept.get(object) ?? this.#current().get(object);
  }

  /** Remembers it. */
  set(object: object, value: T): void {
    (this.#units.kept === 0 ? this.#kept : this.#current()).set(object, value);
  }

  #current(): WeakMap<object, T> {
    const { timesForgotten } = this.#units;
    if (timesForgotten !== this.#timesForgotten) {
      this.#own = new WeakMap();
      this.#timesForgotten = timesForgotten;
    }
    return this.#own;
  }
}
