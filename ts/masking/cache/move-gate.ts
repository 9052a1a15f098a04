// Where a provider checks thinking against everything before it, an edit may only be made where no thinking behind it is
// kept. A prompt step takes all thinking that is closed, so it may edit everything; any other step only what is behind
// the last kept thinking.
//
//   prompt step    [thinking] [result] [thinking] [result] user         everything in brackets may be edited
//   other step     thinking result user thinking result result [result]  only what no kept thinking is behind

/** Thinking that the provider checks against everything before it. */
export interface MoveBinding {
  /** In document order. */
  readonly thinking: readonly BoundThinking[];
  /** By step: whether the user speaks and no call is open, so that closed thinking may go. */
  readonly prompts: readonly boolean[];
  /** Number of a step at which a session remembers a move; 0 if there is none. */
  readonly lastStep: number;
  /** Others that it remembers: number of the step, and the last unit that it could not edit, -1 if there was none. */
  readonly moves: readonly { readonly step: number; readonly bound: number }[];
}

/** A thinking block. */
export interface BoundThinking {
  /** 0-based index of its unit among the units of all messages. */
  readonly unit: number;
  readonly messageIndex: number;
  /** Whether no move takes it. */
  readonly stays: boolean;
}

/** Tells at each step which units may be edited. Steps come in order. */
export class MoveGate {
  readonly #binding: MoveBinding;
  #seen = 0;
  #lastKept = -1;
  #barrier = -1;

  constructor(binding: MoveBinding) {
    this.#binding = binding;
  }

  /** The last thinking that no move takes: nothing in front of it can be edited from now on. */
  get barrier(): number {
    return this.#barrier;
  }

  /** Sees the thinking of a step with that many messages, and thinking that has gone since. */
  see(cut: number, step: number): void {
    const { thinking, moves } = this.#binding;
    const bound = moves.find((move) => move.step === step + 1)?.bound ?? -1;
    [this.#barrier, this.#lastKept] = [Math.max(this.#barrier, bound), Math.max(this.#lastKept, bound)];
    for (let block = thinking[this.#seen]; block !== undefined; block = thinking[this.#seen]) {
      if (block.messageIndex >= cut) return;
      this.#seen++;
      this.#lastKept = block.unit;
      if (block.stays) this.#barrier = block.unit;
    }
  }

  /** Whether a move at this step may edit everything from unit `first` on. */
  allows(step: number, first: number): boolean {
    return this.#isPrompt(step) || first > this.#lastKept;
  }

  /** The first unit that a move at this step may edit. */
  firstUnit(step: number): number {
    return 1 + (this.#isPrompt(step) ? this.#barrier : Math.max(this.#barrier, this.#lastKept));
  }

  /** Whether a session remembers a move at this step. */
  isRemembered(step: number): boolean {
    const { lastStep, moves } = this.#binding;
    return lastStep === step + 1 || moves.some((move) => move.step === step + 1);
  }

  /** A move at a prompt step takes all thinking that can go. */
  move(step: number): void {
    if (this.#isPrompt(step)) this.#lastKept = this.#barrier;
  }

  #isPrompt(step: number): boolean {
    return this.#binding.prompts[step] === true;
  }
}
