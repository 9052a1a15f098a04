import type { ToolResult } from "../../wires/transcript.js";
import type { SessionCall } from "./calls.js";

/** A call that comes more calls later than this did not need the result. */
const FETCHED_WITHIN = 40;

/** Counts results that were taken out and that calls read or run again. Linear. */
export class FetchedAgain {
  readonly count = { all: 0, again: 0 };
  readonly #keys = new Map<ToolResult, string>();
  /** By call: after how many calls its results were taken out. */
  readonly #taken = new Map<string, number[]>();
  #calls = 0;

  /** A result is taken out. */
  take(result: ToolResult): void {
    this.count.all++;
    const key = this.#keys.get(result);
    if (key === undefined) return;
    const places = this.#taken.get(key);
    if (places === undefined) this.#taken.set(key, [this.#calls]);
    else places.push(this.#calls);
  }

  /** A call is made. */
  call({ key, result }: SessionCall): void {
    this.#calls++;
    for (const place of this.#taken.get(key) ?? []) if (this.#calls - place <= FETCHED_WITHIN) this.count.again++;
    this.#taken.delete(key);
    this.#keys.set(result, key);
  }
}
