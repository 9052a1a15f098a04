// What a move brings back: a result that is masked may be what others point to.
//
//   before a move    source        pointer     pointer        sent before anything is masked
//   it takes the     masked        ▲ content   ▲ pointer      the first pointer that is left has its content again, and
//   source                                                    the others lead to it
//
// Each side is a masked set and the pointers that it turns into content.

import { SumTree } from "./sum-tree.js";

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

/** A masked set. */
class Side {
  readonly #links: Links;
  readonly #changed: (pointer: number, tokens: number) => void;
  readonly #masked = new Set<number>();
  readonly #gone: boolean[];
  /** By group: the place of the first pointer that is not masked, and the number of its pointers that were sent. */
  readonly #first: number[];
  readonly #seen: number[];
  /** By group: the pointer that has its content again; -1 if none has. */
  readonly #shown: number[];
  total = 0;

  constructor(links: Links, changed: (pointer: number, tokens: number) => void = () => {}) {
    this.#links = links;
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
    this.#masked.add(candidate);
    this.#setGone(candidate, true);
    for (const pointer of this.#links.held.get(candidate) ?? []) this.#refresh(this.#groupOf(pointer));
  }

  remove(candidate: number): void {
    this.#masked.delete(candidate);
    for (const pointer of this.#links.held.get(candidate) ?? []) {
      const group = this.#groupOf(pointer);
      this.#first[group] = Math.min(this.#first[group] ?? 0, this.#links.places[pointer] ?? 0);
      this.#refresh(group);
    }
    this.#setGone(candidate, false);
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
    const isMasked = (place: number) => this.#masked.has(this.#links.pointers[members[place] ?? 0]?.holder ?? -1);
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
    if (tokens !== 0) this.#changed(pointer, tokens);
  }
}

/** The content that comes back with what is masked, and with what waits for a move. */
export class GiveBack {
  readonly #links: Links;
  /** What is masked, and that with what waits. */
  readonly #now: Side;
  readonly #then: Side;
  /** Of the second: tokens by pointer. */
  readonly #sums: SumTree;
  readonly #waiting = new Set<number>();
  #seen = 0;

  /** @param pointers In document order. */
  constructor(pointers: readonly MovePointer[]) {
    this.#links = new Links(pointers);
    this.#sums = new SumTree(pointers.length);
    this.#now = new Side(this.#links);
    this.#then = new Side(this.#links, (pointer, tokens) => this.#sums.add(pointer, tokens));
  }

  /** Tokens that came back with what is masked. */
  get tokens(): number {
    return this.#now.total;
  }

  /** Tokens that a move of all that waits brings back; negative where it masks what came back. */
  get waitingTokens(): number {
    return this.#then.total - this.#now.total;
  }

  /** Sees the pointers of a step with that many messages. */
  see(cut: number): void {
    const { pointers } = this.#links;
    for (; (pointers[this.#seen]?.messageIndex ?? cut) < cut; this.#seen++) {
      this.#now.see(this.#seen);
      this.#then.see(this.#seen);
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

  /** What waits is masked. */
  move(): void {
    for (const candidate of this.#waiting) this.#now.add(candidate);
    this.#waiting.clear();
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
