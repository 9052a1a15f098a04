import { type Interval, type Ratio, RatioSums, Z_95 } from "./ratio.js";

/** What a conversation is: reduced as ever, or sent as it came. */
export type HoldoutGroup = "reduced" | "holdout";

/** What one answered request says. */
export interface Observation {
  conversation: string;
  /** Whether the provider refused it for what is in it. */
  isError: boolean;
  /** As billed; undefined without a bill. */
  input: { all: number; cached: number } | undefined;
  /** New calls in it, and those that ask for what was gone; undefined where that is not known. */
  calls: { all: number; rereads: number } | undefined;
}

/** Sums of one group since the start. */
export interface GroupCounts {
  requests: number;
  errors: number;
  inputTokens: number;
  cachedTokens: number;
  calls: number;
  rereads: number;
}

/**
 * The shares that are compared: requests that the provider refused, input that came from its cache, calls that ask again for
 * what is gone.
 */
export const FIGURES = ["errors", "cache", "rereads"] as const;

/** What `/stats` says of it. A difference is missing while a group has too few conversations. */
export interface ComparisonShown {
  groups: Partial<Record<HoldoutGroup, GroupCounts>>;
  differences: Partial<Record<(typeof FIGURES)[number], Interval>>;
}

/** Conversations that both groups need before a difference means something. */
const LEAST_CONVERSATIONS = 30;

class Group {
  readonly counts: GroupCounts = { requests: 0, errors: 0, inputTokens: 0, cachedTokens: 0, calls: 0, rereads: 0 };
  readonly errors = new RatioSums();
  readonly cache = new RatioSums();
  readonly rereads = new RatioSums();

  add({ conversation, isError, input, calls }: Observation): void {
    const { counts } = this;
    counts.requests++;
    if (isError) counts.errors++;
    this.errors.add(conversation, isError ? 1 : 0, 1);
    if (input !== undefined) {
      counts.inputTokens += input.all;
      counts.cachedTokens += input.cached;
      this.cache.add(conversation, input.cached, input.all);
    }
    if (calls === undefined) return;
    counts.calls += calls.all;
    counts.rereads += calls.rereads;
    this.rereads.add(conversation, calls.rereads, calls.all);
  }
}

/** Both groups. */
export class Comparison {
  readonly #groups: Record<HoldoutGroup, Group> = { reduced: new Group(), holdout: new Group() };

  add(group: HoldoutGroup, seen: Observation): void {
    this.#groups[group].add(seen);
  }

  shown(): ComparisonShown {
    const { reduced, holdout } = this.#groups;
    const had = Object.entries(this.#groups).filter(([, { counts }]) => counts.requests > 0);
    const differences = FIGURES.flatMap((figure) => {
      const one = differenceOf(reduced[figure].ratio, holdout[figure].ratio);
      return one === undefined ? [] : [[figure, one] as const];
    });
    return {
      groups: Object.fromEntries(had.map(([name, { counts }]) => [name, { ...counts }])),
      differences: Object.fromEntries(differences),
    };
  }
}

/** A share of some conversations minus that of others; undefined while one of the two has too few conversations. */
export function differenceOf(one: Ratio | undefined, other: Ratio | undefined): Interval | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (Math.min(one.conversations, other.conversations) < LEAST_CONVERSATIONS) return undefined;
  const value = one.value - other.value;
  const margin = Z_95 * Math.sqrt(one.variance + other.variance);
  return { value: rounded(value), low: rounded(value - margin), high: rounded(value + margin) };
}

/** Four places are a hundredth of a percent. */
const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
