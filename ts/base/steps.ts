/** Work in short steps: each `yield` is a place where others may have the thread. */
export type Steps<T = void> = Generator<undefined, T>;

/** Does all steps at once. */
export function runNow<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Whether a value is work in steps. */
export const isSteps = (value: unknown): value is Steps =>
  typeof value === "object" && value !== null && "next" in value && typeof value.next === "function";
