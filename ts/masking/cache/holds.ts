// Results that answers in the window refer to: they stay, or come back with the next move.
//
//   a move     result masked    answer that refers to it    a move: the result is back    answer leaves the window
//
// What is masked follows from the last move alone: everything that was ready then, without what was held then.

import type { PlannedEdit } from "../candidates.js";
import type { Mention } from "../references.js";

/** What is read of a candidate. */
interface HeldCandidate {
  /** 0-based index of its unit among the units of all messages. */
  readonly unit: number;
  /** 0-based index of the first message whose presence makes it eligible. */
  readonly readyMessage: number;
}

/** A candidate, while an answer that refers to it is in the window. */
export interface Hold {
  /** Index of the candidate. */
  readonly candidate: number;
  /** 0-based index of the message with the answer. */
  readonly from: number;
  /** Index of the message after which the answer is no longer in the window. */
  readonly until: number;
}

/** The message after which a candidate is ready that a reference in the window holds. */
export const HELD = Number.MAX_SAFE_INTEGER;

/** What a replay left of the holds. */
export interface HeldAtEnd {
  /** Candidates that its last move masks and that are held all the same. */
  readonly back: ReadonlySet<number>;
  /** The first unit that a move at the last step may edit. */
  readonly firstUnit: number;
}

/** The holds of candidates. */
export function holdsOf(mentions: readonly Mention[], ready: readonly PlannedEdit[]): Hold[] {
  if (mentions.length === 0) return [];
  const indexes = new Map(ready.map(({ plan }, index) => [plan.result, index]));
  return mentions.flatMap(({ target, messageIndex, until }) => {
    const candidate = indexes.get(target);
    // A result that comes so late that its call has left the window holds nothing.
    return candidate === undefined || until <= messageIndex ? [] : [{ candidate, from: messageIndex, until }];
  });
}

/** The candidates that are held in the request of so many messages. */
export function heldAt(holds: readonly Hold[], messages: number): ReadonlySet<number> {
  const isAt = ({ from, until }: Hold) => from < messages && until >= messages;
  return new Set(holds.filter(isAt).map(({ candidate }) => candidate));
}

/** The candidates with holds in one request. */
export class Held {
  readonly #holds: readonly Hold[];
  readonly #messages: number;
  readonly #candidates: ReadonlyMap<number, HeldCandidate>;

  /**
   * @param candidates As they are ready without the holds.
   * @param messages Number of messages of the request.
   */
  constructor(holds: readonly Hold[], candidates: readonly HeldCandidate[], messages: number) {
    this.#holds = holds;
    this.#messages = messages;
    const of = (index: number) => {
      const candidate = candidates[index];
      return candidate === undefined || candidate.readyMessage >= HELD ? [] : [[index, candidate] as const];
    };
    this.#candidates = new Map(holds.flatMap((hold) => of(hold.candidate)));
  }

  /** When the candidates are ready after the replay, whose last move had that many messages before it. */
  afterReplay(last: number | undefined, { back }: HeldAtEnd): ReadonlyMap<number, number> {
    return this.#ready(last, (index) => back.has(index));
  }

  /** The same where the last move is not the replay's. */
  after(last: number | undefined, { back, firstUnit }: HeldAtEnd): ReadonlyMap<number, number> {
    const held = heldAt(this.#holds, last ?? 0);
    return this.#ready(last, (index, { unit }) => (unit >= firstUnit ? held : back).has(index));
  }

  /** The same where every request moves. */
  now(): ReadonlyMap<number, number> {
    return this.after(this.#messages, { back: new Set(), firstUnit: 0 });
  }

  /**
   * {@link HELD} for what a reference in the window keeps; of the rest that the last move left, as `isBack` says, the
   * move's message, so that the next one takes it.
   */
  #ready(last = 0, isBack: (index: number, candidate: HeldCandidate) => boolean): ReadonlyMap<number, number> {
    const held = heldAt(this.#holds, this.#messages);
    const ready = [...this.#candidates].map(([index, candidate]) => {
      const came = candidate.readyMessage;
      const back = isBack(index, candidate);
      const isHeld = (back || came >= last) && held.has(index);
      return [index, isHeld ? HELD : back ? Math.max(came, last) : came] as const;
    });
    return new Map(ready);
  }
}

/** The references to results, as steps see them. */
export class HoldEvents {
  readonly #events: readonly { readonly at: number; readonly begins: boolean; readonly candidate: number }[];
  /** By candidate: references in the window. */
  readonly #active = new Map<number, number>();
  #next = 0;

  constructor(holds: readonly Hold[]) {
    const both = holds.flatMap(({ from, until, candidate }) => [
      { at: from, begins: true, candidate },
      { at: until, begins: false, candidate },
    ]);
    // A reference that comes takes over from one that goes.
    this.#events = both.sort((a, b) => (a.at === b.at ? Number(b.begins) - Number(a.begins) : a.at - b.at));
  }

  /** The next candidate that is held from now on, or no longer, before that many messages. */
  nextChange(cut: number): { candidate: number; isHeld: boolean } | undefined {
    for (
      let event = this.#events[this.#next];
      event !== undefined && event.at < cut;
      event = this.#events[this.#next]
    ) {
      const { candidate, begins } = event;
      this.#next++;
      const active = (this.#active.get(candidate) ?? 0) + (begins ? 1 : -1);
      this.#active.set(candidate, active);
      if (active === Number(begins)) return { candidate, isHeld: begins };
    }
    return undefined;
  }
}
