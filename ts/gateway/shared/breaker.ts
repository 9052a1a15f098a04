/** Failures in a row after which nothing is asked for a while. */
const MOST_FAILURES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Keeps calls away from what has failed several times in a row: for a pause that doubles each time, after which one call
 * tries again. So a server that hangs costs a few requests its timeout, and not every request.
 */
export class Breaker {
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #closedUntil = 0;
  #isTrying = false;
  readonly #now: () => number;

  /** @param now A clock that never goes back, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether calls are made; false while it waits. */
  get isUp(): boolean {
    return this.#failures < MOST_FAILURES;
  }

  /** The result of a call within `timeoutMs`; undefined where it fails, is late, or is not made. */
  async call<T>(make: () => Promise<T>, timeoutMs: number): Promise<{ value: T } | undefined> {
    if (!this.isUp && (this.#now() < this.#closedUntil || this.#isTrying)) return undefined;
    this.#isTrying = !this.isUp;
    try {
      const value = await within(make(), timeoutMs);
      this.#failures = 0;
      this.#pauseMs = FIRST_PAUSE_MS;
      return { value };
    } catch {
      this.#failed();
      return undefined;
    } finally {
      this.#isTrying = false;
    }
  }

  #failed(): void {
    this.#failures++;
    if (this.isUp) return;
    this.#closedUntil = this.#now() + this.#pauseMs;
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("late")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
