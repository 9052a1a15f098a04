import type { CanaryGroup } from "./draw.js";
import { isAbove, type Ratio, RatioSums } from "./ratio.js";
import type { CanaryStop } from "./schema.js";

/** Why a canary is stopped. `by_hand`: an administrator; `by_config`: `canary.stopped`. */
export type StopReason = "errors" | "cache" | "rereads" | "by_hand" | "by_config";

/** What one answered request says. */
export interface CanaryObservation {
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

class Group {
  readonly counts: GroupCounts = { requests: 0, errors: 0, inputTokens: 0, cachedTokens: 0, calls: 0, rereads: 0 };
  readonly errors = new RatioSums();
  readonly cache = new RatioSums();
  readonly rereads = new RatioSums();

  add({ conversation, isError, input, calls }: CanaryObservation): void {
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

/** The groups of one rule, and whether its canary goes on. */
export class Trial {
  readonly #groups: Record<CanaryGroup, Group> = { canary: new Group(), stable: new Group(), holdout: new Group() };
  readonly #rest: "stable" | "holdout";
  #stopped: StopReason | undefined;

  /** @param rest The group that the canary is compared with. */
  constructor(rest: "stable" | "holdout") {
    this.#rest = rest;
  }

  get stopped(): StopReason | undefined {
    return this.#stopped;
  }

  stop(reason: StopReason): void {
    this.#stopped ??= reason;
  }

  resume(): void {
    this.#stopped = undefined;
  }

  /** Counts a request. Returns why the canary ends with it; undefined where it goes on, or has ended before. */
  add(group: CanaryGroup, seen: CanaryObservation, stop: CanaryStop): StopReason | undefined {
    this.#groups[group].add(seen);
    if (!stop.enabled || this.#stopped !== undefined) return undefined;
    this.#stopped = this.#judge(stop);
    return this.#stopped;
  }

  #judge({ leastConversations, errorsRise, cacheFall, rereadsRise }: CanaryStop): StopReason | undefined {
    const { canary } = this.#groups;
    const other = this.#groups[this.#rest];
    const isEnough = (ratio: Ratio | undefined): ratio is Ratio => (ratio?.conversations ?? 0) >= leastConversations;
    const differs = (one: Ratio | undefined, two: Ratio | undefined, least: number) =>
      isEnough(one) && isEnough(two) && isAbove(one, two, least);
    if (differs(canary.errors.ratio, other.errors.ratio, errorsRise)) return "errors";
    if (differs(other.cache.ratio, canary.cache.ratio, cacheFall)) return "cache";
    if (differs(canary.rereads.ratio, other.rereads.ratio, rereadsRise)) return "rereads";
    return undefined;
  }

  /** Sums of the groups that have had a request. */
  counts(): Partial<Record<CanaryGroup, GroupCounts>> {
    const had = Object.entries(this.#groups).filter(([, { counts }]) => counts.requests > 0);
    return Object.fromEntries(had.map(([name, { counts }]) => [name, { ...counts }]));
  }
}
