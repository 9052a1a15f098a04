import { CallBook } from "./call-book.js";
import type { Meter } from "./meter.js";
import { isSessionTurn, type Turn } from "./turn.js";

/** Turns with their totals. A turn is weighed once, when it arrives. */
export class TurnList {
  readonly turns: Turn[] = [];
  /** Weight of all turns, in the meter's unit. */
  weight = 0;
  /** The number of turns of the user and the assistant. */
  sessionTurns = 0;
  readonly calls = new CallBook();
  readonly #weights = new WeakMap<Turn, number>();
  readonly #meter: Meter;

  constructor(meter: Meter, turns: readonly Turn[] = []) {
    this.#meter = meter;
    const weights = meter.weighAll(turns);
    for (const [index, turn] of turns.entries()) this.#weights.set(turn, weights[index] ?? 0);
    this.addAll(turns);
  }

  addAll(turns: readonly Turn[]): void {
    for (const turn of turns) {
      this.turns.push(turn);
      this.weight += this.weigh(turn);
      if (isSessionTurn(turn)) this.sessionTurns++;
      this.calls.add(turn);
    }
  }

  weigh(turn: Turn): number {
    const known = this.#weights.get(turn);
    if (known !== undefined) return known;
    const weight = this.#meter.weigh(turn);
    this.#weights.set(turn, weight);
    return weight;
  }

  sum(turns: readonly Turn[]): number {
    return turns.reduce((sum, turn) => sum + this.weigh(turn), 0);
  }
}
