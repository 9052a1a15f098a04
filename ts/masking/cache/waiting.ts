import type { MoveCandidate } from "./move-rule.js";
import { NEVER } from "./move-rule.js";
import { SumTree } from "./sum-tree.js";

/**
 * The candidates that wait for a move. Thinking may wait in front of the first result:
 *
 *     thinking · thinking · [result · thinking · result] · newest messages
 *
 * A move takes all of it, or only the part in brackets. The rest waits until a move of all pays.
 */
export class Waiting {
  readonly #candidates: readonly MoveCandidate[];
  /** Tokens of what waits, by candidate. */
  readonly #tokens: SumTree;
  #results: number[] = [];
  /** Ascending: thinking becomes ready in document order. */
  #thinking: number[] = [];
  #firstResult = NEVER;
  #allTokens = 0;

  constructor(candidates: readonly MoveCandidate[]) {
    this.#candidates = candidates;
    this.#tokens = new SumTree(candidates.length);
  }

  /** Index of the first candidate that waits; `NEVER` if none does. */
  get first(): number {
    return Math.min(this.#firstResult, this.#thinking[0] ?? NEVER);
  }

  /** Index of the first result that waits; `NEVER` if none does. */
  get firstResult(): number {
    return this.#firstResult;
  }

  /** Tokens that everything saves. */
  get allTokens(): number {
    return this.#allTokens;
  }

  /** Tokens that the first waiting result and everything behind it save. O(log n). */
  tokensFromResult(): number {
    if (this.#firstResult === NEVER) return 0;
    if (this.#firstResult === this.first) return this.#allTokens;
    return this.#tokens.sumBetween(this.#firstResult, this.#candidates.length);
  }

  add(index: number): void {
    const candidate = this.#candidates[index];
    if (candidate === undefined) return;
    if (candidate.isThinking) this.#thinking.push(index);
    else {
      this.#results.push(index);
      this.#firstResult = Math.min(this.#firstResult, index);
    }
    this.#count(index, candidate.savedTokens);
  }

  /** Takes out what `isGone` says, and returns it. Linear in what waits. */
  take(isGone: (candidate: MoveCandidate) => boolean): number[] {
    const of = (index: number) => this.#candidates[index];
    const goes = (index: number) => {
      const candidate = of(index);
      return candidate !== undefined && isGone(candidate);
    };
    const gone = [...this.#results, ...this.#thinking].filter(goes);
    this.#results = this.#results.filter((index) => !goes(index));
    this.#thinking = this.#thinking.filter((index) => !goes(index));
    this.#firstResult = this.#results.reduce((first, index) => Math.min(first, index), NEVER);
    for (const index of gone) this.#count(index, -(of(index)?.savedTokens ?? 0));
    return gone;
  }

  /** Takes out everything from candidate `from` on, which is the first one or the first result. Linear in it. */
  takeFrom(from: number): number[] {
    const taken = this.#results;
    this.#results = [];
    this.#firstResult = NEVER;
    for (let last = this.#thinking.at(-1); last !== undefined && last >= from; last = this.#thinking.at(-1)) {
      taken.push(last);
      this.#thinking.pop();
    }
    for (const index of taken) this.#count(index, -(this.#candidates[index]?.savedTokens ?? 0));
    return taken;
  }

  /** The thinking that still waits, ascending. */
  get thinking(): readonly number[] {
    return this.#thinking;
  }

  #count(index: number, tokens: number): void {
    this.#tokens.add(index, tokens);
    this.#allTokens += tokens;
  }
}
