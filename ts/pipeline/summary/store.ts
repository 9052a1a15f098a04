/** Keeps summaries made by a model. What it holds is text of conversations: keep one for each tenant. */
export interface SummaryStore {
  /** The text put under a key; undefined for none. */
  get(key: string): PromiseLike<string | undefined> | string | undefined;
  put(key: string, text: string): PromiseLike<void> | void;
}

const DEFAULT_MAX_ENTRIES = 1_000;

/** A store in this process's memory. What was not used for longest goes first. */
export class MemorySummaryStore implements SummaryStore {
  readonly #texts = new Map<string, string>();

  /** @param maxEntries Most summaries held. @default 1,000 */
  constructor(readonly maxEntries: number = DEFAULT_MAX_ENTRIES) {}

  get(key: string): string | undefined {
    const text = this.#texts.get(key);
    if (text !== undefined) this.put(key, text);
    return text;
  }

  put(key: string, text: string): void {
    this.#texts.delete(key);
    this.#texts.set(key, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > this.maxEntries && oldest !== undefined) this.#texts.delete(oldest);
  }

  /** Summaries held. */
  get size(): number {
    return this.#texts.size;
  }
}
