import type { Rendered } from "./schedule.js";
import type { UnitTable } from "./unit-table.js";

/**
 * Requests as read by a provider that leaves out reasoning before the user's newest message. Each omitted piece becomes an
 * empty unit, so that the places of the others do not change. Linear in the requests' changes, apart from histories that
 * lose their newest message of the user.
 */
export class Forgetter {
  readonly #units: UnitTable;
  readonly #ids: number[] = [];
  /** Place of the user's newest message; -1 if there is none. */
  #end = -1;

  constructor(units: UnitTable) {
    this.#units = units;
  }

  /** The next request of a session. The list is valid until the next call. */
  forget({ ids, shared }: Pick<Rendered, "ids" | "shared">): Pick<Rendered, "ids" | "shared"> {
    const before = this.#end;
    this.#end = this.#newestUser(ids, before < shared ? shared : 0, before < shared ? before : -1);
    let first = Math.min(shared, this.#ids.length);
    this.#ids.length = ids.length;
    const from = this.#end < before ? 0 : Math.min(first, Math.max(0, before));
    for (let place = from; place < ids.length; place++) {
      const id = this.#isOld(ids[place], place) ? this.#units.nothing : (ids[place] ?? 0);
      if (place < first && this.#ids[place] !== id) first = place;
      this.#ids[place] = id;
    }
    return { ids: this.#ids, shared: first };
  }

  #isOld(id: number | undefined, place: number): boolean {
    return place < this.#end && id !== undefined && this.#units.roles[id] === "reasoning";
  }

  #newestUser(ids: readonly number[], from: number, known: number): number {
    for (let place = ids.length - 1; place >= from; place--) {
      if (this.#units.roles[ids[place] ?? 0] === "user") return place;
    }
    return known;
  }
}
