// Requests that grow: messages that were measured before, and are as they were, are not read again.
//
//   lately   head [ a b c d ]     tail      of a body: by hashes, in one call of the addon
//   now      head [ a b c X e ]   tail'     of an object: by comparing it with what it was
//                   = = =                   read: head [ X e ] tail', and a b c stand before it
import { isUint8Array } from "node:util/types";
import { type Evidence, gatherEvidence } from "../../baseline/detect.js";
import { isRecord } from "../../baseline/value.js";
import { inPlainMemory } from "../../memory.js";
import { CONVERSATION_KEYS } from "../../report-basis.js";
import type { GrownBodies, LedgerBackend } from "../../token-backend.js";
import { type Before, type MeasuredRequest, type RequestTokenOptions, readRequest } from "./index.js";
import type { MessageNotes } from "./sheet.js";
import { isAsBefore, type Snapshot, takeSnapshot } from "./snapshot.js";
import type { MessageTokens, RequestTokens } from "./types.js";

/** The names that lists of messages have. */
const LIST_KEYS = [...new Set(Object.values(CONVERSATION_KEYS))];
/** Requests that are remembered as bodies, of each method, and as objects. */
const MOST_REQUESTS = 8;
const MOST_MESSAGES = 100_000;
/** Fewer are read as fast as looked for. */
const FEWEST_MESSAGES = 4;

/** A request as it was measured. */
interface Known {
  /** What the messages' numbers depend on beside the messages. */
  basis: string;
  messages: readonly MessageTokens[];
  notes: readonly KnownNotes[];
}

interface KnownNotes extends MessageNotes {
  /** What messages show, up to this one. */
  evidence: Evidence;
}

/** A request as an object, as it was. */
interface KnownObject extends Known {
  exact: boolean;
  snapshots: readonly Snapshot[];
  /** Chars of strings up to each message. */
  chars: readonly number[];
}

/** Bodies of one method. */
interface Bodies {
  grown: GrownBodies;
  bySlot: (Known | undefined)[];
}

/**
 * Measures requests by a ledger, and remembers the newest. The rows of messages are shared between answers, so they are
 * frozen.
 */
export class GrowingRequests {
  readonly #ledger: LedgerBackend;
  readonly #maxChars: number;
  readonly #bodies = new Map<boolean, Bodies>();
  #objects: KnownObject[] = [];

  /** Strings of objects are referenced, at most `maxChars` chars together; of bodies there are hashes only. */
  constructor(ledger: LedgerBackend, maxChars: number) {
    this.#ledger = ledger;
    this.#maxChars = maxChars;
  }

  /** Chars of strings that are referenced. */
  get heldChars(): number {
    return this.#objects.reduce((sum, { chars }) => sum + (chars.at(-1) ?? 0), 0);
  }

  clear(): void {
    this.#bodies.clear();
    this.#objects = [];
  }

  /** As `measureRequest`. */
  measure(bodyOrRequest: Uint8Array | object, options: RequestTokenOptions, exact: boolean): RequestTokens {
    if (!isUint8Array(bodyOrRequest)) return this.#measureObject(bodyOrRequest, options, exact);
    return this.#measureBody(inPlainMemory(bodyOrRequest), options, exact);
  }

  #measureBody(body: Uint8Array, options: RequestTokenOptions, exact: boolean): RequestTokens {
    const bodies = this.#bodiesOf(exact);
    const growth = bodies?.grown.compare(body);
    if (bodies === undefined || growth === undefined) return readRequest(body, options, exact, this.#ledger).tokens;
    const { grown, bySlot } = bodies;
    const { from, slot, same, elements, open, next } = growth;
    const known = bySlot[from];
    bySlot[slot] = undefined;
    try {
      const rest = () => Buffer.concat([body.subarray(0, open), body.subarray(next)]);
      const [tokens, now] = this.#readOn(known, same, { whole: body, rest, options, exact });
      if (tokens.messages.length === elements) bySlot[slot] = now;
      return tokens;
    } finally {
      if (bySlot[slot] === undefined) grown.forget(slot);
    }
  }

  #bodiesOf(exact: boolean): Bodies | undefined {
    const known = this.#bodies.get(exact);
    const grown = known?.grown ?? this.#ledger.createGrownBodies?.(LIST_KEYS, MOST_REQUESTS);
    if (known !== undefined || grown === undefined) return known;
    const bodies = { grown, bySlot: [] };
    this.#bodies.set(exact, bodies);
    return bodies;
  }

  #measureObject(request: object, options: RequestTokenOptions, exact: boolean): RequestTokens {
    const key = listKeyOf(request);
    const list = key === undefined ? [] : ((request as Record<string, unknown>)[key] as unknown[]);
    if (key === undefined || list.length < FEWEST_MESSAGES || list.length > MOST_MESSAGES) {
      return readRequest(request, options, exact, this.#ledger).tokens;
    }
    const { known, same } = mostInCommon(this.#objects, list, exact);
    const rest = () => ({ ...request, [key]: list.slice(same) });
    const [tokens, now] = this.#readOn(known, same, { whole: request, rest, options, exact });
    const isBranch = known !== undefined && 2 * same < known.snapshots.length;
    const others = this.#objects.filter((one) => one !== known || isBranch);
    const isWhole = tokens.messages.length === list.length;
    const remembered = isWhole ? remember({ ...now, exact }, { known, same, list }) : [];
    this.#objects = within(this.#maxChars, [...remembered, ...others]);
    return tokens;
  }

  /** Reads the rest behind `same` messages that are known; all, where they are not, or depend on something else. */
  #readOn(known: Known | undefined, same: number, { whole, rest, options, exact }: Ask): [RequestTokens, Known] {
    if (known !== undefined && same >= FEWEST_MESSAGES && same <= known.messages.length) {
      const read = attempt(() => readRequest(rest(), options, exact, this.#ledger, upTo(known, same)));
      if (read !== undefined && basisOf(read.tokens) === known.basis) return [read.tokens, toKnown(read, known, same)];
    }
    const read = readRequest(whole, options, exact, this.#ledger);
    return [read.tokens, toKnown(read, undefined, 0)];
  }
}

function upTo(known: Known, same: number): Before {
  return {
    messages: known.messages,
    notes: known.notes,
    count: same,
    evidence: known.notes[same - 1]?.evidence ?? gatherEvidence([]),
  };
}

/** What is wrong with the rest is told of the whole, in whose words it is to be. */
function attempt(read: () => MeasuredRequest): MeasuredRequest | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A request, and how to have it without the messages that are known. */
interface Ask {
  whole: Uint8Array | object;
  rest: () => Uint8Array | object;
  options: RequestTokenOptions;
  exact: boolean;
}

const basisOf = ({ wire, model, method, encoding }: RequestTokens) => JSON.stringify([wire, model, method, encoding]);

function toKnown({ tokens, notes, request }: MeasuredRequest, known: Known | undefined, same: number): Known {
  const list = request[CONVERSATION_KEYS[tokens.wire]];
  const all = known?.notes.slice(0, same) ?? [];
  notes.forEach((note, at) => {
    const evidence = gatherEvidence(Array.isArray(list) ? list.slice(at, at + 1) : [], all.at(-1)?.evidence);
    all.push({ ...note, evidence });
  });
  for (let at = same; at < tokens.messages.length; at++) freeze(tokens.messages[at]);
  return { basis: basisOf(tokens), messages: tokens.messages.slice(), notes: all };
}

function freeze(message: MessageTokens | undefined): void {
  if (message === undefined) return;
  for (const block of message.blocks) Object.freeze(block);
  Object.freeze(message.blocks);
  Object.freeze(message);
}

/** The one list of messages of a request that is nothing but data. */
function listKeyOf(request: object): string | undefined {
  const [key, second] = LIST_KEYS.filter((one) => Object.hasOwn(request, one));
  if (key === undefined || second !== undefined || Object.getPrototypeOf(request) !== Object.prototype)
    return undefined;
  return isRecord(request) && Array.isArray(request[key]) ? key : undefined;
}

/** The last message is never called the same, so that there is one to be read. */
function mostInCommon(objects: readonly KnownObject[], list: readonly unknown[], exact: boolean) {
  let best: { known: KnownObject | undefined; same: number } = { known: undefined, same: 0 };
  for (const known of objects) {
    if (known.exact !== exact) continue;
    const most = Math.min(known.snapshots.length, list.length - 1);
    let same = 0;
    while (same < most && isSameAt(known, same, list)) same++;
    if (same > best.same) best = { known, same };
    if (same === most) break;
  }
  return best;
}

function isSameAt({ snapshots }: KnownObject, at: number, list: readonly unknown[]): boolean {
  const snapshot = snapshots[at];
  return snapshot !== undefined && isAsBefore(snapshot, list[at]);
}

interface List {
  known: KnownObject | undefined;
  same: number;
  list: readonly unknown[];
}

/** The request with what its messages are; nothing, where one of them cannot be remembered. */
function remember(now: Known & { exact: boolean }, { known, same, list }: List): KnownObject[] {
  const snapshots = known?.snapshots.slice(0, same) ?? [];
  const chars = known?.chars.slice(0, same) ?? [];
  for (const message of list.slice(same)) {
    const held = { values: 0, chars: chars.at(-1) ?? 0 };
    const snapshot = takeSnapshot(message, held);
    if (snapshot === undefined) return [];
    snapshots.push(snapshot);
    chars.push(held.chars);
  }
  return [{ ...now, snapshots, chars }];
}

/** The newest that stay within the bounds. */
function within(maxChars: number, objects: readonly KnownObject[]): KnownObject[] {
  let sum = 0;
  return objects.slice(0, MOST_REQUESTS).filter(({ chars }) => {
    const own = chars.at(-1) ?? 0;
    if (sum + own > maxChars) return false;
    sum += own;
    return true;
  });
}
