// Work that must not delay requests: it waits until none has come for a moment, and is done in slices.
import { setImmediate as nextTurn } from "node:timers/promises";
import { isSteps, SLICE_MS, type Steps } from "./steps.js";

/** How long work waits, and how much of it. */
export interface IdleLimits {
  /** Pause before each slice, in milliseconds. @default 30 */
  pauseMs?: number;
  /** Where no pause comes, one slice is done after that time all the same, in milliseconds. @default 2000 */
  patienceMs?: number;
  /** A slice ends with the first step after that time, in milliseconds. @default 2 */
  sliceMs?: number;
  /** Jobs that may wait; beyond it the oldest are forgotten. @default 1000 */
  most?: number;
  /** Bytes that waiting jobs may hold together; beyond it the oldest are forgotten. @default 32 MiB */
  mostBytes?: number;
}

/** What is to be done: in the steps that it returns, or at once. */
export type IdleJob = () => unknown;

interface Job {
  run: IdleJob;
  bytes: number;
}

const MIB = 1024 * 1024;

/** When a request came last. All work waits for requests of the whole process, because they share its thread. */
let lastRequestAt = Number.NEGATIVE_INFINITY;

/** When the last slice ended. */
let slicedAt = Number.NEGATIVE_INFINITY;
/** Between two slices, whoever's, others have the thread; in milliseconds. */
const APART_MS = 5;

/** Puts off all work that waits for a pause, also what was begun. */
export function requestCame(): void {
  lastRequestAt = performance.now();
}

const busy = new Set<IdleWork>();

/** Forgets all jobs of the process, also those that were begun: the memory that they keep is needed. */
export function forgetIdleWork(): void {
  for (const work of busy) work.forget();
}

/** Runs jobs one by one, in their order, while nothing else happens. */
export class IdleWork {
  forgotten = 0;
  readonly #jobs: Job[] = [];
  /** The rest of the job that was begun. */
  #begun: Steps | undefined;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  /** When a slice is done although there was no pause. */
  #dueAt = 0;
  readonly #limits: Required<IdleLimits>;

  constructor({
    pauseMs = 30,
    patienceMs = 2_000,
    sliceMs = SLICE_MS,
    most = 1_000,
    mostBytes = 32 * MIB,
  }: IdleLimits = {}) {
    this.#limits = { pauseMs, patienceMs, sliceMs, most, mostBytes };
  }

  /** Adds a job, and puts off all others, also the rest of the one that was begun. @param bytes What it keeps in memory. @default 0 */
  add(run: IdleJob, bytes = 0): void {
    if (this.#isDone) this.#dueAt = performance.now() + this.#limits.patienceMs;
    this.#jobs.push({ run, bytes });
    this.#bytes += bytes;
    const { most, mostBytes } = this.#limits;
    while (this.#jobs.length > 1 && (this.#jobs.length > most || this.#bytes > mostBytes)) {
      this.#next();
      this.forgotten++;
    }
    this.#wait();
  }

  /**
   * Does the rest without waiting for pauses, in slices between which others have the thread. What is left after `mostMs` is
   * forgotten.
   */
  async end(mostMs = 2_000): Promise<void> {
    clearTimeout(this.#timer);
    const until = performance.now() + mostMs;
    while (!this.#isDone && performance.now() < until) {
      this.#work();
      if (this.#begun !== undefined) await nextTurn();
    }
    this.forget();
  }

  forget(): void {
    clearTimeout(this.#timer);
    if (this.#begun !== undefined) this.forgotten++;
    this.#begun = undefined;
    this.forgotten += this.#jobs.splice(0).length;
    this.#bytes = 0;
    busy.delete(this);
  }

  get #isDone(): boolean {
    return this.#begun === undefined && this.#jobs.length === 0;
  }

  #next(): Job | undefined {
    const job = this.#jobs.shift();
    this.#bytes -= job?.bytes ?? 0;
    return job;
  }

  #step(): void {
    const steps = this.#begun ?? this.#next()?.run();
    this.#begun = undefined;
    if (isSteps(steps) && steps.next().done !== true) this.#begun = steps;
  }

  #slice(): void {
    const { pauseMs, patienceMs } = this.#limits;
    const now = performance.now();
    if (Math.abs(now - slicedAt) < APART_MS) {
      this.#wait(APART_MS);
      return;
    }
    if (now - lastRequestAt >= pauseMs || now >= this.#dueAt) {
      this.#dueAt = now + patienceMs;
      this.#work();
    }
    if (this.#isDone) busy.delete(this);
    else this.#wait();
  }

  /** Goes on with one job until it is done, or the slice is over. */
  #work(): void {
    const startedAt = performance.now();
    do this.#step();
    while (this.#begun !== undefined && performance.now() - startedAt < this.#limits.sliceMs);
    slicedAt = performance.now();
  }

  #wait(ms = Math.min(this.#limits.pauseMs, Math.max(0, this.#dueAt - performance.now()))): void {
    busy.add(this);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#slice(), ms);
    this.#timer.unref();
  }
}
