// What the provider would have billed for tokens that a reduction removed, learned from the bills of one conversation.
//
//   request   whole   removed   billed
//   n         40,000        0   60,000
//   n + 1     41,500   27,000   24,000   a move: the 27,000 were billed as 38,400 before

/** A request beside its bill, in tokens of input. */
export interface BilledRequestTokens {
  /** The estimate of the request as it came. */
  whole: number;
  /** The estimate of what was not sent. */
  removed: number;
  /** As the provider counted what was sent. */
  billed: number;
  /** Whether old results were cleared in this request. */
  moved: boolean;
}

/** Fewer estimated tokens teach no ratio: the bill of so little is mostly what stands between texts. */
const LEAST_TOKENS = 1_000;
/** A ratio outside comes from something else, such as two conversations under one name. */
const [LEAST_RATIO, MOST_RATIO] = [1 / 3, 3];

/**
 * Learns how many tokens are billed for each estimated token of what is removed. The whole request's ratio is another one: it has
 * system prompt, tools and reasoning in it, which may be billed quite differently from old results.
 */
export class RemovedRatio {
  #last: BilledRequestTokens | undefined;
  /** Of what requests grew by. */
  readonly #growth = new RatioOfSums();
  /** Of what moves removed. */
  readonly #moves = new RatioOfSums();

  /** Gives the next request of the conversation. Constant time. */
  learn(next: BilledRequestTokens): void {
    const last = this.#last;
    this.#last = next;
    if (last === undefined) return;
    const [grown, removed] = [next.whole - last.whole, next.removed - last.removed];
    const billed = next.billed - last.billed;
    if (!next.moved) this.#growth.add(billed, grown - removed);
    else if (removed >= LEAST_TOKENS) this.#moves.add(Math.max(0, grown) * (this.#growth.ratio ?? 1) - billed, removed);
  }

  /** Billed tokens of an estimated one that was removed; undefined where the conversation has not shown it yet. */
  get ratio(): number | undefined {
    return this.#moves.ratio ?? this.#growth.ratio;
  }
}

class RatioOfSums {
  #billed = 0;
  #estimated = 0;

  add(billed: number, estimated: number): void {
    const ratio = billed / estimated;
    if (estimated <= 0 || ratio < LEAST_RATIO || ratio > MOST_RATIO) return;
    this.#billed += billed;
    this.#estimated += estimated;
  }

  get ratio(): number | undefined {
    return this.#estimated >= LEAST_TOKENS ? this.#billed / this.#estimated : undefined;
  }
}
