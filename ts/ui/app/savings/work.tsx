import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { WorkAnswer } from "../../api.js";
import { saveAs } from "../parts/download.js";
import { SafeText } from "../parts/safe-text.js";
import { Answer } from "../parts/states.js";
import { ask, toFailure } from "../state/ask.js";
import { onEvent } from "../state/events.js";
import { say } from "../state/say.js";
import { type Asked, useAsk } from "../state/use-ask.js";
import { percent } from "../text/format.js";

/** A calculation of the server: its result, how far it is, and how it begins. */
export function useWork<T>(what: "savings" | "tune"): Work<T> {
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

interface Work<T> {
  asked: Asked<WorkAnswer<T>>;
  done: number | undefined;
  run: () => Promise<void>;
}

/** Saves the result, and begins the calculation. `name` is that of its files, `about` of the result for screen readers. */
export function WorkButtons<T>({
  work: { asked, run },
  name,
  about,
  verb,
  csv,
  isMain = false,
}: {
  work: Work<T>;
  name: string;
  about: string;
  verb: string;
  csv: (result: T) => string;
  isMain?: boolean;
}) {
  const { state, result } = asked.data ?? {};
  const save = (kind: string, text: string, type: string) => (
    <button
      type="button"
      aria-label={`${about} as ${kind}`}
      onClick={() => saveAs(`${name}.${kind.toLowerCase()}`, text, type)}
    >
      {kind}
    </button>
  );
  return (
    <>
      <span class="push" />
      {result !== undefined && save("CSV", csv(result), "text/csv")}
      {result !== undefined && save("JSON", JSON.stringify(result, null, 2), "application/json")}
      {state !== "running" && (
        <button type="button" class={isMain ? "main" : ""} onClick={run}>
          {result === undefined ? verb : `${verb} again`}
        </button>
      )}
    </>
  );
}

/** How far the calculation is, why it failed, and its result. @param what What the share is of, for people. */
export function WorkState<T>({
  work: { asked, done },
  what,
  none,
  children,
}: {
  work: Work<T>;
  what: string;
  none: ComponentChildren;
  children: (result: T) => ComponentChildren;
}) {
  return (
    <Answer asked={asked} label="Loading">
      {(data) => {
        const share = done ?? data.done ?? 0;
        return (
          <>
            {data.state === "running" && (
              <p class="progress">
                <progress value={share} max={1} aria-label="Done" /> {percent(share)} {what}
              </p>
            )}
            {data.state === "failed" && (
              <p class="failed" role="alert">
                <SafeText text={data.problem ?? "It failed without a reason."} most={600} />
              </p>
            )}
            {data.result !== undefined ? children(data.result) : data.state === "none" && none}
          </>
        );
      }}
    </Answer>
  );
}
