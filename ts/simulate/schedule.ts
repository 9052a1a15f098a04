import { frontAnchor } from "../masking/front-anchor.js";
import { isRecord } from "../text/json-value.js";
import { WIRES } from "../wires/index.js";
import { unitOfBlock } from "../wires/units.js";
import type { Masks } from "./masks.js";
import { PREFIX_UNITS, type Session } from "./trace.js";

/**
 * Tamis's breakpoints: one on the last masked block, and until the next move one on the last masked block of the move
 * before. If a client leaves room for only one, it is the newest, or, with `"old-on-moves"`, the old one on the request
 * that moves. Only that request looks for the old entry, and the request after it is early enough to write the newest.
 * A move without an old one has one in front of its first edit, where clients that set breakpoints had theirs.
 */
export type Anchors = boolean | "old-on-moves";

/** Which results a policy masks at which step. */
export interface Schedule {
  readonly masks: Masks;
  /** For each candidate, the index of the first step at which it is masked; -1 for never. */
  readonly maskedAt: ArrayLike<number>;
  readonly anchors: Anchors;
  /** Whether a move without an old anchor looks in front of its first edit. @default true */
  readonly looksInFront?: boolean;
}

/** A request of a session, after a policy. */
export interface Rendered {
  /** Numbers of its units, the constant prefix first. Valid until the next request is rendered. */
  readonly ids: readonly number[];
  /** How many leading units it has in common with the request before. */
  readonly shared: number;
  /** Number of leading units up to each anchor, in order of priority. */
  readonly anchors: readonly number[];
  /** Number of leading units up to the anchor in front of a move's first edit, which goes before the others. */
  readonly frontAnchor?: number | undefined;
  /** Number of its tools and system prompt, if a function returned the request. */
  readonly front?: number;
  /** Places of its breakpoints, as numbers of leading units, ascending. Undefined if they are the usual client's. */
  readonly breakpoints?: readonly number[] | undefined;
}

/** The requests of all steps, in one list that grows. Linear in the last one's size and in what moves write again. */
export function* renderSchedule(session: Session, schedule: Schedule): Generator<Rendered> {
  const { masks, maskedAt } = schedule;
  const messages = [...(masks.arrivedIds ?? session.ids)];
  const byStep = groupBySteps(session, maskedAt);
  const pointed = masks.pointed?.follow(maskedAt);
  const ids: number[] = [...session.prefixIds];
  let anchors: number[] = [];
  for (const [step, cut] of session.steps.cuts.entries()) {
    const masked = byStep[step] ?? [];
    let last = anchors[0] ?? 0;
    const before = new Map<number, number | undefined>();
    const write = (unit: number, id: number) => {
      const at = PREFIX_UNITS + unit;
      messages[unit] = id;
      if (at >= ids.length || ids[at] === id) return;
      if (!before.has(at)) before.set(at, ids[at]);
      ids[at] = id;
    };
    if (masked.length > 0) for (const [unit, id] of pointed?.(step) ?? []) write(unit, id);
    for (const index of masked) {
      const at = masks.candidates[index]?.unit ?? 0;
      const edited = masks.editedIds[index] ?? 0;
      write(at, edited);
      // Where thinking was is no block that could carry a breakpoint.
      if (edited !== session.units.nothing) last = Math.max(last, PREFIX_UNITS + at + 1);
    }
    const isMove = masked.length > 0;
    let shared = ids.length;
    for (const [at, id] of before) if (ids[at] !== id) shared = Math.min(shared, at);
    if (schedule.anchors !== false && isMove)
      anchors = last === (anchors[0] ?? 0) ? anchors.slice(0, 1) : [last, ...anchors.slice(0, 1)];
    const isReversed = isMove && schedule.anchors === "old-on-moves";
    const length = PREFIX_UNITS + (session.messageStarts[cut] ?? 0);
    ids.length = Math.min(ids.length, length);
    for (let unit = ids.length - PREFIX_UNITS; unit < length - PREFIX_UNITS; unit++) ids.push(messages[unit] ?? 0);
    const isFront = isMove && schedule.anchors !== false && schedule.looksInFront !== false && anchors.length < 2;
    yield {
      ids,
      shared: Math.min(shared, length),
      anchors: isReversed ? anchors.toReversed() : anchors,
      frontAnchor: isFront ? unitsBefore(session, shared - PREFIX_UNITS, cut) : undefined,
    };
  }
}

/** Number of leading units up to the block that may have an anchor in front of the unit `edited` of the messages. */
function unitsBefore(session: Session, edited: number, cut: number): number | undefined {
  const wire = WIRES.of(session.wire);
  const messageIndex = session.messageStarts.findLastIndex((start) => start <= edited);
  const blockIndex = edited - (session.messageStarts[messageIndex] ?? 0) - unitOfBlock(wire, 0);
  const contents = (index: number): unknown => {
    const message = index < cut ? session.list[index] : undefined;
    return isRecord(message) ? message[wire.blocks.key] : undefined;
  };
  const front = frontAnchor(wire.cache, contents, { messageIndex, blockIndex }, () => false);
  if (front === undefined) return undefined;
  return PREFIX_UNITS + (session.messageStarts[front.messageIndex] ?? 0) + unitOfBlock(wire, front.blockIndex) + 1;
}

function groupBySteps(session: Session, maskedAt: ArrayLike<number>): number[][] {
  const groups: number[][] = session.steps.cuts.map(() => []);
  for (let index = 0; index < maskedAt.length; index++) groups[maskedAt[index] ?? -1]?.push(index);
  return groups;
}
