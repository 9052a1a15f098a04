// Coordinate descent over a grid: all values of one setting are tried, the best stays, then the next setting's, until a
// whole round changes nothing.

/** What is sought. */
export interface Score {
  /** The input bill over that of sending everything, from 0. */
  bill: number;
  /** Of what calls name that only results had, the share still in the request, from 0 to 1. */
  grounding: number;
}

/** How the search goes. */
export interface SearchOptions {
  /** For each setting, how many values it may have. */
  sizes: readonly number[];
  /** Points from which the best is the beginning. At least one. */
  starts: readonly (readonly number[])[];
  /** Grounding to keep, from 0 to 1. */
  minGrounding: number;
  /** Most points that are tried. */
  trials: number;
  /** Gives numbers from 0 to 1; the order in which settings are tried is from it. */
  random: () => number;
  /** Ends the search. */
  isOver?: () => boolean;
  /** Called after each trial. */
  onTrial?: (done: number) => void;
}

/** A point that was tried. */
export interface Trial<S extends Score = Score> {
  point: readonly number[];
  score: S;
}

type Evaluate<S extends Score> = (point: readonly number[], isStart: boolean) => Promise<S | undefined>;

/** Each share of grounding that is missing weighs so many shares of the bill. */
const MISSING_WEIGHS = 4;
/** A change that gains less is noise. */
const LEAST_GAIN = 0.0015;

/** The bill, and a fine for grounding that is missing. Less is better. */
export function loss({ bill, grounding }: Score, minGrounding: number): number {
  return bill + MISSING_WEIGHS * Math.max(0, minGrounding - grounding);
}

/**
 * Searches the grid. Repeatable: the same numbers give the same trials.
 *
 * @param evaluate The score of a point; undefined where it was not worked out to the end, as one that is certain to lose.
 * A start always is.
 * @returns The best point, and all that were tried to the end.
 */
export async function search<S extends Score>(
  evaluate: Evaluate<S>,
  options: SearchOptions,
): Promise<{ best: Trial<S> | undefined; trials: Trial<S>[] }> {
  const run = new Run(evaluate, options);
  for (const start of options.starts) await run.try(start, true);
  let order = shuffled(options.sizes.length, options.random);
  for (let isBetter = true; isBetter && !run.isOver; ) {
    isBetter = false;
    for (const knob of order) {
      const before = run.best;
      for (const value of valuesBut(before?.point[knob], options.sizes[knob] ?? 0)) {
        if (before !== undefined && !run.isOver) await run.try(before.point.with(knob, value), false);
      }
      if (run.best !== before) isBetter = true;
    }
    order = shuffled(options.sizes.length, options.random);
  }
  return { best: run.best, trials: run.trials };
}

class Run<S extends Score> {
  best: Trial<S> | undefined;
  readonly trials: Trial<S>[] = [];
  readonly #seen = new Set<string>();
  readonly #evaluate: Evaluate<S>;
  readonly #options: SearchOptions;

  constructor(evaluate: Evaluate<S>, options: SearchOptions) {
    this.#evaluate = evaluate;
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#seen.size >= this.#options.trials || this.#options.isOver?.() === true;
  }

  /** @param isStart Starts are always worked out to the end. */
  async try(point: readonly number[], isStart: boolean): Promise<void> {
    const key = point.join(" ");
    if (this.#seen.has(key) || this.#options.isOver?.() === true) return;
    this.#seen.add(key);
    const score = await this.#evaluate(point, isStart);
    this.#options.onTrial?.(this.#seen.size);
    if (score === undefined) return;
    const trial = { point, score };
    this.trials.push(trial);
    const { minGrounding } = this.#options;
    const gain = isStart ? 0 : LEAST_GAIN;
    if (this.best === undefined || loss(score, minGrounding) < loss(this.best.score, minGrounding) - gain)
      this.best = trial;
  }
}

const valuesBut = (known: number | undefined, size: number): number[] =>
  Array.from({ length: size }, (_, value) => value).filter((value) => value !== known);

function shuffled(length: number, random: () => number): number[] {
  const list = Array.from({ length }, (_, index) => index);
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] ?? 0, list[at] ?? 0];
  }
  return list;
}

/** The trials that no other beats in both bill and grounding, the cheapest first. */
export function frontOf<T extends { score: Score }>(trials: readonly T[]): T[] {
  const sorted = trials.toSorted((a, b) => a.score.bill - b.score.bill || b.score.grounding - a.score.grounding);
  let most = Number.NEGATIVE_INFINITY;
  return sorted.filter(({ score }) => {
    if (score.grounding <= most) return false;
    most = score.grounding;
    return true;
  });
}

/** Numbers from 0 to 1, the same for the same seed on every machine (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
