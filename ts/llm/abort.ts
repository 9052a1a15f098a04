/**
 * Throws an error with the name `AbortError` if the signal is aborted. Callers rely on this one name whatever the
 * signal's reason; the reason becomes the error's cause.
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}

export function abortError(signal: AbortSignal): Error {
  const { reason } = signal;
  if (reason instanceof Error && reason.name === "AbortError") return reason;
  const error = new Error("aborted by the caller", { cause: reason });
  error.name = "AbortError";
  return error;
}

/** Waits. Rejects with an `AbortError` as soon as the signal is aborted. */
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
