import { setNewest } from "../../base/maps.js";

/** Stores a model's summaries. They contain text of conversations, so use one store for each tenant. */
export interface SummaryStore {
  /** The text under a key; undefined if there is none. */
  get(key: string): PromiseLike<string | undefined> | string | undefined;
  /** Keeps a text under a key, in place of an earlier one. */
  put(key: string, text: string): PromiseLike<void> | void;
}

const DEFAULT_MAX_ENTRIES = 1_000;

/** A store in this process's memory. The least recently used summary goes first. */
export class MemorySummaryStore implements SummaryStore {
  readonly #texts = new Map<string, string>();

  /** @param maxEntries Most summaries kept. @default 1,000 */
  constructor(readonly maxEntries: number = DEFAULT_MAX_ENTRIES) {}

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text !== undefined) this.put(key, text);
    return text;
  }

  /** Keeps a text under a key; the entry not used for longest goes where there are too many. */
  put(key: string, text: string): void {
    setNewest(this.#texts, key, text, this.maxEntries);
  }

  /** The number of stored summaries. */
  get size(): number {
    return this.#texts.size;
  }
}
