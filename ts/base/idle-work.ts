// Work that must not delay requests: it waits until none has come for a moment.

/** How long work waits, and how much of it. */
export interface IdleLimits {
  /** Pause before each job, in milliseconds. @default 30 */
  pauseMs?: number;
  /** Where no pause comes, one job is done after that time all the same, in milliseconds. @default 2000 */
  patienceMs?: number;
  /** Jobs that may wait; beyond it the oldest are forgotten. @default 1000 */
  most?: number;
  /** Bytes that waiting jobs may hold together; beyond it the oldest are forgotten. @default 64 MiB */
  mostBytes?: number;
}

interface Job {
  run(): void;
  bytes: number;
}

const MIB = 1024 * 1024;

/** Runs jobs one by one, in their order, while nothing else happens. */
export class IdleWork {
  /** Jobs that were forgotten. */
  forgotten = 0;
  readonly #jobs: Job[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When a job is done although there was no pause. */
  #dueAt = 0;
  readonly #limits: Required<IdleLimits>;

  constructor({ pauseMs = 30, patienceMs = 2_000, most = 1_000, mostBytes = 64 * MIB }: IdleLimits = {}) {
    this.#limits = { pauseMs, patienceMs, most, mostBytes };
  }

  /** Adds a job, and puts off all others. @param bytes What it keeps in memory. @default 0 */
  add(run: () => void, bytes = 0): void {
    if (this.#jobs.length === 0) this.#dueAt = performance.now() + this.#limits.patienceMs;
    this.#jobs.push({ run, bytes });
    this.#bytes += bytes;
    const { most, mostBytes } = this.#limits;
    while (this.#jobs.length > 1 && (this.#jobs.length > most || this.#bytes > mostBytes)) {
      this.#next();
      this.forgotten++;
    }
    this.#wait();
  }

  /** Does everything now. */
  finish(): void {
    clearTimeout(this.#timer);
    while (this.#jobs.length > 0) this.#next()?.run();
  }

  #next(): Job | undefined {
    const job = this.#jobs.shift();
    this.#bytes -= job?.bytes ?? 0;
    return job;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const waitMs = Math.min(this.#limits.pauseMs, Math.max(0, this.#dueAt - performance.now()));
    this.#timer = setTimeout(() => {
      this.#dueAt = performance.now() + this.#limits.patienceMs;
      this.#next()?.run();
      if (this.#jobs.length > 0) this.#wait();
    }, waitMs);
    this.#timer.unref();
  }
}
