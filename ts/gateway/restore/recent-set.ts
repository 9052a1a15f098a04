/** A set of texts that remembers so many, those that were added last, and when. */
export class RecentSet {
  readonly #addedAt = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @param maxAgeMs Only if it was added less long ago. @default at any time */
  has(text: string, maxAgeMs = Number.POSITIVE_INFINITY): boolean {
    const at = this.#addedAt.get(text);
    return at !== undefined && Date.now() - at < maxAgeMs;
  }

  add(text: string): void {
    this.#addedAt.delete(text);
    this.#addedAt.set(text, Date.now());
    const [oldest] = this.#addedAt.keys();
    if (this.#addedAt.size > this.most && oldest !== undefined) this.#addedAt.delete(oldest);
  }

  /** Forgets all of them. */
  clear(): void {
    this.#addedAt.clear();
  }
}
