// Decides where a conversation is cut. Like the mask's moves, all steps are replayed from the request alone. A step
// within the budget keeps the cut, and a step over it moves the cut until the rest is at the low watermark. A step that
// no cut brings within the budget keeps the cut, too: nothing is dropped that does not help. So the next request finds
// the same cut, in any process, without a store.
//
//   oldest ─▶ agent units, one by one ─▶ (truncation alone) the user's, all but the last, and by default the first ─▶ nothing left
//
// Running totals of dropped and masked content make a step O(what it adds). The replay is linear.
import type { AtomicUnit } from "./atomic-units.js";
import type { MaskHistory } from "./mask-history.js";
import type { SizeHistory } from "./sizes.js";

/** A limited size. */
export interface Dimension {
  sizes: SizeHistory;
  limit: number;
  /** The low watermark. */
  low: number;
  /** The most that a replacement for dropped content may need. */
  reserve: number;
}

/** The units that may be cut. */
export interface CutRule {
  dimensions: readonly Dimension[];
  /** Number of newest units to keep, at least 1. */
  keepNewest: number;
  /** Whether old messages of the user may be dropped once nothing else is left. */
  dropsUser: boolean;
  /** Whether the user's first message stays in any case. */
  keepsFirst: boolean;
  /** The least that each move removes in the first dimension, if there is so much. */
  clearAtLeast: number;
}

/** A cut: the number of dropped units of the agent and of the user. */
export interface Cut {
  agentUnits: number;
  userUnits: number;
  /** Indexes of units among them that stay, because a rule for their tool protects them. */
  spared: readonly number[];
  /** The user's first message counts among its units. */
  fromFirst?: true;
}

/** Replays all steps. The last move is this request's cut. Empty if there is none yet. */
export function replayCuts(history: MaskHistory, units: readonly AtomicUnit[], rule: CutRule): Cut[] {
  const replay = new Replay(history, units, rule);
  history.steps.cuts.forEach((messageCount, step) => {
    replay.admit(messageCount, step);
    replay.move();
  });
  return replay.moves;
}

/** The units that a cut drops. */
export function droppedUnits(units: readonly AtomicUnit[], cut: Cut): AtomicUnit[] {
  const spared = new Set(cut.spared.map((index) => units[index]));
  const ofKind = (kind: AtomicUnit["kind"]) => units.filter((unit) => unit.kind === kind);
  const agent = ofKind("agent").slice(0, cut.agentUnits);
  const from = cut.fromFirst ? 0 : 1;
  const dropped = [...agent.filter((unit) => !spared.has(unit)), ...ofKind("user").slice(from, from + cut.userUnits)];
  return dropped.sort((a, b) => a.start - b.start);
}

class Replay {
  readonly moves: Cut[] = [];
  readonly #rule: CutRule;
  readonly #units: readonly AtomicUnit[];
  /** Unit indexes of the agent; `#user` has those of the user. */
  readonly #agent: readonly number[];
  readonly #user: readonly number[];
  readonly #unitOf: Int32Array;
  /** Edits by the first step that makes them. */
  readonly #dated: readonly (readonly number[])[];
  readonly #messageOf: readonly number[];
  readonly #isDropped: Uint8Array;
  /** Per dimension: size of present content, size of dropped content, and how much edits removed from each unit. */
  readonly #present: number[];
  readonly #gone: number[];
  readonly #savedOf: readonly Float64Array[];
  #messages = 0;
  #newest = -1;
  #agents = 0;
  #users = 0;
  /** Units of the agent that a rule protected when the cut passed them, oldest first. */
  #spared: readonly number[] = [];

  constructor(history: MaskHistory, units: readonly AtomicUnit[], rule: CutRule) {
    this.#rule = rule;
    this.#units = units;
    const ofKind = (kind: AtomicUnit["kind"]) => units.flatMap((unit, index) => (unit.kind === kind ? [index] : []));
    this.#agent = ofKind("agent");
    // The user's first unit states the task, and some wires must begin with the user.
    this.#user = ofKind("user").slice(rule.keepsFirst ? 1 : 0);
    this.#unitOf = new Int32Array(history.list.length);
    for (const [index, { start, end, restOf }] of units.entries()) {
      if (restOf === undefined) this.#unitOf.fill(index, start, end);
    }
    const dated: number[][] = history.steps.cuts.map(() => []);
    for (const [index, { step }] of history.edits.entries()) dated[step]?.push(index);
    this.#dated = dated;
    this.#messageOf = history.edits.map(({ messageIndex }) => messageIndex);
    this.#isDropped = new Uint8Array(units.length);
    this.#present = rule.dimensions.map(({ sizes }) => sizes.rest);
    this.#gone = rule.dimensions.map(() => 0);
    this.#savedOf = rule.dimensions.map(() => new Float64Array(units.length));
  }

  /** Adds the content that the request of this step has beyond the previous one. */
  admit(messageCount: number, step: number): void {
    this.#rule.dimensions.forEach(({ sizes }, d) => {
      add(this.#present, d, (sizes.sums[messageCount] ?? 0) - (sizes.sums[this.#messages] ?? 0));
    });
    this.#messages = messageCount;
    this.#newest = this.#unitOf[messageCount - 1] ?? -1;
    for (const edit of this.#dated[step] ?? []) this.#mask(edit);
  }

  #mask(edit: number): void {
    const unit = this.#unitOf[this.#messageOf[edit] ?? 0] ?? 0;
    this.#rule.dimensions.forEach(({ sizes }, d) => {
      const saved = sizes.saved[edit] ?? 0;
      const savedOf = this.#savedOf[d];
      if (savedOf !== undefined) savedOf[unit] = (savedOf[unit] ?? 0) + saved;
      add(this.#isDropped[unit] === 1 ? this.#gone : this.#present, d, -saved);
    });
  }

  move(): void {
    if (!this.#isAbove("limit")) return;
    const goneBefore = this.#gone[0] ?? 0;
    const before = { agents: this.#agents, users: this.#users, spared: this.#spared };
    const wants = () => this.#isAbove("low") || (this.#gone[0] ?? 0) - goneBefore < this.#rule.clearAtLeast;
    const dropped = [...this.#dropSpared(wants), ...this.#dropAgent(wants)];
    if (this.#rule.dropsUser && this.#isAbove("limit")) dropped.push(...this.#dropUser(wants));
    if (dropped.length === 0) {
      // Units that were only passed are looked at again by the next move.
      [this.#agents, this.#spared] = [before.agents, before.spared];
    } else if (this.#rule.dimensions.some(({ limit }, d) => (this.#present[d] ?? 0) > limit)) {
      for (const unit of dropped) this.#resize(unit, -1);
      [this.#agents, this.#users, this.#spared] = [before.agents, before.users, before.spared];
    } else {
      const fromFirst = this.#rule.keepsFirst ? {} : { fromFirst: true as const };
      this.moves.push({ agentUnits: this.#agents, userUnits: this.#users, spared: this.#spared, ...fromFirst });
    }
  }

  /** Drops units that earlier moves spared, and that no rule protects any more. */
  #dropSpared(wants: () => boolean): number[] {
    const dropped = new Set<number>();
    for (const unit of this.#spared) {
      if (!this.#isProtected(unit) && wants()) dropped.add(this.#resize(unit, 1));
    }
    if (dropped.size > 0) this.#spared = this.#spared.filter((unit) => !dropped.has(unit));
    return [...dropped];
  }

  #dropAgent(wants: () => boolean): number[] {
    const dropped: number[] = [];
    const last = this.#newest - this.#rule.keepNewest;
    while (wants()) {
      const unit = this.#agent[this.#agents];
      if (unit === undefined || unit > last) break;
      this.#agents++;
      if (this.#isProtected(unit)) this.#spared = [...this.#spared, unit];
      else dropped.push(this.#resize(unit, 1));
    }
    return dropped;
  }

  #dropUser(wants: () => boolean): number[] {
    const dropped: number[] = [];
    const last = this.#lastUser() - 1;
    while (wants()) {
      const unit = this.#user[this.#users];
      if (unit === undefined || unit > last || this.#hasResults(unit)) break;
      this.#users++;
      dropped.push(this.#resize(unit, 1));
    }
    return dropped;
  }

  #isProtected(unit: number): boolean {
    return (this.#units[unit]?.keptUntil ?? 0) > this.#messages;
  }

  /** Whether the results beside these words of the user are still there: the words are dropped only after them. */
  #hasResults(unit: number): boolean {
    const { restOf } = this.#units[unit] ?? {};
    return restOf !== undefined && this.#isDropped[this.#unitOf[restOf.message] ?? 0] !== 1;
  }

  #isAbove(level: "limit" | "low"): boolean {
    const hasCut = this.#agents + this.#users > 0 || this.moves.length > 0;
    return this.#rule.dimensions.some((dimension, d) => {
      return (this.#present[d] ?? 0) + (hasCut ? dimension.reserve : 0) > dimension[level];
    });
  }

  /** The newest unit of the user in this step's request. The newest unit of all is kept too. */
  #lastUser(): number {
    let last = -1;
    for (const index of this.#user) if ((this.#units[index]?.start ?? 0) < this.#messages) last = index;
    return Math.min(last, this.#newest);
  }

  /** Drops a unit, or with `sign` -1 takes it back. */
  #resize(unit: number, sign: 1 | -1): number {
    const what = this.#units[unit];
    this.#isDropped[unit] = sign === 1 ? 1 : 0;
    if (what === undefined) return unit;
    this.#rule.dimensions.forEach(({ sizes }, d) => {
      const size = sign * (sizeOf(what, sizes) - (this.#savedOf[d]?.[unit] ?? 0));
      add(this.#present, d, -size);
      add(this.#gone, d, size);
    });
    return unit;
  }
}

function sizeOf({ start, end, mixed = [], restOf }: AtomicUnit, { sums, rests }: SizeHistory): number {
  if (restOf !== undefined) return rests.get(restOf.message) ?? 0;
  const whole = (sums[end] ?? 0) - (sums[start] ?? 0);
  return mixed.reduce((size, { message }) => size - (rests.get(message) ?? 0), whole);
}

function add(list: number[], index: number, value: number): void {
  list[index] = (list[index] ?? 0) + value;
}
