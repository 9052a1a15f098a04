// Work that must not delay requests: it waits until none has come for a moment.

/** Runs jobs one by one while nothing else happens. */
export class IdleWork {
  #jobs: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #pauseMs: number;
  readonly #most: number;

  /**
   * @param pauseMs Pause before each job. Default 30.
   * @param most Jobs that may wait; beyond it the oldest are forgotten. Default 100.
   */
  constructor(pauseMs = 30, most = 100) {
    this.#pauseMs = pauseMs;
    this.#most = most;
  }

  /** Adds a job, and puts off all others. */
  add(job: () => void): void {
    this.#jobs.push(job);
    if (this.#jobs.length > this.#most) this.#jobs.shift();
    this.#wait();
  }

  /** Does everything now. */
  finish(): void {
    clearTimeout(this.#timer);
    for (const job of this.#jobs.splice(0)) job();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#jobs.shift()?.();
      if (this.#jobs.length > 0) this.#wait();
    }, this.#pauseMs);
    this.#timer.unref();
  }
}
