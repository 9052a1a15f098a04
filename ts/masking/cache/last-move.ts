// Decides when the masked set of a conversation grows: by a replayed ski rental, or by one of the simpler strategies.
//
// A maskable result that is not masked is carried: each request reads it from the cache again, at the price `read`.
// Masking it bills everything sent after it again, at `write` instead of `read`. A skier should rent until the rent
// paid equals the price of skis. In the same way, the masked set grows once carrying has cost `rent` times the price of
// growing. Without knowing the conversation's length, no rule of this kind can guarantee better than twice the cost of
// the best one in hindsight.
//
// The rule replays all steps of the conversation from first to last, and each step sees only what came before it. So
// the same history always gives the same answer, and no state is kept between requests.

import { type MoveBinding, MoveGate } from "./move-gate.js";
import { type MoveStart, rulingAt } from "./move-start.js";
import { SumTree } from "./sum-tree.js";

/** A tool result that the plain policy would mask or clip, or thinking that it would remove. */
export interface MoveCandidate {
  /** 0-based index of its unit among the units of all messages. */
  readonly unit: number;
  /** 0-based index of the first message whose presence makes it eligible. */
  readonly readyMessage: number;
  /** Tokens that its edit removes. */
  readonly savedTokens: number;
}

/** A conversation as the decision reads it. Indexes ascend in all lists. */
export interface MoveHistory {
  /** Tokens of all units before each unit, unreduced; one more element than units. */
  readonly unitSums: ArrayLike<number>;
  /** Index of each message's first unit; one more element than messages. */
  readonly messageStarts: ArrayLike<number>;
  /** In document order. */
  readonly candidates: readonly MoveCandidate[];
  /** Number of messages in the request of each step; ascending. */
  readonly cuts: readonly number[];
  /** Index of the first message of each tool turn. */
  readonly turnStarts: readonly number[];
  /** Tokens of a request outside its messages: system prompt, tools. */
  readonly otherTokens: number;
  /** Thinking that restricts moves; undefined if none does. @default undefined */
  readonly binding?: MoveBinding | undefined;
  /** What a session knows of its beginning. @default undefined: all steps were sent under these rules */
  readonly start?: MoveStart | undefined;
}

/** Levels that must all be reached. */
export interface MoveTrigger {
  readonly tokens?: number | undefined;
  readonly toolTurns?: number | undefined;
  readonly messages?: number | undefined;
}

/**
 * The settings of the decision. Prices are relative to fresh input. Prices and `rent` are × 10,000. All numbers are
 * integers.
 */
export interface MoveRule {
  /** The policy's `cache.strategy`. */
  readonly strategy: "rent" | "every-turn" | "stride" | "off";
  /** Price of a token read from the cache, × 10,000. */
  readonly read: number;
  /** Price of a token written to the cache, × 10,000. */
  readonly write: number;
  /** Share of the price of growing that must be carried first, × 10,000. */
  readonly rent: number;
  /** Tool turns between two moves of `stride`. */
  readonly strideTurns: number;
  readonly windowTurns: number;
  /** Any of these lets `rent` move; undefined lets it always. @default undefined */
  readonly trigger?: readonly MoveTrigger[] | undefined;
  /**
   * Above `tokens` a move is made whatever was carried, unless it takes away less than `clearAtLeast`. @default
   * undefined: no budget
   */
  readonly budget?: { readonly tokens: number; readonly clearAtLeast: number } | undefined;
}

/** What was masked at which step. */
export interface MoveOutcome {
  /** For each candidate the index of the step that masked it; -1 if it is carried or bound. */
  readonly maskedAt: Int32Array;
  /** Candidates in front of thinking that stays: no move takes them. Ascending. */
  readonly bound: readonly number[];
  /** Whether the last step would move, but may not before the user speaks again. */
  readonly isBlocked: boolean;
  /** Indexes of the steps at which the masked set grew. */
  readonly moves: readonly number[];
  /** Whether the last step is such a move. */
  readonly moved: boolean;
  /** Tokens that could be masked at the last step but are carried. */
  readonly carriedTokens: number;
  /** The cost of carrying since the last move, in tokens of fresh input × 10,000. */
  readonly carriedCost: number;
  /** Tokens sent before the last step that the provider still has and that a move would make it write again. */
  readonly keptTokens: number;
  readonly lostTokens: number;
  /** The saving of all masks less the cost of all moves, in tokens of fresh input × 10,000. */
  readonly netSaving: number;
}

/**
 * Replays all steps of a conversation. O(c log c + s) for c candidates and s steps; integers only.
 */
export function lastMove(history: MoveHistory, rule: MoveRule): MoveOutcome {
  const state = new Replay(history, rule);
  history.cuts.forEach((cut, step) => {
    state.admit(cut);
    state.begin();
    if (state.hasWaiting && state.wantsMove(cut, step)) state.tryMove(step);
    state.finish(cut);
  });
  return state.outcome();
}

/** The state of the replay: the masked set M was admitted up to the last move, the waiting set E after it. */
class Replay {
  readonly #history: MoveHistory;
  readonly #rule: MoveRule;
  readonly #maskedAt: Int32Array;
  readonly #moves: number[] = [];
  /** Candidates in the order in which they become eligible. */
  readonly #order: readonly number[];
  /** Saved tokens of M and E, by candidate. */
  readonly #saved: SumTree;
  readonly #gate: MoveGate | undefined;
  #admitted = 0;
  /** E, in the order in which they became eligible. */
  #waiting: number[] = [];
  readonly #bound: number[] = [];
  #isBlocked = false;
  /** Whether `stride` is due, but could not move yet. */
  #isDue = false;
  /** First candidate of E in document order. */
  #first = Number.POSITIVE_INFINITY;
  #waitingTokens = 0;
  #maskedTokens = 0;
  /** Σ of `waitingTokens` over the steps since the last move. */
  #carried = 0;
  #previousCut = 0;
  #turns = 0;
  /** Tool turns outside the window at the previous step. */
  #passedBefore = 0;
  #keptTokens = 0;
  #lostTokens = 0;
  #netSaving = 0;

  constructor(history: MoveHistory, rule: MoveRule) {
    this.#history = history;
    this.#rule = rule;
    const { candidates } = history;
    this.#maskedAt = new Int32Array(candidates.length).fill(-1);
    const ready = candidates.map(({ readyMessage }) => readyMessage);
    this.#order = candidates.map((_, index) => index).sort((a, b) => at(ready, a) - at(ready, b) || a - b);
    this.#saved = new SumTree(candidates.length);
    this.#gate = history.binding && new MoveGate(history.binding);
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Adds the candidates that become eligible at this step to E. */
  admit(cut: number): void {
    const { candidates, turnStarts } = this.#history;
    while (this.#turns < turnStarts.length && at(turnStarts, this.#turns) < cut) this.#turns++;
    this.#raiseBarrier(cut);
    for (; this.#admitted < this.#order.length; this.#admitted++) {
      const index = at(this.#order, this.#admitted);
      const candidate = candidates[index];
      if (candidate === undefined || candidate.readyMessage >= cut) break;
      if (this.#isBound(candidate)) {
        this.#bound.push(index);
        continue;
      }
      this.#waiting.push(index);
      this.#saved.add(index, candidate.savedTokens);
      this.#waitingTokens += candidate.savedTokens;
      this.#first = Math.min(this.#first, index);
    }
  }

  #isBound({ unit }: MoveCandidate): boolean {
    return this.#gate !== undefined && unit < this.#gate.barrier;
  }

  /** Takes out of E what is in front of thinking that stays. */
  #raiseBarrier(cut: number): void {
    if (this.#gate === undefined) return;
    const before = this.#gate.barrier;
    this.#gate.see(cut);
    if (this.#gate.barrier === before) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#first = Number.POSITIVE_INFINITY;
    for (const index of waiting) {
      const candidate = this.#history.candidates[index];
      if (candidate === undefined) continue;
      if (this.#isBound(candidate)) {
        this.#bound.push(index);
        this.#saved.add(index, -candidate.savedTokens);
        this.#waitingTokens -= candidate.savedTokens;
      } else {
        this.#waiting.push(index);
        this.#first = Math.min(this.#first, index);
      }
    }
  }

  begin(): void {
    this.#lostTokens = 0;
    this.#isBlocked = false;
    this.#carried += this.#waitingTokens;
  }

  wantsMove(cut: number, step: number): boolean {
    const { strategy, strideTurns, read, write, rent } = this.#rule;
    if (strategy === "off") return false;
    const ruling = rulingAt(this.#history.start, step + 1);
    if (ruling !== undefined) return ruling;
    if (strategy === "every-turn" || this.#gate?.isRemembered(step)) return true;
    // The step does not depend on earlier masks, so that a history that comes back reduced has the same steps.
    if (strategy === "stride") {
      const isPassed = Math.floor(this.#passedTurns() / strideTurns) > Math.floor(this.#passedBefore / strideTurns);
      return isPassed || this.#isDue;
    }
    const isPaid = compareProducts([read, this.#carried, 10_000], [rent, write - read, this.#sentAfterFirst()]) >= 0;
    return (isPaid && this.#isTriggered(cut)) || this.#isOverBudget(cut);
  }

  /** Tokens already sent after the first waiting result, rendered as after the move. */
  #sentAfterFirst(): number {
    const { unitSums, messageStarts, candidates } = this.#history;
    const end = at(messageStarts, this.#previousCut);
    const start = (candidates[this.#first]?.unit ?? end) + 1;
    if (start >= end) return 0;
    const masked = this.#saved.sumBetween(this.#first + 1, firstFrom(candidates, end));
    return at(unitSums, end) - at(unitSums, start) - masked;
  }

  #isTriggered(cut: number): boolean {
    const { trigger } = this.#rule;
    if (trigger === undefined) return true;
    return trigger.some(
      ({ tokens = 0, toolTurns = 0, messages = 0 }) =>
        this.#requestTokens(cut) >= tokens && this.#turns >= toolTurns && cut >= messages,
    );
  }

  #isOverBudget(cut: number): boolean {
    const { budget } = this.#rule;
    return (
      budget !== undefined && this.#requestTokens(cut) > budget.tokens && this.#waitingTokens >= budget.clearAtLeast
    );
  }

  /** Tokens of the request of this step, rendered with M. */
  #requestTokens(cut: number): number {
    const { otherTokens, unitSums, messageStarts } = this.#history;
    return otherTokens + at(unitSums, at(messageStarts, cut)) - this.#maskedTokens;
  }

  /** Tool turns outside the window. */
  #passedTurns(): number {
    return Math.max(0, this.#turns - this.#rule.windowTurns);
  }

  /** Moves, unless thinking that stays for now is behind the first of E. */
  tryMove(step: number): void {
    const first = this.#history.candidates[this.#first]?.unit ?? 0;
    this.#isBlocked = this.#gate?.allows(step, first) === false;
    this.#isDue = this.#isBlocked;
    if (!this.#isBlocked) this.#move(step);
  }

  /** Moves E into M. */
  #move(step: number): void {
    this.#gate?.move(step);
    this.#lostTokens = this.#sentAfterFirst();
    this.#netSaving -= Math.max(0, this.#rule.write - this.#rule.read) * this.#lostTokens;
    for (const index of this.#waiting) this.#maskedAt[index] = step;
    this.#waiting = [];
    this.#maskedTokens += this.#waitingTokens;
    this.#waitingTokens = 0;
    this.#carried = 0;
    this.#first = Number.POSITIVE_INFINITY;
    this.#moves.push(step);
  }

  finish(cut: number): void {
    const { unitSums, messageStarts } = this.#history;
    const sent = at(unitSums, at(messageStarts, this.#previousCut));
    this.#keptTokens = Math.max(0, sent - this.#maskedTokens - this.#lostTokens);
    this.#netSaving += this.#rule.read * this.#maskedTokens;
    this.#previousCut = cut;
    this.#passedBefore = this.#passedTurns();
  }

  outcome(): MoveOutcome {
    const moved = this.#moves.length > 0 && this.#moves.at(-1) === this.#history.cuts.length - 1;
    return {
      maskedAt: this.#maskedAt,
      bound: this.#bound.sort((a, b) => a - b),
      isBlocked: this.#isBlocked,
      moves: this.#moves,
      moved,
      carriedTokens: this.#waitingTokens,
      carriedCost: this.#rule.read * this.#carried,
      keptTokens: this.#keptTokens,
      lostTokens: this.#lostTokens,
      netSaving: this.#netSaving,
    };
  }
}

type Triple = readonly [number, number, number];

/** The sign of a·b·c − d·e·f, exact for all safe integers. */
export function compareProducts(left: Triple, right: Triple): number {
  const [a, b] = [product(left), product(right)];
  if (Math.abs(a) <= Number.MAX_SAFE_INTEGER && Math.abs(b) <= Number.MAX_SAFE_INTEGER) return a - b;
  const [exactA, exactB] = [exactProduct(left), exactProduct(right)];
  return exactA < exactB ? -1 : exactA > exactB ? 1 : 0;
}

const product = ([a, b, c]: Triple): number => a * b * c;
const exactProduct = ([a, b, c]: Triple): bigint => BigInt(a) * BigInt(b) * BigInt(c);

/** The number of candidates whose unit is before `unit`. */
function firstFrom(candidates: readonly MoveCandidate[], unit: number): number {
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candidates[middle]?.unit ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const at = (list: ArrayLike<number>, index: number): number => list[index] ?? 0;
