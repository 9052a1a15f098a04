import { useRef } from "preact/hooks";

/** Gives out a check for each beginning: whether none began since. What an older one found is not shown any more. */
export function useNewest(): () => () => boolean {
  const newest = useRef(0);
  return () => {
    const mine = ++newest.current;
    return () => mine === newest.current;
  };
}
