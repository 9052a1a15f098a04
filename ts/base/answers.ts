// Work in steps, some of which may wait for an answer: at once where all answers are there, else in a promise.

/** Work that yields each promise whose value it needs. */
export type Answered<T> = Generator<Promise<unknown>, T, unknown>;

/** The value of what may be a promise. */
export function* answer<T>(given: T | Promise<T>): Answered<T> {
  return given instanceof Promise ? ((yield given) as T) : given;
}

/**
 * Does the work.
 *
 * @param signal Ends it behind the promise that it waits for, with the signal's reason. @default nothing does
 * @returns a promise only where the work waits for one
 */
export function finished<T>(work: Answered<T>, signal?: AbortSignal): T | Promise<T> {
  const { done, value } = work.next();
  return done === true ? value : goOn(work, value, signal);
}

async function goOn<T>(work: Answered<T>, first: Promise<unknown>, signal: AbortSignal | undefined): Promise<T> {
  for (let waitsFor = first; ; ) {
    const given = await waitsFor;
    signal?.throwIfAborted();
    const { done, value } = work.next(given);
    if (done === true) return value;
    waitsFor = value;
  }
}

/** Does work of which all answers are there. */
export function finishedNow<T>(work: Answered<T>): T {
  const { done, value } = work.next();
  if (done !== true) throw new Error("tamis: a call that is made at once has waited");
  return value;
}

/** Works under one name are done one after the other, in their order; those under others meanwhile. */
export class Turns {
  readonly #newest = new Map<string, Promise<unknown>>();

  /** @returns a promise where the work gives one, or has to wait */
  take<T>(name: string, work: () => T | Promise<T>): T | Promise<T> {
    const before = this.#newest.get(name);
    const made = before === undefined ? work() : before.then(work);
    if (!(made instanceof Promise)) return made;
    const over = made.then(nothing, nothing).then(() => {
      if (this.#newest.get(name) === over) this.#newest.delete(name);
    });
    this.#newest.set(name, over);
    return made;
  }
}

const nothing = () => {};
