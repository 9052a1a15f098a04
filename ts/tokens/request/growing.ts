// Requests that grow: unchanged messages that were measured before are not read again.
//
//   lately   head [ a b c d ]     tail      of a body: by hashes, in one call of the addon
//   now      head [ a b c X e ]   tail'     of an object: by comparing it with what it was
//                   = = =                   read: head [ X e ] tail', and a b c stand before it
import { isUint8Array } from "node:util/types";
import { inPlainMemory } from "../../base/memory.js";
import type { GrownBodies, LedgerBackend } from "../../contract/token-backend.js";
import { isRecord } from "../../text/json-value.js";
import { WIRES } from "../../wires/index.js";
import { type MeasuredRequest, type RequestTokenOptions, readRequest } from "./index.js";
import { KnownMessages } from "./known.js";
import { ListSnapshot } from "./snapshot.js";
import type { RequestTokens } from "./types.js";

/** The keys of lists of messages. */
const LIST_KEYS = [...new Set(WIRES.all.map(({ listKey }) => listKey))];
/** Most requests remembered: as bodies, for each method, and as objects. */
const MOST_REQUESTS = 8;
const MOST_MESSAGES = 100_000;
/** Shorter lists are read as fast as they are looked up. */
const FEWEST_MESSAGES = 4;

/** A remembered request that came as an object. */
interface KnownObject {
  exact: boolean;
  messages: KnownMessages;
  snapshot: ListSnapshot;
}

/** Remembered bodies of one method. */
interface Bodies {
  grown: GrownBodies;
  bySlot: (KnownMessages | undefined)[];
}

/** Measures requests by a ledger and remembers the newest. Results share the rows of messages, so these are frozen. */
export class GrowingRequests {
  readonly #ledger: LedgerBackend;
  readonly #maxChars: number;
  readonly #bodies = new Map<boolean, Bodies>();
  #objects: KnownObject[] = [];
  #isComparing = false;

  /** Strings of objects are referenced, at most `maxChars` chars together. For bodies only hashes are kept. */
  constructor(ledger: LedgerBackend, maxChars: number) {
    this.#ledger = ledger;
    this.#maxChars = maxChars;
  }

  /** Chars of referenced strings. */
  get heldChars(): number {
    return this.#objects.reduce((sum, { snapshot }) => sum + snapshot.chars, 0);
  }

  clear(): void {
    this.#bodies.clear();
    this.#objects = [];
  }

  /** Works like `measureRequest`. */
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
      const { tokens, grown: now } = this.#readOn(known, same, { whole: body, rest, options, exact });
      if (tokens.messages.length === elements) bySlot[slot] = now(from !== slot);
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
    // An accessor in the request may measure the same request while its record is being changed.
    if (this.#isComparing || list.length < FEWEST_MESSAGES || list.length > MOST_MESSAGES) {
      return readRequest(request, options, exact, this.#ledger).tokens;
    }
    this.#isComparing = true;
    try {
      return this.#measureList(request, key ?? "", list, { options, exact });
    } finally {
      this.#isComparing = false;
    }
  }

  #measureList(
    request: object,
    key: string,
    list: readonly unknown[],
    { options, exact }: Pick<Ask, "options" | "exact">,
  ): RequestTokens {
    const { known, same } = mostInCommon(this.#objects, list, exact);
    const rest = () => ({ ...request, [key]: list.slice(same) });
    const { tokens, grown } = this.#readOn(known?.messages, same, { whole: request, rest, options, exact });
    const isBranch = known !== undefined && 2 * same < known.snapshot.length;
    const others = this.#objects.filter((one) => one !== known || isBranch);
    this.#objects = others;
    if (tokens.messages.length !== list.length) return tokens;
    const snapshot = (known?.snapshot ?? ListSnapshot.empty()).grown(same, list, isBranch);
    if (snapshot === undefined) return tokens;
    this.#objects = within(this.#maxChars, [{ exact, messages: grown(isBranch), snapshot }, ...others]);
    return tokens;
  }

  /**
   * Reads the rest after `same` known messages. Reads everything if they are unknown, depend on other settings, or if the rest
   * or what is missing of the known ones says whether the model reads them.
   */
  #readOn(known: KnownMessages | undefined, same: number, { whole, rest, options, exact }: Ask): Answer {
    if (known !== undefined && same >= Math.max(FEWEST_MESSAGES, known.unread + 1) && same <= known.count) {
      const read = attempt(() => readRequest(rest(), options, exact, this.#ledger, known.upTo(same)));
      if (read?.hasCompaction === false && known.isOf(read.tokens)) {
        return { tokens: read.tokens, grown: (isKept) => known.grown(same, read, isKept) };
      }
    }
    const read = readRequest(whole, options, exact, this.#ledger);
    return { tokens: read.tokens, grown: () => KnownMessages.of(read) };
  }
}

/**
 * A request's tokens, and its messages to remember. They replace those that the request grew from, unless those are
 * kept.
 */
interface Answer {
  tokens: RequestTokens;
  grown(isKept: boolean): KnownMessages;
}

/** Returns undefined for a faulty rest: the whole request is then read, so that the error describes the whole. */
function attempt(read: () => MeasuredRequest): MeasuredRequest | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A request, and how to get it without the known messages. */
interface Ask {
  whole: Uint8Array | object;
  rest: () => Uint8Array | object;
  options: RequestTokenOptions;
  exact: boolean;
}

/** The key of the single list of messages, if the request is plain data. */
function listKeyOf(request: object): string | undefined {
  const [key, second] = LIST_KEYS.filter((one) => Object.hasOwn(request, one));
  if (key === undefined || second !== undefined || Object.getPrototypeOf(request) !== Object.prototype)
    return undefined;
  return isRecord(request) && Array.isArray(request[key]) ? key : undefined;
}

/** Never counts the last message as common, so that there is one to read. */
function mostInCommon(objects: readonly KnownObject[], list: readonly unknown[], exact: boolean) {
  let best: { known: KnownObject | undefined; same: number } = { known: undefined, same: 0 };
  for (const known of objects) {
    if (known.exact !== exact) continue;
    const most = Math.min(known.snapshot.length, list.length - 1);
    const same = known.snapshot.sameIn(list, most);
    if (same > best.same) best = { known, same };
    if (same === most) break;
  }
  return best;
}

/** The newest requests within the limits. */
function within(maxChars: number, objects: readonly KnownObject[]): KnownObject[] {
  let sum = 0;
  return objects.slice(0, MOST_REQUESTS).filter(({ snapshot }) => {
    if (sum + snapshot.chars > maxChars) return false;
    sum += snapshot.chars;
    return true;
  });
}
