// A policy for someone's own sessions, searched as `tamis savings --tune` does.
import { type Tuned, type TunedPolicy, tune } from "../../simulate/index.js";
import type { TunedPoint, TuneResult } from "../api.js";
import type { WorkInput } from "./log-work.js";
import { changesOf, unreadOf } from "./parts.js";

/**
 * Searches a policy.
 *
 * @throws Error without a session to replay
 */
export async function calculateTuning({ files, unseen, signal, onProgress }: WorkInput): Promise<TuneResult> {
  const tuned = await tune(files, { signal, onProgress });
  const problems = [...unseen, ...unreadOf(tuned.skipped)];
  if (!("best" in tuned)) throw new Error("no session could be read, so there is nothing to search a policy for");
  return { ...resultOf(tuned), problems };
}

function resultOf(tuned: Tuned): Omit<TuneResult, "problems"> {
  const { best, front, presets, nearest, minGrounding, trials, sessions, beatsDefault } = tuned;
  const standard = tuned.default;
  return {
    ...{ at: Date.now(), minGrounding, trials, sessions },
    nearest: { ...nearest },
    ...(beatsDefault === undefined ? {} : { beatsDefault }),
    policies: [
      pointOf(best, { isChosen: beatsDefault !== false, changes: changesOf(best.settings) }),
      pointOf(standard, { isChosen: beatsDefault === false }),
      ...presets.map((preset) => pointOf(preset, { changes: changesOf(preset.settings) })),
    ],
    front: front.map((one) => pointOf(one)),
  };
}

function pointOf({ name, seen, aside }: TunedPolicy, more: Partial<TunedPoint> = {}): TunedPoint {
  return {
    ...{ name, ratio: seen.bill, grounding: seen.grounding, dearer: seen.dearer, isChosen: false },
    ...(aside === undefined ? {} : { aside: { ratio: aside.bill, grounding: aside.grounding, dearer: aside.dearer } }),
    ...more,
  };
}
