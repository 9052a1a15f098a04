import type { CondensedStep } from "./condense-step.js";

/** Chars per token of a kept conversation, for its share of the memory. */
const CHARS_PER_TOKEN = 4;
/** Condensations of which it is remembered that they were told. */
const MOST_TOLD = 10_000;

/**
 * Condensations that were made, by what they were made of: so that a history is not condensed again for each request. It
 * only saves time. What was used longest ago goes first. A condensation under way is waited for by all who ask for it.
 */
export class ReplayMemory {
  readonly #steps = new Map<string, { step: Promise<CondensedStep | undefined>; chars: number }>();
  readonly #told = new Set<string>();
  #chars = 0;

  /** @param maxChars Most text that is kept, about. @default 64 Mi chars */
  constructor(readonly maxChars: number = 64 * 1024 * 1024) {}

  /** The condensation of that key, made by `make` where it is not known. */
  recall(key: string, make: () => Promise<CondensedStep | undefined>): Promise<CondensedStep | undefined> {
    const known = this.#steps.get(key);
    if (known !== undefined) {
      this.#steps.delete(key);
      this.#steps.set(key, known);
      return known.step;
    }
    const entry = { step: make(), chars: 0 };
    this.#steps.set(key, entry);
    entry.step.then(
      (made) => this.#weigh(key, entry, (made?.tokens ?? 0) * CHARS_PER_TOKEN + key.length),
      () => this.#steps.get(key) === entry && this.#steps.delete(key),
    );
    return entry.step;
  }

  /** Whether it is asked for this key for the first time, as far as is remembered. */
  isFirst(key: string): boolean {
    if (this.#told.has(key)) return false;
    this.#told.add(key);
    const [oldest] = this.#told;
    if (this.#told.size > MOST_TOLD && oldest !== undefined) this.#told.delete(oldest);
    return true;
  }

  #weigh(key: string, entry: { chars: number }, chars: number): void {
    if (this.#steps.get(key) !== entry) return;
    entry.chars = chars;
    this.#chars += chars;
    for (const [oldest, { chars: freed }] of this.#steps) {
      if (this.#chars <= this.maxChars) break;
      // One that is under way is waited for.
      if (freed > 0) this.#steps.delete(oldest);
      this.#chars -= freed;
    }
  }
}
