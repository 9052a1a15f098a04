// A ratio of two sums over requests whose conversations are the units of chance: requests of one conversation are alike.

/** What one conversation adds. */
interface Part {
  hits: number;
  all: number;
}

/** A ratio, and how far chance alone moves it. */
export interface Ratio {
  value: number;
  /** Variance of the value; 0 where all conversations are alike. */
  variance: number;
  conversations: number;
}

/** A figure, and where it lies with 95 % probability, so that chance is not taken for an effect. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Standard errors on each side of it. */
export const Z_95 = 1.959_964;

/** Conversations that are remembered; the oldest are forgotten first, so that the newest count. */
const MOST_CONVERSATIONS = 2_000;

/** Sums of the newest conversations. Adding is constant in time. */
export class RatioSums {
  readonly #parts = new Map<string, Part>();
  readonly #most: number;
  #hits = 0;
  #all = 0;
  #hits2 = 0;
  #all2 = 0;
  #both = 0;

  constructor(most = MOST_CONVERSATIONS) {
    this.#most = most;
  }

  add(conversation: string, hits: number, all: number): void {
    const part = this.#parts.get(conversation) ?? { hits: 0, all: 0 };
    this.#count(part, -1);
    part.hits += hits;
    part.all += all;
    this.#count(part, 1);
    this.#parts.delete(conversation);
    this.#parts.set(conversation, part);
    for (const [oldest, gone] of this.#parts) {
      if (this.#parts.size <= this.#most) break;
      this.#parts.delete(oldest);
      this.#count(gone, -1);
    }
  }

  /** Undefined where there is nothing to divide by. The variance is that of a ratio of means, linearised. */
  get ratio(): Ratio | undefined {
    const conversations = this.#parts.size;
    if (this.#all <= 0 || conversations < 2) return undefined;
    const value = this.#hits / this.#all;
    const squares = this.#hits2 - 2 * value * this.#both + value * value * this.#all2;
    const variance = (Math.max(0, squares) / this.#all ** 2) * (conversations / (conversations - 1));
    return { value, variance, conversations };
  }

  #count({ hits, all }: Part, sign: 1 | -1): void {
    this.#hits += sign * hits;
    this.#all += sign * all;
    this.#hits2 += sign * hits * hits;
    this.#all2 += sign * all * all;
    this.#both += sign * hits * all;
  }
}
