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
  /** Of the request, each with ids and names of its own. @default one more a request */
  messages?: number | undefined;
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
  readonly #growth = new Growth();
  /** Of what moves removed. */
  #moves = { billed: 0, estimated: 0 };

  /** Gives the next request of the conversation. Constant time. */
  learn(next: BilledRequestTokens): void {
    const last = this.#last;
    this.#last = next;
    if (last === undefined) return;
    const [grown, removed] = [next.whole - last.whole, next.removed - last.removed];
    const billed = next.billed - last.billed;
    const frames = Math.max(1, (next.messages ?? 0) - (last.messages ?? 0));
    if (!next.moved) this.#growth.add({ billed, kept: grown - removed, removed, frames });
    else if (removed >= LEAST_TOKENS)
      this.#addMove(this.#growth.billedFor(Math.max(0, grown), frames) - billed, removed);
  }

  /** Billed tokens of an estimated one that was removed; undefined where the conversation has not shown it yet. */
  get ratio(): number | undefined {
    const { billed, estimated } = this.#moves;
    return estimated > 0 ? billed / estimated : this.#growth.ratio;
  }

  #addMove(billed: number, estimated: number): void {
    if (!isPossible(billed / estimated)) return;
    this.#moves.billed += billed;
    this.#moves.estimated += estimated;
  }
}

const isPossible = (ratio: number) => ratio >= LEAST_RATIO && ratio <= MOST_RATIO;

/** What stands around a message's text (ids, names, roles) is billed at most as so many tokens. */
const MOST_AROUND = 1_000;
/** Times the shortest message's tokens that count as short. */
const AS_SHORT = 2;
/** A turn of which little was kept is taken to be like the others by this many estimated tokens. */
const LIKE_OTHERS = 100;

/**
 * Of what requests grew by. What is cut from a result is text of the kind that is left of it, so each turn's ratio counts as much as
 * was removed there; what stands around a message's text is billed however little of it is sent, and is in no ratio.
 */
class Growth {
  #frames = 0;
  #billed = 0;
  #kept = 0;
  #around = Number.POSITIVE_INFINITY;
  #shortest = Number.POSITIVE_INFINITY;
  #removed = 0;
  /** Sums over turns of what was removed, by estimated token of what was kept: alone, times that turn's messages, and its bill. */
  #removedByKept = 0;
  #framesByKept = 0;
  #billedByKept = 0;

  add({ billed, kept, removed, frames }: { billed: number; kept: number; removed: number; frames: number }): void {
    if (kept <= 0 || billed < kept * LEAST_RATIO || billed > kept * MOST_RATIO + MOST_AROUND * frames) return;
    this.#frames += frames;
    this.#billed += billed;
    this.#kept += kept;
    this.#learnAround(Math.max(0, billed - kept) / frames, kept / frames);
    if (removed <= 0) return;
    this.#removed += removed;
    this.#removedByKept += removed / (kept + LIKE_OTHERS);
    this.#framesByKept += (removed * frames) / (kept + LIKE_OTHERS);
    this.#billedByKept += (removed * billed) / (kept + LIKE_OTHERS);
  }

  /** By the shortest messages, of whose bill their texts are the least part; of those that are about as short by the cheapest. */
  #learnAround(around: number, kept: number): void {
    if (kept > this.#shortest * AS_SHORT) return;
    this.#around = kept * AS_SHORT < this.#shortest ? around : Math.min(this.#around, around);
    this.#shortest = Math.min(this.#shortest, kept);
  }

  /** What so many messages with so many estimated tokens are billed. */
  billedFor(kept: number, frames: number): number {
    return this.#frames === 0 ? kept : this.#around * frames + kept * this.#ofTexts;
  }

  /** Of what was removed from turns; where nothing was, of all their texts. Undefined where there was too little. */
  get ratio(): number | undefined {
    if (this.#kept < LEAST_TOKENS) return undefined;
    if (this.#removed === 0) return this.#ofTexts;
    const around = this.#around * this.#framesByKept;
    const ratio = (this.#billedByKept - around + LIKE_OTHERS * this.#ofTexts * this.#removedByKept) / this.#removed;
    return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, ratio));
  }

  get #ofTexts(): number {
    return (this.#billed - this.#frames * this.#around) / this.#kept;
  }
}
