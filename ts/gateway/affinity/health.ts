/** Failures in a row after which a deployment rests. */
const MOST_FAILURES = 3;
const LONGEST_REST_MS = 300_000;
const LONGEST_ASKED_MS = 3_600_000;

/** What one request tells of a deployment. */
export type HealthNote = "served" | "failed" | { restMs: number };

/** Whether a deployment gets requests. After a rest one request tries; the others follow once it was served. */
export class Health {
  #failures = 0;
  #until = 0;
  #restMs: number;
  readonly #firstRestMs: number;
  readonly #now: () => number;

  /** @param now A clock that never goes back, in milliseconds. */
  constructor(restMs: number, now: () => number = () => performance.now()) {
    this.#firstRestMs = restMs;
    this.#restMs = restMs;
    this.#now = now;
  }

  get isResting(): boolean {
    return this.#failures >= MOST_FAILURES;
  }

  /** Whether a request may go there. The first one after a rest is let in as a trial, and no other for as long again. */
  admit(): boolean {
    if (!this.isResting) return true;
    if (this.#now() < this.#until) return false;
    this.#until = this.#now() + this.#restMs;
    return true;
  }

  note(note: HealthNote): void {
    if (note === "served") {
      this.#failures = 0;
      this.#restMs = this.#firstRestMs;
    } else if (note === "failed") {
      this.#failures++;
      if (!this.isResting) return;
      this.#until = this.#now() + this.#restMs;
      this.#restMs = Math.min(LONGEST_REST_MS, this.#restMs * 2);
    } else {
      this.#failures = MOST_FAILURES;
      this.#until = Math.max(this.#until, this.#now() + Math.min(LONGEST_ASKED_MS, note.restMs));
    }
  }
}
