// Tamis's own breakpoints: one on the last masked block, so that the next move finds everything before it cached.
//
//   move 1    ▒▒▒▒⚓······                ⚓ newest: written for the next move
//   between   ▒▒▒▒⚓··········            the same place and bytes
//   move 2    ▒▒▒▒⚓▒▒▒▒▒⚓·····          old: what this request finds; newest: for the next
//
// The client's breakpoints come first: Tamis uses what they leave of four. If they leave one, the request that moves
// puts it on the old place, because only that request looks there; all others put it on the newest.

import type { JsonRecord } from "../text/json-value.js";
import type { AnchorPlace, Breakpoint } from "../wires/cache-facts.js";
import type { Path, WireDefinition } from "../wires/define-wire.js";
import type { Markers } from "../wires/markers.js";
import { resultPath } from "../wires/result-path.js";
import type { ResultPlan } from "../wires/transcript.js";
import type { PlannedEdit } from "./candidates.js";

/** A block with one of Tamis's breakpoints. */
export interface AnchoredBlock {
  messageIndex: number;
  blockIndex: number;
}

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
  /** The edits of the plain policy, in document order. */
  ready: readonly PlannedEdit[];
  /** Number of messages at the last move, and at the one before; undefined if there was none. */
  lastCut: number | undefined;
  previousCut: number | undefined;
  /** Whether this request is the last move. */
  isNow: boolean;
  /** Bytes that each masked result's edits insert. */
  addedBytes: (plan: ResultPlan) => number;
}

/** The most breakpoints that a request may have. */
const MOST = 4;
/** More bytes than any anchor adds to a body. Edits must have removed as many, so that no body grows. */
const ANCHOR_BYTES = 80;

/** Plans the breakpoints for the last moves, and removes Tamis's obsolete ones from earlier requests. Linear. */
export function planAnchors(basis: AnchorBasis): AnchorPlan {
  return basis.place === "nowhere" ? NO_ANCHORS : new AnchorPlanner(basis).plan();
}

/** A block that is masked here, or, without a plan, came masked. */
interface Wanted extends AnchoredBlock {
  plan: ResultPlan | undefined;
}

class AnchorPlanner {
  readonly #basis: AnchorBasis;
  readonly #set: readonly Breakpoint[];
  readonly #ownBlocks: ReadonlySet<string>;
  readonly #room: number;
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
  }

  plan(): AnchorPlan {
    const newest = this.#lastMasked(this.#basis.lastCut);
    if (newest === undefined) this.#keepNewestOwn();
    else this.#follow(newest);
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
    const isResult = ({ result }: ResultPlan) => result.content.kind !== "loose";
    const last = this.#basis.ready.findLast(
      ({ plan, readyMessage }) => plan.action === "mask" && readyMessage < cut && isResult(plan),
    );
    return last === undefined ? undefined : { ...blockOf(last.plan.result), plan: last.plan };
  }

  /** Without a move in this request's history, keeps the breakpoints that came, unless the client needs the room now. */
  #keepNewestOwn(): void {
    for (const one of this.#own().toReversed().slice(0, this.#room)) this.#places.set(nameOf(one), blockOf(one));
  }

  #follow(newest: Wanted): void {
    const { previousCut, isNow, place } = this.#basis;
    const came = this.#own().at(-1);
    const old =
      previousCut === undefined ? came && { ...blockOf(came), plan: undefined } : this.#lastMasked(previousCut);
    const both = old === undefined || nameOf(old) === nameOf(newest) ? [newest] : [newest, old];
    const wanted = both.filter((one) => !this.#isTaken(one));
    // A cache might distinguish the same text in a list and as a string. On such wires the newest is never given up.
    if (isNow && this.#room === 1 && place === "block") wanted.reverse();
    for (const one of wanted.slice(0, this.#room))
      if (one.plan === undefined) this.#places.set(nameOf(one), blockOf(one));
    let spare = this.#savedBytes(wanted.length * ANCHOR_BYTES);
    for (const [index, one] of wanted.entries()) {
      if (one.plan === undefined || spare < ANCHOR_BYTES) continue;
      if (this.#add(one, one.plan, index < this.#room)) spare -= ANCHOR_BYTES;
    }
  }

  /** Whether a block that is masked here already has a marker of the client. */
  #isTaken(wanted: Wanted): boolean {
    const { breakpoints } = this.#basis.markers;
    return wanted.plan !== undefined && breakpoints.some((one) => nameOf(one) === nameOf(wanted));
  }

  /**
   * The least number of bytes that the edits remove from the body, counted up to `enough`. Chars never outnumber bytes.
   */
  #savedBytes(enough: number): number {
    let saved = 0;
    for (const plan of this.#basis.plans) {
      if (plan.replacement === undefined) continue;
      saved += Math.max(0, plan.charsBefore - this.#basis.addedBytes(plan));
      if (saved >= enough) return enough;
    }
    return saved;
  }

  /**
   * Puts a breakpoint on a block that is masked here, if there is room. Even without room a text becomes a list, so
   * that it does not change when there is room again.
   */
  #add(at: AnchoredBlock, plan: ResultPlan, hasRoom: boolean): boolean {
    const { place, wire } = this.#basis;
    const { content } = plan.result;
    const keptPart = content.kind === "parts" || content.kind === "media" ? content.keptPart : -1;
    if (place === "part" && content.kind === "text") this.#wrapped.set(plan, hasRoom);
    else if (place === "part" && keptPart < 0) return false;
    if (!hasRoom) return true;
    if (place === "block") {
      this.#edits.push(this.#edit(at, undefined, wire.cache.marker(this.#isHourlyBehind(at))));
    } else if (content.kind !== "text") {
      this.#edits.push(this.#edit(at, keptPart, wire.cache.marker(false)));
    }
    this.#places.set(nameOf(at), blockOf(at));
    return true;
  }

  /** Whether the next breakpoint lasts an hour. A breakpoint of five minutes must not precede one of an hour. */
  #isHourlyBehind(at: AnchoredBlock): boolean {
    const next = this.#set.find((one) => isBehind(one, at) && (!this.#isOwn(one) || this.#places.has(nameOf(one))));
    return next === undefined ? this.#basis.markers.automatic?.hourly === true : next.hourly;
  }

  /** Removes Tamis's earlier breakpoints that are no longer anchors. */
  #removeOwn(): void {
    for (const one of this.#own()) {
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
