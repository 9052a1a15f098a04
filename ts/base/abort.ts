/** The callbacks for each signal. Each signal gets one listener, because Node warns of a leak from the eleventh on. */
const waiting = new WeakMap<AbortSignal, Waiters>();

interface Waiters {
  callbacks: Set<() => void>;
  listener: () => void;
}

/**
 * Calls `callback` once when the signal aborts. The signal must not be aborted yet. Returns a function that cancels
 * this.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size > 0 || waiting.get(signal)?.listener !== listener) return;
    waiting.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function listen(signal: AbortSignal): Waiters {
  const callbacks = new Set<() => void>();
  const listener = () => {
    waiting.delete(signal);
    for (const callback of callbacks) callback();
  };
  const waiters = { callbacks, listener };
  waiting.set(signal, waiters);
  signal.addEventListener("abort", listener, { once: true });
  return waiters;
}
