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

import { SCALE } from "../../wires/cache-facts.js";
import { compareProducts } from "./exact.js";
import { GiveBack } from "./give-back.js";
import { Imitation } from "./imitation.js";
import { MoveGate } from "./move-gate.js";
import { type MoveCandidate, type MoveHistory, type MoveOutcome, type MoveRule, NEVER } from "./move-rule.js";
import { type Excess, requestsUntilPaid, sharesOf } from "./move-shares.js";
import { rulingAt } from "./move-start.js";
import { billOf, rewriteBill, type Size } from "./request-bill.js";
import { SumTree } from "./sum-tree.js";
import { Waiting } from "./waiting.js";

/**
 * Replays all steps of a conversation. O(c log c + s log c) for c candidates and s steps; integers only.
 */
export function lastMove(history: MoveHistory, rule: MoveRule): MoveOutcome {
  const state = new Replay(history, rule);
  history.cuts.forEach((cut, step) => {
    state.admit(cut, step);
    state.begin(cut);
    state.decide(cut, step);
    state.finish(cut);
  });
  return state.outcome();
}

/** A move that a step could make. */
interface PossibleMove {
  /** Index of the first candidate that it takes. */
  from: number;
  /** Tokens that it saves. */
  tokens: number;
  /** What waiting with these has cost, × 10,000. */
  meter: number;
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
  readonly #waiting: Waiting;
  readonly #gate: MoveGate | undefined;
  readonly #givesBack: GiveBack;
  #admitted = 0;
  readonly #bound: number[] = [];
  readonly #imitation: Imitation;
  #isBlocked = false;
  /** Whether `stride` is due, but could not move yet. */
  #isDue = false;
  /** Without what came back. */
  #takenTokens = 0;
  /** What waiting has cost since the last move that took it: all of E, and the part from its first result on. */
  #meter = 0;
  #partMeter = 0;
  #requestsToMove = 0;
  #previousCut = 0;
  #turns = 0;
  /** Tool turns outside the window at the previous step. */
  #passedBefore = 0;
  #keptTokens = 0;
  #lostTokens = 0;
  #netSaving = 0;
  /** Steps so far, and the bill of sending everything before this one. */
  #steps = 0;
  #wholeBill = 0;

  constructor(history: MoveHistory, rule: MoveRule) {
    this.#history = history;
    this.#rule = rule;
    const { candidates } = history;
    this.#maskedAt = new Int32Array(candidates.length).fill(-1);
    const ready = candidates.map(({ readyMessage }) => readyMessage);
    this.#order = candidates.map((_, index) => index).sort((a, b) => at(ready, a) - at(ready, b) || a - b);
    this.#saved = new SumTree(candidates.length);
    this.#waiting = new Waiting(candidates);
    this.#gate = history.binding && new MoveGate(history.binding);
    this.#imitation = new Imitation(history);
    this.#givesBack = new GiveBack(history.pointers ?? [], history.holds ?? [], candidates);
  }

  /** Tokens that masking has taken out. */
  get #maskedTokens(): number {
    return Math.max(0, this.#takenTokens - this.#givesBack.tokens);
  }

  /** Tokens that a move of everything would take out. */
  get #waitingTokens(): number {
    return Math.max(0, this.#waiting.allTokens - this.#givesBack.waitingTokens);
  }

  /** The same from the first result on. Thinking in front of it brings nothing back. */
  get #partTokens(): number {
    return Math.max(0, this.#waiting.tokensFromResult() - this.#givesBack.waitingTokens);
  }

  /** Adds the candidates that become eligible at this step to E. */
  admit(cut: number, step: number): void {
    const { candidates, turnStarts } = this.#history;
    while (this.#turns < turnStarts.length && at(turnStarts, this.#turns) < cut) this.#turns++;
    this.#raiseBarrier(cut, step);
    if (this.#imitation.see(cut)) this.#giveUp((candidate) => this.#imitation.stops(candidate));
    this.#givesBack.see(cut);
    for (; this.#admitted < this.#order.length; this.#admitted++) {
      const index = at(this.#order, this.#admitted);
      const candidate = candidates[index];
      if (candidate === undefined || candidate.readyMessage >= cut) break;
      if (this.#isBound(candidate) || this.#imitation.stops(candidate)) {
        this.#bound.push(index);
        continue;
      }
      this.#waiting.add(index);
      this.#givesBack.admit(index);
      this.#saved.add(index, candidate.savedTokens);
    }
  }

  /** Arguments may be in one unit with thinking. */
  #isBound({ unit }: MoveCandidate): boolean {
    return this.#gate !== undefined && unit <= this.#gate.barrier;
  }

  /** Takes out of E what is in front of thinking that stays. */
  #raiseBarrier(cut: number, step: number): void {
    if (this.#gate === undefined) return;
    const before = this.#gate.barrier;
    this.#gate.see(cut, step);
    if (this.#gate.barrier === before) return;
    this.#giveUp((candidate) => this.#isBound(candidate));
  }

  #giveUp(isGone: (candidate: MoveCandidate) => boolean): void {
    for (const index of this.#waiting.take(isGone)) {
      this.#bound.push(index);
      this.#givesBack.giveUp(index);
      this.#saved.add(index, -(this.#history.candidates[index]?.savedTokens ?? 0));
    }
  }

  begin(cut: number): void {
    this.#steps++;
    this.#lostTokens = 0;
    this.#isBlocked = false;
    const size = this.#sizeOf(cut);
    this.#meter += this.#worthOf(size, this.#waitingTokens);
    this.#partMeter += this.#worthOf(size, this.#partTokens);
  }

  /** What a request of that size would cost less with so many tokens less. */
  #worthOf(size: Size, tokens: number): number {
    return billOf(size, this.#rule) - billOf({ ...size, total: size.total - tokens }, this.#rule);
  }

  /** The request of this step, rendered with M. */
  #sizeOf(cut: number): Size {
    const { unitSums, messageStarts } = this.#history;
    const [start, end] = [this.#previousCut, cut].map((one) => at(unitSums, at(messageStarts, one)));
    return { total: this.#requestTokens(cut), fresh: (end ?? 0) - (start ?? 0) };
  }

  /** Makes the move that is due at this step, unless thinking that stays for now is behind its first candidate. */
  decide(cut: number, step: number): void {
    const move = this.#dueMove(cut, step);
    if (move === undefined) {
      if (step === this.#history.cuts.length - 1) this.#requestsToMove = this.#countToMove(cut, step);
      return;
    }
    const first = this.#history.candidates[move.from]?.unit ?? 0;
    // What a session remembers was made, whatever thinking has gone since.
    this.#isBlocked = this.#gate?.allows(step, first) === false && !this.#gate.isRemembered(step);
    this.#isDue = this.#isBlocked;
    if (!this.#isBlocked) this.#move(move, cut, step);
  }

  #dueMove(cut: number, step: number): PossibleMove | undefined {
    const { strategy, strideTurns } = this.#rule;
    const { first } = this.#waiting;
    const from = first === NEVER ? this.#firstChange(step) : first;
    if (strategy === "off" || from === NEVER) return undefined;
    const all = { from, tokens: this.#waitingTokens, meter: this.#meter };
    const ruling = rulingAt(this.#history.start, step + 1);
    if (ruling !== undefined) return ruling ? all : undefined;
    if (strategy === "every-turn" || this.#gate?.isRemembered(step)) return all;
    // The step does not depend on earlier masks, so that a history that comes back reduced has the same steps.
    if (strategy === "stride") {
      const isPassed = Math.floor(this.#passedTurns() / strideTurns) > Math.floor(this.#passedBefore / strideTurns);
      return isPassed || this.#isDue ? all : undefined;
    }
    if (this.#isOverBudget(cut)) return all;
    if (!this.#isTriggered(cut)) return undefined;
    if (this.#pays(all, cut, step)) return all;
    const part = this.#part();
    return part !== undefined && this.#pays(part, cut, step) ? part : undefined;
  }

  /**
   * The move that leaves the thinking in front of the first result; undefined if there is none. Where thinking is
   * checked, no edit may be behind thinking that stays.
   */
  #part(): PossibleMove | undefined {
    const { first, firstResult } = this.#waiting;
    if (this.#gate !== undefined || firstResult === NEVER || firstResult === first) return undefined;
    return { from: firstResult, tokens: this.#partTokens, meter: this.#partMeter };
  }

  #pays(move: PossibleMove, cut: number, step: number): boolean {
    const { strategy, rent } = this.#rule;
    const cost = this.#costOf(move, cut, step);
    const hasCost = (halves: number) => compareProducts([move.meter, 2, SCALE], [rent, cost, halves]) >= 0;
    const isSafe = (most: Excess | undefined) => most === undefined || this.#isSafe(move, cost, cut, most);
    return !this.#isTooShort(move, cut) && sharesOf(strategy).some(([halves, most]) => hasCost(halves) && isSafe(most));
  }

  /** About how many more requests like this one make a move of all that waits pay. */
  #countToMove(cut: number, step: number): number {
    const { strategy, rent } = this.#rule;
    const { first } = this.#waiting;
    if ((strategy !== "rent" && strategy !== "auto") || first === NEVER) return 0;
    const all = { from: first, tokens: this.#waitingTokens, meter: this.#meter };
    if (!this.#isTriggered(cut) || this.#isTooShort(all, cut)) return 0;
    const cost = this.#costOf(all, cut, step);
    const isSafe = (most: Excess | undefined) => most === undefined || this.#isSafe(all, cost, cut, most);
    const [halves] = sharesOf(strategy).find(([, most]) => isSafe(most)) ?? [0];
    const each = this.#worthOf(this.#sizeOf(cut), all.tokens);
    return requestsUntilPaid({ halves, rent, cost, meter: all.meter, each });
  }

  /** Whether a move makes a request that is too short to be cached of one that is not. */
  #isTooShort({ tokens }: PossibleMove, cut: number): boolean {
    const { minimumTokens = 0 } = this.#rule;
    const before = this.#requestTokens(cut);
    return minimumTokens > 0 && before >= minimumTokens && before - tokens < minimumTokens;
  }

  /**
   * Whether the bill stays near that of sending everything if this request is the last one, and nearer if as many as a
   * quarter of those so far follow.
   */
  #isSafe({ tokens }: PossibleMove, cost: number, cut: number, most: Excess): boolean {
    const { total, fresh } = this.#sizeOf(cut);
    const whole = { total: total + this.#maskedTokens, fresh };
    const bill = 100n * BigInt(this.#wholeBill + billOf(whole, this.#rule));
    // A history that comes back reduced knows no losses of earlier moves, and must not move where this one does not.
    const excess = 10_000n * BigInt(cost - Math.max(0, this.#netSaving));
    const saved = this.#worthOf({ total: whole.total, fresh: 0 }, this.#maskedTokens + tokens);
    const later = (10_000n * BigInt(saved) * BigInt(this.#steps)) / 4n;
    return excess <= bill * most.now && excess - later <= bill * most.later;
  }

  /** What a move makes this request cost more, × 10,000. */
  #costOf({ from, tokens }: PossibleMove, cut: number, step: number): number {
    return rewriteBill(this.#requestTokens(cut) - tokens, this.#sentAfter(from, cut, step), this.#rule);
  }

  /** The first unit that thinking lets a move edit. */
  #firstUnit(step: number): number {
    return this.#gate?.firstUnit(step) ?? 0;
  }

  /** The first candidate that a move changes because of references. */
  #firstChange(step: number): number {
    return this.#givesBack.firstChange(this.#firstUnit(step));
  }

  /** Tokens already sent that a move from a waiting candidate on makes the provider write again, after that move. */
  #sentAfter(from: number, cut: number, step: number): number {
    const index = Math.min(from, this.#firstChange(step));
    const { unitSums, messageStarts, candidates } = this.#history;
    const end = at(messageStarts, this.#previousCut);
    const edited = (candidates[index]?.unit ?? end) + 1;
    if (edited >= end) return 0;
    const start = this.#isFarBack(edited, cut) ? 0 : edited;
    // Several calls may be in one unit.
    const [first, last] = [firstFrom(candidates, start), firstFrom(candidates, end)];
    const masked = this.#saved.sumBetween(first, last) - this.#givesBack.heldBetween(first, last);
    return at(unitSums, end) - at(unitSums, start) - masked + this.#givesBack.between(start, this.#previousCut);
  }

  /** Whether the provider looks for what was sent only behind `unit`. */
  #isFarBack(unit: number, cut: number): boolean {
    const { lookBackUnits = Number.POSITIVE_INFINITY } = this.#rule;
    return at(this.#history.messageStarts, cut) - unit > lookBackUnits;
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

  /** Moves E, or its part from the first result on, into M. */
  #move(move: PossibleMove, cut: number, step: number): void {
    this.#gate?.move(step);
    this.#lostTokens = this.#sentAfter(move.from, cut, step);
    this.#netSaving -= this.#costOf(move, cut, step);
    const isAll = move.from === this.#waiting.first;
    const before = this.#waiting.allTokens;
    for (const index of this.#waiting.takeFrom(move.from)) {
      this.#maskedAt[index] = step;
      this.#imitation.shorten(this.#history.candidates[index], cut);
    }
    this.#takenTokens += before - this.#waiting.allTokens;
    this.#givesBack.move(this.#firstUnit(step));
    this.#meter = isAll ? 0 : this.#meter - move.meter;
    this.#partMeter = 0;
    this.#moves.push(step);
  }

  finish(cut: number): void {
    const { unitSums, messageStarts } = this.#history;
    const sent = at(unitSums, at(messageStarts, this.#previousCut));
    this.#keptTokens = Math.max(0, sent - this.#maskedTokens - this.#lostTokens);
    const { total, fresh } = this.#sizeOf(cut);
    const whole = { total: total + this.#maskedTokens, fresh };
    this.#netSaving += this.#worthOf(whole, this.#maskedTokens);
    this.#wholeBill += billOf(whole, this.#rule);
    this.#previousCut = cut;
    this.#passedBefore = this.#passedTurns();
  }

  outcome(): MoveOutcome {
    const moved = this.#moves.length > 0 && this.#moves.at(-1) === this.#history.cuts.length - 1;
    return {
      maskedAt: this.#maskedAt,
      delayed: this.#delayed(),
      held: { back: new Set(this.#givesBack.back), firstUnit: this.#firstUnit(this.#history.cuts.length - 1) },
      isImitated: this.#imitation.isSeen,
      isBlocked: this.#isBlocked,
      moves: this.#moves,
      moved,
      carriedTokens: this.#waitingTokens,
      carriedCost: this.#meter,
      requestsToMove: this.#requestsToMove,
      keptTokens: this.#keptTokens,
      lostTokens: this.#lostTokens,
      netSaving: this.#netSaving,
    };
  }

  #delayed(): Map<number, number> {
    const lastMove = this.#moves.at(-1);
    const cut = lastMove === undefined ? 0 : at(this.#history.cuts, lastMove);
    const isLeft = (index: number) => (this.#history.candidates[index]?.readyMessage ?? cut) < cut;
    return new Map([
      ...this.#bound.map((index) => [index, NEVER] as const),
      ...this.#waiting.thinking.filter(isLeft).map((index) => [index, cut] as const),
    ]);
  }
}

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
