// Whether sessions that were reduced lose more than those that were left alone, by a test that may be looked at after every
// session: a look costs nothing, because the bound holds for all looks at once.
//
//   sum of the reduced sessions' excess ─┐        ┌─ the bound of a stage, the same at all its sessions
//                                        │   ─────┴───────────────────────
//                                        └─  ~~~/\~~/\/\~~                  Under chance alone it passes the bound of one
//                                            sessions in order of time      of the stages in 3.25 of 100 comparisons.
//
// The sum is that of a score test with whole sessions as units, because edits of one session are alike. For a walk by chance
// that ends at variance 1 the reflection principle says P(maximum ≥ b) = 2 (1 − Φ(b)).
import type { Pair } from "./intervals.js";

/** How often chance alone passes a stage's bound: 2.5, 0.5 and 0.25 of 100 times. */
const STAGES = [
  { sessions: 200, bound: 2.2414 },
  { sessions: 800, bound: 2.807 },
  { sessions: 3_200, bound: 3.0233 },
] as const;

/** Later sessions are not in the test. */
export const MOST_SESSIONS = 3_200;

/** A session: failures and attempts, and whether it was reduced. */
export interface Trial {
  pair: Pair;
  isReduced: boolean;
}

/** How many standard errors a difference must be above 0 after so many sessions. */
export function boundAt(sessions: number): number {
  const bounds = STAGES.filter((stage) => sessions <= stage.sessions).map(
    (stage) => stage.bound * Math.sqrt(stage.sessions / sessions),
  );
  return Math.min(...bounds);
}

/** The end of the stage that a number of sessions is in. */
export const stageEnd = (sessions: number): number =>
  STAGES.find((stage) => sessions <= stage.sessions)?.sessions ?? MOST_SESSIONS;

/** Whether a difference of any size can pass the bound. */
export const canBeSeen = (sessions: number): boolean => sessions > 1 && boundAt(sessions) < Math.sqrt(sessions - 1);

/**
 * After how many sessions a loss was seen; undefined where none was. Linear.
 *
 * @param trials In the order of time.
 */
export function lossSeenAfter(trials: readonly Trial[]): number | undefined {
  const all = { parts: 0, wholes: 0, partSquares: 0, wholeSquares: 0, products: 0 };
  const reduced = { count: 0, parts: 0, wholes: 0 };
  for (const [index, { pair, isReduced }] of trials.slice(0, MOST_SESSIONS).entries()) {
    const [part, whole] = pair;
    all.parts += part;
    all.wholes += whole;
    all.partSquares += part * part;
    all.wholeSquares += whole * whole;
    all.products += part * whole;
    if (isReduced) {
      reduced.count++;
      reduced.parts += part;
      reduced.wholes += whole;
    }
    const count = index + 1;
    const others = count - reduced.count;
    if (others === 0 || reduced.count === 0 || all.wholes === 0) continue;
    // What the reduced sessions have above their share, had all sessions the same ratio.
    const ratio = all.parts / all.wholes;
    const excess = reduced.parts - ratio * reduced.wholes;
    const squares = all.partSquares - 2 * ratio * all.products + ratio * ratio * all.wholeSquares;
    const variance = ((reduced.count * others) / (count * (count - 1))) * squares;
    if (variance > 0 && excess >= boundAt(count) * Math.sqrt(variance)) return count;
  }
  return undefined;
}
