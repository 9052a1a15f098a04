import type { Wire } from "../contract/report.js";
import { unknownWire } from "../contract/wires.js";

/** One entry for each wire. No entry ever replaces another: an unknown name is an error, or undefined. */
export class WireTable<T> {
  readonly #entries: ReadonlyMap<string, T>;
  /** The entries, in order. */
  readonly all: readonly T[];

  constructor(entries: Iterable<readonly [wire: string, entry: T]>) {
    this.#entries = new Map(entries);
    this.all = [...this.#entries.values()];
  }

  /** @throws TamisError `OPTION_INVALID` for an unknown wire. */
  of(wire: string): T {
    const entry = this.#entries.get(wire);
    if (entry === undefined) throw unknownWire(wire, [...this.#entries.keys()]);
    return entry;
  }

  /** The entry of a wire; undefined for an unknown name. */
  find(wire: string): T | undefined {
    return this.#entries.get(wire);
  }

  with(wire: string, entry: T): WireTable<T> {
    return new WireTable([...this.#entries, [wire, entry]]);
  }
}

/** A table of all wires. A wire that is left out does not compile. */
export function wireTable<T>(entries: Readonly<Record<Wire, T>>): WireTable<T> {
  return new WireTable(Object.entries<T>(entries));
}
