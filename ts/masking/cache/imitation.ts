// A model imitates what it sees: after it has seen shortened arguments, it may write a call with a mark itself. From then on
// no more arguments are shortened; those that are stay so.
//
//   step 20 shortens the arguments of calls 1 to 9      message 44 calls with a mark      no more from the next step on
//
// A mark in a call before the first such step came with the request: it is our own, of a history that comes back reduced.

import { type MoveCandidate, type MoveHistory, NEVER } from "./move-rule.js";

/** Sees at each step whether the model has imitated shortened arguments. Steps come in order. */
export class Imitation {
  readonly #marked: readonly number[];
  #next = 0;
  /** Number of messages at the first step that shortened arguments. */
  #firstCut: number;
  /** The same of a step that a session remembers; what was ready then has been shortened. */
  readonly #rememberedCut: number;
  #stopCut = NEVER;

  constructor({ marked = [], candidates, cuts, start, binding }: MoveHistory) {
    this.#marked = marked;
    // Where thinking restricts moves, the replay itself makes the remembered one.
    this.#rememberedCut = binding === undefined ? (cuts[(start?.lastStep ?? 0) - 1] ?? 0) : 0;
    const isBefore = ({ isArguments, readyMessage }: MoveCandidate) =>
      isArguments === true && readyMessage < this.#rememberedCut;
    this.#firstCut = marked.length > 0 && candidates.some(isBefore) ? this.#rememberedCut : NEVER;
  }

  get isSeen(): boolean {
    return this.#stopCut < NEVER;
  }

  /** Notes that a step with `cut` messages takes a candidate. */
  shorten(candidate: MoveCandidate | undefined, cut: number): void {
    if (candidate?.isArguments) this.#firstCut = Math.min(this.#firstCut, cut);
  }

  /** Whether the model has imitated for the first time in what a step with `cut` messages sends. */
  see(cut: number): boolean {
    if (this.isSeen) return false;
    while ((this.#marked[this.#next] ?? NEVER) < this.#firstCut && (this.#marked[this.#next] ?? NEVER) < cut)
      this.#next++;
    if ((this.#marked[this.#next] ?? NEVER) < cut) this.#stopCut = cut;
    return this.isSeen;
  }

  /** Whether a candidate that is not shortened yet stays. */
  stops({ isArguments, readyMessage }: MoveCandidate): boolean {
    const isShortened = this.#rememberedCut < this.#stopCut && readyMessage < this.#rememberedCut;
    return this.isSeen && isArguments === true && !isShortened;
  }
}
