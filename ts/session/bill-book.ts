import type { Calibration } from "../tokens/calibration.js";
import {
  type BilledPrompt,
  isPossible,
  type LearnedRatio,
  learnRatio,
  tokensAround,
  tokensOf,
} from "./billed-prompt.js";

/** What a session has learned from its bills. */
export class BillBook {
  readonly #calibration: Calibration;
  /** The last prompt whose bill is known, of this model and conversation. */
  #billed: BilledPrompt | undefined;
  /** The earlier prompt with which the next one is compared. */
  #compared: BilledPrompt | undefined;
  #problem: string | undefined;

  constructor(calibration: Calibration) {
    this.#calibration = calibration;
  }

  /** Learns from a prompt, unless its bill cannot be that of the prompt. */
  learn(model: string | undefined, prompt: BilledPrompt): void {
    if (!isPossible(prompt)) return;
    this.#compared = learnRatio(this.#calibration, model, this.#compared ?? prompt, prompt);
    this.#billed = prompt;
  }

  /** Another model or conversation follows; what was learned of models stays. */
  forgetPrompts(): void {
    [this.#billed, this.#compared] = [undefined, undefined];
  }

  /** Whether this reason why a bill is not understood is another one than the last. */
  isNewProblem(problem: string): boolean {
    const isNew = problem !== this.#problem;
    this.#problem = problem;
    return isNew;
  }

  /** Tokens of a prompt whose turns are estimated, not rounded. */
  tokensOf(estimated: number, model: string | undefined): number {
    return tokensOf(estimated, this.#billed, this.#learned(model));
  }

  tokensAround(model: string | undefined): number {
    return tokensAround(this.#billed, this.#learned(model));
  }

  /** The model's ratio, and how much text taught it. */
  #learned(model: string | undefined): LearnedRatio {
    if (model === undefined) return { ratio: 1, learnedTokens: 0 };
    return { ratio: this.#calibration.ratio(model), learnedTokens: this.#calibration.learnedTokens(model) };
  }
}
