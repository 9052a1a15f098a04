import { useCallback, useEffect, useState } from "preact/hooks";
import { ask, type Failure, type Question, toFailure } from "./ask.js";
import { epoch } from "./events.js";

/** What is known of an answer. What was there stays while it is asked for again, so that nothing flashes. */
export interface Asked<T> {
  data: T | undefined;
  failure: Failure | undefined;
  isLoading: boolean;
  /** Asks again. */
  reload: () => void;
  /** Replaces what is known. */
  set: (data: T) => void;
}

/** Asks when shown, when path or query change, and after a reconnection. Without a path nothing is asked. */
export function useAsk<T>(path: string | undefined, query: Question["query"] = {}): Asked<T> {
  const [state, setState] = useState<{ key: string; data?: T; failure?: Failure; isLoading: boolean }>({
    key: "",
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  const key = path === undefined ? "" : `${path}?${JSON.stringify(query)}`;
  const since = epoch.value;
  // Path and query are in the key; round and epoch ask again
  useEffect(() => {
    if (path === undefined) return;
    const ending = new AbortController();
    setState((old) => (old.key === key ? { ...old, isLoading: true } : { key, isLoading: true }));
    ask<T>(path, { query, signal: ending.signal }).then(
      (data) => setState({ key, data, isLoading: false }),
      (error) => {
        if (ending.signal.aborted) return;
        setState((old) => ({ ...old, key, failure: toFailure(error), isLoading: false }));
      },
    );
    return () => ending.abort();
  }, [key, round, since]);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    failure: isCurrent ? state.failure : undefined,
    isLoading: path !== undefined && (!isCurrent || state.isLoading),
    reload: useCallback(() => setRound((value) => value + 1), []),
    set: useCallback((data: T) => setState({ key, data, isLoading: false }), [key]),
  };
}
