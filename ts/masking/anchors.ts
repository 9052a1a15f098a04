// Tamis's own breakpoints: one on the last masked block, so that the next move finds everything before it cached.
//
//   move 1    ▒▒▒▒⚓······                ⚓ newest: written for the next move
//   between   ▒▒▒▒⚓··········            the same place and bytes
//   move 2    ▒▒▒▒⚓▒▒▒▒▒⚓·····          old: what this request finds; newest: for the next
//
// The client's breakpoints come first: Tamis uses what they leave of four. If they leave one, the request that moves
// puts it on the old place, because only that request looks there; all others put it on the newest. A move without an old
// place looks in front of its first edit, where earlier requests had breakpoints of the client's own.

import type { AnchoredBlock } from "../contract/cache-report.js";
import { isRecord, type JsonRecord } from "../text/json-value.js";
import type { AnchorPlace, Breakpoint } from "../wires/cache-facts.js";
import type { Path, WireDefinition } from "../wires/define-wire.js";
import type { Markers } from "../wires/markers.js";
import { resultPath } from "../wires/result-path.js";
import type { ResultPlan } from "../wires/transcript.js";
import type { PlannedEdit } from "./candidates.js";
import { frontAnchor } from "./front-anchor.js";

/** A marker to add to a block or a part, or to remove. */
export interface MarkerEdit extends AnchoredBlock {
  /** The part with the marker; undefined for the block itself. */
  partIndex: number | undefined;
  /** Path from the request to the member. */
  path: Path;
  /** Undefined to remove it. */
  value: JsonRecord | undefined;
}

/** The decisions about Tamis's breakpoints. */
export interface AnchorPlan {
  /** Their places in the reduced request, in document order. */
  places: readonly AnchoredBlock[];
  edits: readonly MarkerEdit[];
  /** Results whose text becomes a list of one part so that it can have a breakpoint, and whether it has one. */
  wrapped: ReadonlyMap<ResultPlan, boolean>;
}

export const NO_ANCHORS: AnchorPlan = { places: [], edits: [], wrapped: new Map() };

/** The input for planning anchors. */
export interface AnchorBasis {
  wire: WireDefinition;
  request: JsonRecord;
  markers: Markers;
  place: AnchorPlace;
  plans: readonly ResultPlan[];
  /** What the plain policy edits, in document order. */
  edited: readonly EditedBlock[];
  /** Number of messages at the last move, and at the one before; undefined if there was none. */
  lastCut: number | undefined;
  previousCut: number | undefined;
  /** Whether this request is the last move. */
  isNow: boolean;
  /** Whether a move may look in front of its first edit: not under version 1 of policies. */
  looksInFront: boolean;
  /** Bytes that each masked result's edits insert; undefined if a body may grow. */
  addedBytes: ((plan: ResultPlan) => number) | undefined;
}

/** A block that a move edits. */
export interface EditedBlock extends AnchoredBlock {
  /** A move makes the edit in each request that goes beyond this message. */
  readyMessage: number;
  /** Whether it is a result of which the model reads nothing any more, so that it may have a breakpoint of ours. */
  isMasked: boolean;
  /** What masks it; undefined where the provider clears it. */
  plan: ResultPlan | undefined;
}

/** The block that an edit changes. */
export function editedBlock({ plan, readyMessage }: PlannedEdit): EditedBlock {
  const isMasked = plan.action === "mask" && plan.result.content.kind !== "loose";
  return { ...blockOf(plan.result), readyMessage, isMasked, plan };
}

/** The most breakpoints that a request may have. */
const MOST = 4;
/** More bytes than any anchor adds to a body. Edits must have removed as many, so that no body grows. */
const ANCHOR_BYTES = 80;

/** Plans the breakpoints for the last moves, and removes Tamis's obsolete ones from earlier requests. Linear. */
export function planAnchors(basis: AnchorBasis): AnchorPlan {
  return basis.place === "nowhere" ? NO_ANCHORS : new AnchorPlanner(basis).plan();
}

/** A block that is to have a breakpoint: with a plan it is masked here. */
interface Wanted extends AnchoredBlock {
  plan: ResultPlan | undefined;
  /** It came masked, with its breakpoint. */
  came?: boolean;
}

class AnchorPlanner {
  readonly #basis: AnchorBasis;
  readonly #set: readonly Breakpoint[];
  readonly #ownBlocks: ReadonlySet<string>;
  readonly #room: number;
  /**
   * If placeholders came with the request, one of Tamis's from an earlier request may be the first among the client's. A
   * client that sets four of its own would have too many with it.
   */
  readonly #strays: readonly Breakpoint[];
  readonly #places = new Map<string, AnchoredBlock>();
  readonly #edits: MarkerEdit[] = [];
  readonly #wrapped = new Map<ResultPlan, boolean>();

  constructor(basis: AnchorBasis) {
    const { markers, plans } = basis;
    this.#basis = basis;
    this.#set = markers.breakpoints.filter(({ isNull }) => !isNull);
    this.#ownBlocks = new Set(plans.flatMap((plan) => (plan.reason === "placeholder" ? [nameOf(plan.result)] : [])));
    const inMessages = this.#set.filter((one) => !this.#isOwn(one)).length;
    const clients = markers.inFront + (markers.automatic === undefined ? 0 : 1) + inMessages;
    this.#room = Math.max(0, MOST - clients);
    const strays = basis.place === "block" && this.#ownBlocks.size > 0 ? Math.max(0, clients - MOST) : 0;
    this.#strays = this.#set.filter((one) => one.partIndex === undefined && !this.#isOwn(one)).slice(0, strays);
  }

  plan(): AnchorPlan {
    this.#follow(this.#lastMasked(this.#basis.lastCut));
    this.#removeOwn();
    const inOrder = (a: AnchoredBlock, b: AnchoredBlock) =>
      a.messageIndex - b.messageIndex || a.blockIndex - b.blockIndex;
    return {
      places: [...this.#places.values()].sort(inOrder),
      edits: this.#edits.sort(inOrder),
      wrapped: this.#wrapped,
    };
  }

  /** Whether a breakpoint is on a block that came with one of Tamis's placeholders. */
  #isOwn(breakpoint: Breakpoint): boolean {
    return this.#ownBlocks.has(nameOf(breakpoint));
  }

  #own(): Breakpoint[] {
    return this.#set.filter((one) => this.#isOwn(one));
  }

  /** The last block masked by a move at this number of messages. */
  #lastMasked(cut: number | undefined): Wanted | undefined {
    if (cut === undefined) return undefined;
    const last = this.#basis.edited.findLast(({ isMasked, readyMessage }) => isMasked && readyMessage < cut);
    return last === undefined ? undefined : { ...blockOf(last), plan: last.plan };
  }

  /** Without a move in this request's history, keeps the breakpoints that came, unless the client needs the room now. */
  #keepNewestOwn(): void {
    for (const one of this.#own().toReversed().slice(0, this.#room)) this.#places.set(nameOf(one), blockOf(one));
  }

  #follow(newest: Wanted | undefined): void {
    const { isNow, place } = this.#basis;
    const old = this.#lookedFor(newest);
    const wanted = [newest, old].filter((one) => one !== undefined).filter((one) => !this.#isTaken(one));
    if (newest === undefined && old === undefined) this.#keepNewestOwn();
    // A cache might distinguish the same text in a list and as a string. On such wires the newest is never given up.
    if (isNow && this.#room === 1 && place === "block") wanted.reverse();
    for (const one of wanted.slice(0, this.#room)) if (one.came) this.#places.set(nameOf(one), blockOf(one));
    let spare = this.#savedBytes(wanted.length * ANCHOR_BYTES);
    for (const [index, one] of wanted.entries()) {
      if (one.came || spare < ANCHOR_BYTES) continue;
      if (this.#add(one, one.plan, index < this.#room)) spare -= ANCHOR_BYTES;
    }
  }

  /**
   * Where the provider is to look for what is in front of `newest`: the last block of the move before, else, in a
   * request that moves, the block in front of the first edit.
   */
  #lookedFor(newest: Wanted | undefined): Wanted | undefined {
    const { previousCut, isNow, looksInFront, place } = this.#basis;
    const came = previousCut === undefined ? this.#own().at(-1) : undefined;
    const isOther = (one: Wanted | undefined) => newest === undefined || (one && nameOf(one) !== nameOf(newest));
    const masked = this.#lastMasked(previousCut);
    if (masked !== undefined && isOther(masked)) return masked;
    if (came !== undefined) {
      const old = { ...blockOf(came), plan: undefined, came: true };
      return newest !== undefined && isOther(old) ? old : undefined;
    }
    const isStateless = this.#ownBlocks.size === 0;
    return isNow && isStateless && looksInFront && place === "block" ? this.#front(newest) : undefined;
  }

  /** The block in front of the first edit that this move makes, or a little behind. */
  #front(newest: Wanted | undefined): Wanted | undefined {
    const { wire, request, edited, lastCut = 0, previousCut = 0, markers } = this.#basis;
    const first = edited.find(({ readyMessage }) => readyMessage >= previousCut && readyMessage < lastCut);
    if (first === undefined) return undefined;
    const list = request[wire.listKey];
    const contents = (index: number): unknown => {
      const message: unknown = Array.isArray(list) ? list[index] : undefined;
      return isRecord(message) ? message[wire.blocks.key] : undefined;
    };
    const isMarked = (at: AnchoredBlock) =>
      markers.breakpoints.some((one) => !one.isNull && nameOf(one) === nameOf(at));
    const found = frontAnchor(wire.cache, contents, first, isMarked);
    return found === undefined || (newest && nameOf(found) === nameOf(newest))
      ? undefined
      : { ...found, plan: undefined };
  }

  /** Whether a block that is masked here already has a marker of the client. */
  #isTaken(wanted: Wanted): boolean {
    const { breakpoints } = this.#basis.markers;
    return !wanted.came && breakpoints.some((one) => nameOf(one) === nameOf(wanted));
  }

  /**
   * The least number of bytes that the edits remove from the body, counted up to `enough`. Chars never outnumber bytes.
   */
  #savedBytes(enough: number): number {
    const { plans, addedBytes } = this.#basis;
    if (addedBytes === undefined) return enough;
    let saved = 0;
    for (const plan of plans) {
      if (plan.replacement === undefined) continue;
      saved += Math.max(0, plan.charsBefore - addedBytes(plan));
      if (saved >= enough) return enough;
    }
    return saved;
  }

  /**
   * Puts a breakpoint on a block, if there is room. Even without room a text becomes a list, so
   * that it does not change when there is room again.
   */
  #add(at: AnchoredBlock, plan: ResultPlan | undefined, hasRoom: boolean): boolean {
    const { place } = this.#basis;
    if (place === "part") return plan !== undefined && this.#addToPart(at, plan, hasRoom);
    if (hasRoom) this.#mark(at, undefined, this.#isHourlyBehind(at));
    return true;
  }

  #addToPart(at: AnchoredBlock, plan: ResultPlan, hasRoom: boolean): boolean {
    const { content } = plan.result;
    const keptPart = content.kind === "parts" || content.kind === "media" ? content.keptPart : -1;
    if (content.kind === "text") this.#wrapped.set(plan, hasRoom);
    else if (keptPart < 0) return false;
    if (!hasRoom) return true;
    if (content.kind === "text") this.#places.set(nameOf(at), blockOf(at));
    else this.#mark(at, keptPart, false);
    return true;
  }

  #mark(at: AnchoredBlock, partIndex: number | undefined, isHourly: boolean): void {
    this.#edits.push(this.#edit(at, partIndex, this.#basis.wire.cache.marker(isHourly)));
    this.#places.set(nameOf(at), blockOf(at));
  }

  /** Whether the next breakpoint lasts an hour. A breakpoint of five minutes must not precede one of an hour. */
  #isHourlyBehind(at: AnchoredBlock): boolean {
    const next = this.#set.find((one) => isBehind(one, at) && (!this.#isOwn(one) || this.#places.has(nameOf(one))));
    return next === undefined ? this.#basis.markers.automatic?.hourly === true : next.hourly;
  }

  /** Removes Tamis's earlier breakpoints that are no longer anchors, and strays. */
  #removeOwn(): void {
    for (const one of [...this.#strays, ...this.#own()]) {
      if (!this.#places.has(nameOf(one))) this.#edits.push(this.#edit(one, one.partIndex, undefined));
    }
  }

  #edit(at: AnchoredBlock, partIndex: number | undefined, value: JsonRecord | undefined): MarkerEdit {
    const { wire, request } = this.#basis;
    const content = resultPath(wire, request, at);
    const inner = partIndex === undefined ? content.slice(0, -1) : [...content, partIndex];
    const path = [...inner, wire.cache.markerKey ?? ""];
    return { ...blockOf(at), partIndex, path, value };
  }
}

const nameOf = ({ messageIndex, blockIndex }: AnchoredBlock): string => `${messageIndex}/${blockIndex}`;
const blockOf = ({ messageIndex, blockIndex }: AnchoredBlock): AnchoredBlock => ({ messageIndex, blockIndex });

function isBehind(one: AnchoredBlock, other: AnchoredBlock): boolean {
  return (
    one.messageIndex > other.messageIndex ||
    (one.messageIndex === other.messageIndex && one.blockIndex > other.blockIndex)
  );
}
