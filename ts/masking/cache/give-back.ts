// What a move brings back: a result that is masked may be what others point to.
//
//   before a move    source        pointer     pointer        sent before anything is masked
//   it takes the     masked        ▲ content   ▲ pointer      the first pointer that is left has its content again, and
//   source                                                    the others lead to it
//
// Each side is a masked set and the pointers that it turns into content. What is held (`holds.ts`) is as if it were not
// masked; a result that was masked before it was held comes back with a move.

import { type Hold, HoldEvents } from "./holds.js";
import { SumTree } from "./sum-tree.js";

/** What is read of a candidate. */
interface GivenCandidate {
  /** 0-based index of its unit among the units of all messages. */
  readonly unit: number;
  /** Tokens that its edit removes. */
  readonly savedTokens: number;
}

/** A pointer in the requests that are sent before anything is masked. */
export interface MovePointer {
  /** Number of its group: pointers that replace the same content of the same source. */
  readonly group: number;
  /** Index of the candidate with the content. */
  readonly source: number;
  /** Index of the candidate with the pointer; -1 if nothing masks it. */
  readonly holder: number;
  /** 0-based index of the unit with the pointer among the units of all messages. */
  readonly unit: number;
  /** 0-based index of the message with the pointer. */
  readonly messageIndex: number;
  /** Tokens that the content has more than the pointer. */
  readonly tokens: number;
}

/** What each candidate has to do with pointers. */
class Links {
  readonly pointers: readonly MovePointer[];
  /** By group: its pointers in document order. */
  readonly groups: number[][] = [];
  /** By pointer: its place in its group. */
  readonly places: readonly number[];
  /** By candidate: the groups of which it is the source, and its own pointers. */
  readonly sourced = new Map<number, number[]>();
  readonly held = new Map<number, number[]>();

  constructor(pointers: readonly MovePointer[]) {
    this.pointers = pointers;
    this.places = pointers.map(({ group, source, holder }, index) => {
      const own = this.groups[group];
      if (own === undefined) push(this.sourced, source, group);
      const members = own ?? [];
      this.groups[group] = members;
      push(this.held, holder, index);
      return members.push(index) - 1;
    });
  }
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What is told of tokens that come back: by pointer, and by candidate that is held. */
interface SumsOf {
  pointer(index: number, tokens: number): void;
  held(candidate: number, tokens: number): void;
}

const NO_SUMS: SumsOf = { pointer: () => {}, held: () => {} };

/** A masked set. */
class Side {
  readonly #links: Links;
  readonly #candidates: readonly GivenCandidate[];
  readonly #changed: SumsOf;
  readonly #masked = new Set<number>();
  readonly #held = new Set<number>();
  readonly #gone: boolean[];
  /** By group: the place of the first pointer that is not masked, and the number of its pointers that were sent. */
  readonly #first: number[];
  readonly #seen: number[];
  /** By group: the pointer that has its content again; -1 if none has. */
  readonly #shown: number[];
  total = 0;

  constructor(links: Links, candidates: readonly GivenCandidate[], changed: SumsOf = NO_SUMS) {
    this.#links = links;
    this.#candidates = candidates;
    this.#changed = changed;
    this.#gone = links.groups.map(() => false);
    this.#first = links.groups.map(() => 0);
    this.#seen = links.groups.map(() => 0);
    this.#shown = links.groups.map(() => -1);
  }

  /** Sees that a pointer is sent. */
  see(pointer: number): void {
    const group = this.#groupOf(pointer);
    this.#seen[group] = (this.#seen[group] ?? 0) + 1;
    this.#refresh(group);
  }

  add(candidate: number): void {
    this.#change(candidate, () => this.#masked.add(candidate));
  }

  remove(candidate: number): void {
    this.#change(candidate, () => this.#masked.delete(candidate));
  }

  hold(candidate: number, isHeld: boolean): void {
    this.#change(candidate, () => (isHeld ? this.#held.add(candidate) : this.#held.delete(candidate)));
  }

  isMasked(candidate: number): boolean {
    return this.#masked.has(candidate);
  }

  isHeld(candidate: number): boolean {
    return this.#held.has(candidate);
  }

  /** Candidates that are masked and held all the same. */
  get back(): number[] {
    return [...this.#held].filter((candidate) => this.#masked.has(candidate));
  }

  #isGone(candidate: number): boolean {
    return this.#masked.has(candidate) && !this.#held.has(candidate);
  }

  #isBack(candidate: number): boolean {
    return this.#masked.has(candidate) && this.#held.has(candidate);
  }

  #change(candidate: number, change: () => void): void {
    const before = this.#isBack(candidate);
    change();
    const now = this.#isBack(candidate);
    if (before !== now) {
      const tokens = (now ? 1 : -1) * (this.#candidates[candidate]?.savedTokens ?? 0);
      this.total += tokens;
      this.#changed.held(candidate, tokens);
    }
    const isGone = this.#isGone(candidate);
    for (const pointer of this.#links.held.get(candidate) ?? []) {
      const group = this.#groupOf(pointer);
      if (!isGone) this.#first[group] = Math.min(this.#first[group] ?? 0, this.#links.places[pointer] ?? 0);
      this.#refresh(group);
    }
    this.#setGone(candidate, isGone);
  }

  #setGone(candidate: number, isGone: boolean): void {
    for (const group of this.#links.sourced.get(candidate) ?? []) {
      this.#gone[group] = isGone;
      this.#refresh(group);
    }
  }

  #groupOf(pointer: number): number {
    return this.#links.pointers[pointer]?.group ?? 0;
  }

  /** Amortised constant: a first pointer moves back only where candidates are given up. */
  #refresh(group: number): void {
    const members = this.#links.groups[group] ?? [];
    const isMasked = (place: number) => this.#isGone(this.#links.pointers[members[place] ?? 0]?.holder ?? -1);
    let first = this.#first[group] ?? 0;
    while (first < members.length && isMasked(first)) first++;
    this.#first[group] = first;
    const isShown = this.#gone[group] === true && first < (this.#seen[group] ?? 0);
    const shown = isShown ? (members[first] ?? -1) : -1;
    const before = this.#shown[group] ?? -1;
    if (shown === before) return;
    this.#shown[group] = shown;
    this.#count(before, -1);
    this.#count(shown, 1);
  }

  #count(pointer: number, sign: number): void {
    const tokens = sign * (this.#links.pointers[pointer]?.tokens ?? 0);
    this.total += tokens;
    if (tokens !== 0) this.#changed.pointer(pointer, tokens);
  }
}

/** The content that comes back with what is masked, and with what waits for a move. */
export class GiveBack {
  readonly #links: Links;
  /** What is masked, and that with what waits. */
  readonly #now: Side;
  readonly #then: Side;
  /** Of the second: tokens by pointer, and by candidate that is held. */
  readonly #sums: SumTree;
  readonly #heldSums: SumTree;
  readonly #waiting = new Set<number>();
  readonly #candidates: readonly GivenCandidate[];
  readonly #references: HoldEvents;
  /** Candidates that a move brings back, or takes although it has taken them before. */
  readonly #changes = new Set<number>();
  #seen = 0;

  /** @param pointers In document order. */
  constructor(pointers: readonly MovePointer[], holds: readonly Hold[], candidates: readonly GivenCandidate[]) {
    this.#links = new Links(pointers);
    this.#candidates = candidates;
    this.#sums = new SumTree(pointers.length);
    this.#heldSums = new SumTree(candidates.length);
    this.#references = new HoldEvents(holds);
    this.#now = new Side(this.#links, candidates);
    this.#then = new Side(this.#links, candidates, {
      pointer: (pointer, tokens) => this.#sums.add(pointer, tokens),
      held: (candidate, tokens) => this.#heldSums.add(candidate, tokens),
    });
  }

  /** Candidates that the masked set has and that are held all the same. */
  get back(): readonly number[] {
    return this.#now.back;
  }

  /** Tokens that came back with what is masked. */
  get tokens(): number {
    return this.#now.total;
  }

  /** Tokens that a move of all that waits brings back; negative where it masks what came back. */
  get waitingTokens(): number {
    return this.#then.total - this.#now.total;
  }

  /** Sees the pointers and the references of a step with that many messages. */
  see(cut: number): void {
    const { pointers } = this.#links;
    for (; (pointers[this.#seen]?.messageIndex ?? cut) < cut; this.#seen++) {
      this.#now.see(this.#seen);
      this.#then.see(this.#seen);
    }
    for (let change = this.#references.nextChange(cut); change; change = this.#references.nextChange(cut)) {
      const { candidate, isHeld } = change;
      this.#then.hold(candidate, isHeld);
      if (!this.#now.isMasked(candidate)) this.#now.hold(candidate, isHeld);
      else if (this.#now.isHeld(candidate) === isHeld) this.#changes.delete(candidate);
      else this.#changes.add(candidate);
    }
  }

  /** A candidate waits. */
  admit(candidate: number): void {
    this.#then.add(candidate);
    this.#waiting.add(candidate);
  }

  /** A candidate that waits is never masked. */
  giveUp(candidate: number): void {
    this.#then.remove(candidate);
    this.#waiting.delete(candidate);
  }

  /**
   * What waits is masked. What is held from now on comes back, and what is no longer held goes, in units from `firstUnit`
   * on.
   */
  move(firstUnit: number): void {
    for (const candidate of this.#waiting) this.#now.add(candidate);
    this.#waiting.clear();
    for (const candidate of [...this.#changes]) {
      if (this.#unitOf(candidate) < firstUnit) continue;
      this.#changes.delete(candidate);
      this.#now.hold(candidate, this.#then.isHeld(candidate));
    }
  }

  /**
   * The first candidate, in units from `firstUnit` on, that comes back or goes with a move because of references; infinite
   * if there is none.
   */
  firstChange(firstUnit: number): number {
    const changes = [...this.#changes].filter((candidate) => this.#unitOf(candidate) >= firstUnit);
    return changes.reduce((first, candidate) => Math.min(first, candidate), Number.POSITIVE_INFINITY);
  }

  #unitOf(candidate: number): number {
    return this.#candidates[candidate]?.unit ?? 0;
  }

  /** Tokens that come back with a move, in units from `unit` on and messages before `cut`. O(log n). */
  between(unit: number, cut: number): number {
    const { pointers } = this.#links;
    const from = firstIndex(pointers, (pointer) => pointer.unit >= unit);
    return this.#sums.sumBetween(
      from,
      firstIndex(pointers, (pointer) => pointer.messageIndex >= cut),
    );
  }

  /** Tokens of held candidates that come back with a move, from one index to another. O(log n). */
  heldBetween(from: number, to: number): number {
    return this.#heldSums.sumBetween(from, to);
  }
}

/** Tokens that came back where everything of `isMasked` is masked. Linear. */
export function givenBack(pointers: readonly MovePointer[], isMasked: (candidate: number) => boolean): number {
  const shown = new Set<number>();
  let tokens = 0;
  for (const pointer of pointers) {
    const { group, holder, source } = pointer;
    if (shown.has(group) || !isMasked(source) || (holder >= 0 && isMasked(holder))) continue;
    shown.add(group);
    tokens += pointer.tokens;
  }
  return tokens;
}

/** Index of the first pointer of which something holds that holds of all behind it. */
function firstIndex(pointers: readonly MovePointer[], holds: (pointer: MovePointer) => boolean): number {
  let [low, high] = [0, pointers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const pointer = pointers[middle];
    if (pointer === undefined || holds(pointer)) high = middle;
    else low = middle + 1;
  }
  return low;
}
