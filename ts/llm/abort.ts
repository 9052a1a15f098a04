/**
 * Throws an error with the name `AbortError` where the signal is aborted, whatever the signal's reason is: callers know
 * one name. The reason is its cause.
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}

/** The error for an aborted signal. */
export function abortError(signal: AbortSignal): Error {
  const { reason } = signal;
  if (reason instanceof Error && reason.name === "AbortError") return reason;
  const error = new Error("aborted by the caller", { cause: reason });
  error.name = "AbortError";
  return error;
}

/** Waits; ends early, with an `AbortError`, where the signal is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(abortError(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
