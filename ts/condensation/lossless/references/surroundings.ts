// What stands around a text: by it a text that a condensation wrote is told from an equal one that a tool gave.

import { getOrInsert } from "../../../base/maps.js";
import type { Conversation } from "../../conversation/open.js";
import type { Surroundings } from "./content-reference.js";
import { textHash } from "./text-key.js";

/** Messages on each side. */
const MOST = 8;
/** So many equal messages behind a text tell as much as those in front of it. */
const LEAST_AFTER = 5;
const HASH_CHARS = 8;

/** The surroundings of a conversation's messages. Hashes are made when they are asked for first. */
export class ConversationSurroundings {
  /** Indexes of messages with text. */
  readonly #told: number[] = [];
  /** By message up to the last with text: how many of those are before it. */
  readonly #toldBefore: number[] = [];
  readonly #texts = new Map<number, string>();
  readonly #hashes = new Map<number, string>();

  constructor({ blocks }: Pick<Conversation, "blocks">) {
    for (const { messageIndex, kind, text } of blocks) {
      if ((kind !== "text" && kind !== "result") || text === "") continue;
      const known = this.#texts.get(messageIndex);
      if (known === undefined) this.#told.push(messageIndex);
      this.#texts.set(messageIndex, known === undefined ? text : `${known}\n${text}`);
    }
    for (const [at, messageIndex] of this.#told.entries())
      while (this.#toldBefore.length <= messageIndex) this.#toldBefore.push(at);
  }

  of(messageIndex: number): Surroundings {
    const end = this.#toldBefore[messageIndex] ?? this.#told.length;
    const own = this.#told[end] === messageIndex ? 1 : 0;
    const hashes = (indexes: readonly number[]) => indexes.map((index) => this.#hashOf(index));
    return {
      before: hashes(this.#told.slice(Math.max(0, end - MOST), end).reverse()),
      after: hashes(this.#told.slice(end + own, end + own + MOST)),
    };
  }

  /** Whether a text in that message can be the one that had these: messages may be gone from one of its sides. */
  isIn(messageIndex: number, { before, after }: Surroundings): boolean {
    const now = this.of(messageIndex);
    const isBefore = begins(before, now.before);
    const isAfter = begins(after, now.after);
    const seen = Math.min(before.length, now.before.length);
    if (isBefore && (seen > 0 || isAfter)) return true;
    return isAfter && Math.min(after.length, now.after.length) >= LEAST_AFTER;
  }

  #hashOf(index: number): string {
    return getOrInsert(this.#hashes, index, () => textHash(this.#texts.get(index) ?? "").slice(0, HASH_CHARS));
  }
}

/** Whether two lists are the same as far as both go. */
const begins = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((hash, at) => other[at] === undefined || other[at] === hash);
