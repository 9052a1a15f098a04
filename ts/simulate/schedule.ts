import type { AnchoredBlock } from "../contract/cache-report.js";
import { isRecord } from "../text/json-value.js";
import type { CacheFacts } from "../wires/cache-facts.js";
import { WIRES } from "../wires/index.js";
import type { ToolResult } from "../wires/transcript.js";
import { unitOfBlock } from "../wires/units.js";
import { PREFIX_UNITS, type Session } from "./trace.js";

/**
 * Tamis's breakpoints: one on the last masked block, and until the next move one on the last masked block of the move
 * before. If a client leaves room for only one, it is the newest, or, with `"old-on-moves"`, the old one on the request
 * that moves. Only that request looks for the old entry, and the request after it is early enough to write the newest.
 * A move without an old one has one in front of its first edit, where clients that set breakpoints had theirs.
 */
export type Anchors = boolean | "old-on-moves";

/** The requests of a session from one step to the next at which something changes that was sent before. */
export interface Stretch {
  /** Its first step. */
  readonly fromStep: number;
  /** Units that are not as in the stretch before, and their numbers; of the first stretch, not as the log has them. */
  readonly changes: readonly (readonly [unit: number, id: number])[];
  /** Units that it is the first to edit by a move, ascending. */
  readonly moved: readonly number[];
  /** Results that it is the first to take out. */
  readonly taken: readonly ToolResult[];
  /** Texts of results that are not as in the stretch before. */
  readonly shown: readonly (readonly [result: ToolResult, text: string])[];
  /**
   * What blocks with shortened arguments say that is not as in the stretch before, by unit; undefined where it is again as the
   * log has it. @default nothing
   */
  readonly said?: readonly (readonly [unit: number, texts: readonly string[] | undefined])[];
}

/** What a policy sends at each step. */
export interface Schedule {
  /** In the order of their steps; what is before the first is as the log has it. */
  readonly stretches: readonly Stretch[];
  readonly anchors: Anchors;
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
export function* renderSchedule(session: Session, { stretches, anchors: wanted }: Schedule): Generator<Rendered> {
  const messages = [...session.ids];
  const byStep = new Map(stretches.map((stretch) => [stretch.fromStep, stretch]));
  const ids: number[] = [...session.prefixIds];
  let anchors: number[] = [];
  for (const [step, cut] of session.steps.cuts.entries()) {
    const { changes = [], moved = [] } = byStep.get(step) ?? {};
    let shared = ids.length;
    for (const [unit, id] of changes) {
      const at = PREFIX_UNITS + unit;
      messages[unit] = id;
      if (at >= ids.length || ids[at] === id) continue;
      ids[at] = id;
      shared = Math.min(shared, at);
    }
    const isMove = moved.length > 0;
    if (wanted !== false && isMove) {
      // Where thinking was is no block that could carry a breakpoint.
      const block = moved.findLast((unit) => messages[unit] !== session.units.nothing);
      const last = Math.max(anchors[0] ?? 0, block === undefined ? 0 : PREFIX_UNITS + block + 1);
      // An older one behind the first edit finds nothing any more.
      const older = anchors.slice(0, 1).filter((end) => end === last || end <= shared);
      anchors = last === older[0] ? older : [last, ...older];
    }
    const isReversed = isMove && wanted === "old-on-moves";
    const length = PREFIX_UNITS + (session.messageStarts[cut] ?? 0);
    ids.length = Math.min(ids.length, length);
    for (let unit = ids.length - PREFIX_UNITS; unit < length - PREFIX_UNITS; unit++) ids.push(messages[unit] ?? 0);
    const isFront = isMove && wanted !== false && anchors.length < 2;
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
  const front = frontAnchor(wire.cache, contents, { messageIndex, blockIndex });
  if (front === undefined) return undefined;
  return PREFIX_UNITS + (session.messageStarts[front.messageIndex] ?? 0) + unitOfBlock(wire, front.blockIndex) + 1;
}

// Where a move without an anchor of an earlier one looks for what the provider has.
//
//   earlier     user⚑ · call · result⚑                   ⚑ the client's breakpoint: here the provider has an entry
//   this move   user · call⚓ ▒▒▒▒ · call · result⚑       ⚓ Tamis's: entries are looked for at it and up to 20 blocks before
//
// Without it the provider would look for entries near the newest message alone, where everything is edited, and find no more
// than the system prompt.

/**
 * Units in front of an edit, and from it on, among which a block is looked for. A provider looks for entries 20 blocks in front
 * of a breakpoint, so one a little behind the edit serves as well.
 */
const IN_FRONT = 20;
const BEHIND = 8;

/**
 * The block that may have a breakpoint and is nearest to an edit: in front of it, else behind.
 */
function frontAnchor(
  { isFree }: CacheFacts,
  contents: (messageIndex: number) => unknown,
  edit: AnchoredBlock,
): AnchoredBlock | undefined {
  if (isFree === undefined) return undefined;
  for (const place of near(edit, contents)) {
    if (place.blockIndex < 0) continue;
    const block = blocksOf(contents(place.messageIndex))[place.blockIndex];
    if (isRecord(block) && isFree(block)) return { messageIndex: place.messageIndex, blockIndex: place.blockIndex };
  }
  return undefined;
}

/** Units in front of an edit, the nearest first, and then those from it on. A message itself is block -1, before its blocks. */
function* near(
  { messageIndex, blockIndex }: AnchoredBlock,
  contents: (messageIndex: number) => unknown,
): Generator<AnchoredBlock> {
  let place = { messageIndex, blockIndex };
  for (let left = IN_FRONT; left > 0; left--) {
    if (place.blockIndex >= 0) place = { ...place, blockIndex: place.blockIndex - 1 };
    else {
      const message = place.messageIndex - 1;
      place = { messageIndex: message, blockIndex: blocksOf(contents(message)).length - 1 };
    }
    if (place.messageIndex < 0) break;
    yield place;
  }
  place = { messageIndex, blockIndex };
  for (let left = BEHIND; left > 0; left--) {
    yield place;
    const isLast = place.blockIndex + 1 >= blocksOf(contents(place.messageIndex)).length;
    place = isLast
      ? { messageIndex: place.messageIndex + 1, blockIndex: -1 }
      : { ...place, blockIndex: place.blockIndex + 1 };
  }
}

const blocksOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
