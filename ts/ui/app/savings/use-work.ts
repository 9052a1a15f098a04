import { useEffect, useState } from "preact/hooks";
import type { WorkAnswer } from "../../api.js";
import { ask, toFailure } from "../state/ask.js";
import { onEvent } from "../state/events.js";
import { say } from "../state/say.js";
import { useAsk } from "../state/use-ask.js";

/** A calculation of the server: its result, how far it is, and how it begins. */
export function useWork<T>(what: "savings" | "tune") {
  const asked = useAsk<WorkAnswer<T>>(what);
  const { set, reload } = asked;
  const [done, setDone] = useState<number>();
  useEffect(
    () =>
      onEvent((event) => {
        if (event.event !== "progress" || event.data.what !== what) return;
        setDone(event.data.done);
        if (event.data.done >= 1) reload();
      }),
    [reload, what],
  );
  const state = asked.data?.state;
  useEffect(() => {
    if (state !== "running") return;
    // Events may be missed; the end is not.
    const timer = setInterval(reload, 2000);
    return () => clearInterval(timer);
  }, [state, reload]);
  const run = async () => {
    try {
      setDone(0);
      set(await ask<WorkAnswer<T>>(what, { body: {} }));
    } catch (error) {
      say(toFailure(error).message, { isError: true });
    }
  };
  return { asked, done, run };
}
