// A hook of the page: keys without the focus.
import { useEffect, useRef } from "preact/hooks";

/** Elements in which a key is typed, or chooses. */
const TAKES_KEYS = "input:not([type='checkbox'], [type='radio']), textarea, select, dialog, [contenteditable]";

/** Keys of a view that work wherever the focus is, but where one types. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest(TAKES_KEYS) !== null;
      if (isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
      newest.current[event.key]?.();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
