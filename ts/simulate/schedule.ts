import type { Masks } from "./masks.js";
import { PREFIX_UNITS, type Session } from "./trace.js";

/**
 * Breakpoints of ours: on the last masked block, and on that of the move before until the next move. Where a client leaves
 * room for one alone it is the newest, or, with `"old-on-moves"`, the old one on the very request that moves: only that
 * request looks for what ends there, and the newest is written in time with the request after it.
 */
export type Anchors = boolean | "old-on-moves";

/** What a policy masks at which step. */
export interface Schedule {
  readonly masks: Masks;
  /** For each candidate the index of the step from which on it is masked; -1 for never. */
  readonly maskedAt: ArrayLike<number>;
  readonly anchors: Anchors;
}

/** A request of a session, after a policy. */
export interface Rendered {
  /** Numbers of its units; the constant prefix first. Good until the next one is asked for. */
  readonly ids: readonly number[];
  /** Number of leading units up to each anchor, in the order in which they take the room there is. */
  readonly anchors: readonly number[];
  /** Where it has breakpoints, as numbers of leading units, ascending; undefined where they are the usual client's. */
  readonly breakpoints?: readonly number[] | undefined;
}

/** The requests of all steps. Linear in what is sent. */
export function* renderSchedule(session: Session, schedule: Schedule): Generator<Rendered> {
  const { masks, maskedAt } = schedule;
  const messages = [...session.ids];
  const byStep = groupBySteps(session, maskedAt);
  let anchors: number[] = [];
  for (const [step, cut] of session.steps.cuts.entries()) {
    const masked = byStep[step] ?? [];
    let last = anchors[0] ?? 0;
    for (const index of masked) {
      const at = masks.candidates[index]?.unit ?? 0;
      messages[at] = masks.editedIds[index] ?? 0;
      last = Math.max(last, PREFIX_UNITS + at + 1);
    }
    const isMove = masked.length > 0;
    if (schedule.anchors !== false && isMove) anchors = last === anchors[0] ? [last] : [last, ...anchors.slice(0, 1)];
    const isReversed = isMove && schedule.anchors === "old-on-moves";
    const ids = [...(session.prefixIds[step] ?? []), ...messages.slice(0, session.messageStarts[cut])];
    yield { ids, anchors: isReversed ? anchors.toReversed() : anchors };
  }
}

function groupBySteps(session: Session, maskedAt: ArrayLike<number>): number[][] {
  const groups: number[][] = session.steps.cuts.map(() => []);
  for (let index = 0; index < maskedAt.length; index++) groups[maskedAt[index] ?? -1]?.push(index);
  return groups;
}
