// Messages that were measured before. For each of them it records the sums and facts up to that message, so that a
// request that grew does not read them one by one.

import { type Evidence, gatherEvidence } from "../../wires/detect.js";
import { WIRES } from "../../wires/index.js";
import type { Before, MeasuredRequest } from "./index.js";
import type { ApproximationCounts, MessageNotes, MessageSums, NotedCall } from "./sheet.js";
import { cut } from "./snapshot.js";
import { addMessage, NO_SUMS } from "./sum-up.js";
import type { MessageTokens, RequestTokens } from "./types.js";

/** The facts up to a message, including it. */
interface Mark {
  /** The evidence by which the wire is recognised. */
  evidence: Evidence;
  approximated: ApproximationCounts;
  sums: MessageSums;
  /** Calls of this message alone, by id. */
  calls: MessageNotes["calls"];
}

const NO_MARK: Mark = { evidence: gatherEvidence([]), approximated: {}, sums: NO_SUMS, calls: [] };

/** Everything but the messages that their numbers depend on. */
export type Basis = Pick<RequestTokens, "wire" | "model" | "method" | "encoding">;

const isSameBasis = (one: Basis, other: Basis) =>
  one.wire === other.wire &&
  one.model === other.model &&
  one.method === other.method &&
  one.encoding === other.encoding;

/** The messages of one request. */
export class KnownMessages {
  readonly #basis: Basis;
  readonly #messages: MessageTokens[];
  readonly #marks: Mark[];
  /** Those that the model does not read, which have no tokens. */
  readonly unread: number;

  private constructor(basis: Basis, messages: MessageTokens[], marks: Mark[], unread: number) {
    this.#basis = basis;
    this.unread = unread;
    this.#messages = messages;
    this.#marks = marks;
  }

  static of(read: MeasuredRequest): KnownMessages {
    const { wire, model, method, encoding } = read.tokens;
    return new KnownMessages({ wire, model, method, encoding }, [], [], read.unread).grown(0, read, false);
  }

  /** Whether the messages of that request have the same numbers as these. */
  isOf(tokens: RequestTokens): boolean {
    return isSameBasis(this.#basis, tokens);
  }

  get count(): number {
    return this.#messages.length;
  }

  /** The first `count` messages, as what comes before others. */
  upTo(count: number): Before {
    const { evidence, approximated, sums } = this.#marks[count - 1] ?? NO_MARK;
    const callOf = callFinder(this.#marks, count);
    return { count, evidence, approximated, sums, callOf, messages: (more) => joined(this.#messages, count, more) };
  }

  /** The first `count` messages and those that were read after them. Changes and returns this object, unless `isKept`. */
  grown(count: number, { tokens, notes, request }: MeasuredRequest, isKept: boolean): KnownMessages {
    const now = isKept
      ? new KnownMessages(this.#basis, this.#messages.slice(0, count), this.#marks.slice(0, count), this.unread)
      : this;
    cut(now.#messages, count);
    cut(now.#marks, count);
    const list = request[WIRES.of(tokens.wire).listKey];
    notes.forEach(({ approximated, calls }, at) => {
      const message = tokens.messages[count + at];
      if (message === undefined) return;
      const last = now.#marks.at(-1) ?? NO_MARK;
      const evidence = gatherEvidence(Array.isArray(list) ? list.slice(at, at + 1) : [], last.evidence);
      const counts = approximated.length === 0 ? last.approximated : addCounts(last.approximated, approximated);
      now.#marks.push({ evidence, approximated: counts, sums: addMessage(last.sums, message), calls });
      now.#messages.push(frozen(message));
    });
    return now;
  }
}

/** Makes a single copy if all are wanted. */
const joined = (messages: readonly MessageTokens[], count: number, more: readonly MessageTokens[]) =>
  (messages.length === count ? messages : messages.slice(0, count)).concat(more);

function addCounts(counts: ApproximationCounts, more: readonly (keyof ApproximationCounts)[]): ApproximationCounts {
  const all = { ...counts };
  for (const what of more) all[what] = (all[what] ?? 0) + 1;
  return all;
}

/** Freezes a row, because results share it. */
function frozen(message: MessageTokens): MessageTokens {
  for (const block of message.blocks) Object.freeze(block);
  Object.freeze(message.blocks);
  return Object.freeze(message);
}

/** Finds the last call with an id. Searches from the end, where it usually is, and reads no message twice. */
function callFinder(marks: readonly Mark[], count: number): (id: string) => NotedCall | undefined {
  const found = new Map<string, NotedCall>();
  let next = count;
  return (id) => {
    while (next > 0 && !found.has(id)) {
      next--;
      for (const [one, call] of marks[next]?.calls.toReversed() ?? []) if (!found.has(one)) found.set(one, call);
    }
    return found.get(id);
  };
}
