import { abortError, throwIfAborted } from "./abort.js";
import { ModelFailureError } from "./failure.js";

export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs a function until it is done, the deadline passes, or the caller aborts, whichever comes first. A run that
 * ignores its signal is abandoned, and its later result or error is dropped.
 *
 * @throws AbortError if the caller's signal is aborted; ModelFailureError `timeout`; what `run` throws.
 */
export function withDeadline<T>(run: (signal: AbortSignal) => Promise<T>, limits: Limits): Promise<T> {
  const { signal, timeoutMs } = limits;
  throwIfAborted(signal);
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const stop = (error: Error) => {
      settle();
      reject(error);
      controller.abort(error);
    };
    const onAbort = () => signal !== undefined && stop(abortError(signal));
    const timer = setTimeout(
      () => stop(new ModelFailureError("timeout", `no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    signal?.addEventListener("abort", onAbort, { once: true });
    run(controller.signal).then(resolve, reject).finally(settle);
  });
}
