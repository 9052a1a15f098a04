import type { CondensationNote } from "./result.js";

/** A target of reduction, and the tokens before and after. */
export interface TargetOutcome {
  percent: number;
  before: number;
  after: number;
}

/** The note that a target was missed; none where it was reached. @param why For people. */
export function missedTarget({ percent, before, after }: TargetOutcome, why: string): CondensationNote[] {
  const reached = before === 0 ? 0 : ((before - after) / before) * 100;
  if (reached + 1e-9 >= percent) return [];
  // Cut, as 49.96 % must not be shown as the 50 % that were missed.
  const shown = reached < 0.1 ? "hardly" : `${(Math.floor(reached * 10 + 1e-9) / 10).toFixed(1)} %`;
  const message = `the target of ${percent} % was missed, the conversation is ${shown} smaller: ${why}`;
  return [{ code: "target_missed", message }];
}
