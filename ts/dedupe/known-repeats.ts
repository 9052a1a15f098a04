// The repeats of a conversation that were found last: policies that send the same results have the same ones.
import { Repeats } from "./render.js";
import type { Repeatable } from "./repeatable.js";

/** Finds the repeats of results, and remembers them until others are asked for. Their references have no hashes. */
export class KnownRepeats {
  #last: { results: readonly Repeatable[]; repeats: Repeats } | undefined;

  /** What these results have in common. */
  of(results: readonly Repeatable[]): Repeats {
    if (this.#last !== undefined && areSame(this.#last.results, results)) return this.#last.repeats;
    // Two at once would need twice the memory.
    this.#last = undefined;
    const repeats = new Repeats(results, { hashes: false });
    this.#last = { results, repeats };
    return repeats;
  }
}

const areSame = (some: readonly Repeatable[], others: readonly Repeatable[]): boolean =>
  some.length === others.length &&
  some.every((one, index) => {
    const other = others[index];
    return (
      one.text === other?.text &&
      one.messageIndex === other.messageIndex &&
      one.callId === other.callId &&
      one.toolName === other.toolName &&
      one.path === other.path &&
      one.isFixed === other.isFixed
    );
  });
