/** Work in short steps: each `yield` is a place where others may have the thread. */
export type Steps<T = void> = Generator<undefined, T>;

/** Does all steps at once. */
export function runNow<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A slice of work ends with the first step after that time, in milliseconds. */
export const SLICE_MS = 2;

/** Timers, and what has come meanwhile, go first. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Does all steps in slices, between which others have the thread. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const startedAt = performance.now();
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (performance.now() - startedAt < SLICE_MS);
    await nextTurn();
  }
}

/** Gives others the thread where work that is written as a loop has had it for a slice. */
export class Pauses {
  #slicedAt = performance.now();

  /** Undefined within a slice. */
  get due(): Promise<void> | undefined {
    if (performance.now() - this.#slicedAt < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      this.#slicedAt = performance.now();
    });
  }
}

/** Whether a value is work in steps. */
export const isSteps = (value: unknown): value is Steps =>
  typeof value === "object" && value !== null && "next" in value && typeof value.next === "function";
