// Finds the cheapest way through a session when its future is known: at which steps to move, if a move masks everything
// eligible. It is the bound for all rules that do not know the future.
//
// The cache is an ideal prefix cache. Let T(k, j) be the tokens of the request at step k rendered with the set masked at
// step j, and F(j, k) those before the first result that is masked at k and not at j. Then
//
//   cost(k, j) = cost(k - 1, j) + read · T(k - 1, j) + write · (T(k, j) - T(k - 1, j))            no move at k
//   cost(k, k) = min over j of cost(k - 1, j) + read · F(j, k) + write · (T(k, k) - F(j, k))      a move at k
//
// O(s²) for s steps, plus O(s · c) for c candidates.

import { addTo } from "../base/maps.js";
import type { Stretch } from "./schedule.js";
import { unitOfResult, unitSumsOf } from "./session-units.js";
import type { Session } from "./trace.js";

/** A result that a policy masks. */
export interface Candidate {
  /** Its unit among those of all messages. */
  unit: number;
  /** The first step at which the policy masks it. */
  readyAt: number;
  /** Tokens that its mask saves in a request. */
  savedTokens: number;
}

/** A session, as the optimum reads it. */
export interface MoveHistory {
  /** In document order. */
  candidates: readonly Candidate[];
  /** Tokens of all units before each unit. */
  unitSums: readonly number[];
  messageStarts: readonly number[];
  /** Messages of each step's request. */
  cuts: readonly number[];
  /** Tokens outside the messages. */
  otherTokens: number;
}

/** What a policy masks as soon as it can, by the stretches in which it does. */
export function historyOf(session: Session, stretches: readonly Stretch[]): MoveHistory {
  const { units, ids, messageStarts, steps, prefixTokens } = session;
  const tokensOf = (id = 0) => units.tokens[id] ?? 0;
  const last = new Map(stretches.flatMap(({ changes }) => changes));
  const candidates = stretches.flatMap(({ fromStep, moved }) =>
    moved.map((unit) => ({
      unit,
      readyAt: fromStep,
      savedTokens: tokensOf(ids[unit]) - tokensOf(last.get(unit) ?? ids[unit]),
    })),
  );
  candidates.sort((a, b) => a.unit - b.unit);
  const unitSums = unitSumsOf(session);
  return { candidates, unitSums, messageStarts, cuts: steps.cuts, otherTokens: prefixTokens };
}

/** The stretches of the same policy with other moves. */
export function movedAt(
  session: Session,
  stretches: readonly Stretch[],
  { candidates }: MoveHistory,
  steps: ArrayLike<number>,
): Stretch[] {
  const last = new Map(stretches.flatMap(({ changes }) => changes));
  const taken = new Map(stretches.flatMap((one) => one.taken.map((result) => [unitOfResult(session, result), result])));
  const byStep = new Map<number, number[]>();
  candidates.forEach(({ unit }, index) => {
    const step = steps[index] ?? -1;
    if (step >= 0) addTo(byStep, step, unit);
  });
  const texts = new Map(stretches.flatMap(({ shown }) => shown));
  const said = new Map(stretches.flatMap((one) => one.said ?? []));
  return [...byStep]
    .sort(([a], [b]) => a - b)
    .map(([fromStep, moved]) => {
      const results = moved.flatMap((unit) => taken.get(unit) ?? []);
      return {
        fromStep,
        changes: moved.map((unit) => [unit, last.get(unit) ?? 0] as const),
        moved,
        taken: results,
        shown: results.map((result) => [result, texts.get(result) ?? ""] as const),
        said: moved.flatMap((unit) => {
          const spoken = said.get(unit);
          return spoken === undefined ? [] : [[unit, spoken] as const];
        }),
      };
    });
}

/** Prices relative to fresh input, × 10,000. */
interface Prices {
  read: number;
  write: number;
}

/** For each candidate, the step at which the optimum masks it; -1 for never. */
export function optimalMoves(history: MoveHistory, prices: Prices): { maskedAt: Int32Array; cost: number } {
  const { candidates, cuts, unitSums, messageStarts, otherTokens } = history;
  const count = cuts.length;
  const saved = savedBySet(history);
  /** Of a step's request, rendered with a set: 0 is empty, j + 1 is everything eligible at step j. */
  const tokensOf = (step: number, set: number) =>
    otherTokens + (unitSums[messageStarts[cuts[step] ?? 0] ?? 0] ?? 0) - (saved[set] ?? 0);
  let costs = [0, ...new Array<number>(count).fill(Number.POSITIVE_INFINITY)];
  /** For each step with a move, the set before it. */
  const cameFrom = new Int32Array(count);
  for (let step = 0; step < count; step++) {
    const next = [...costs];
    const kept = keptBySet(history, step);
    let [best, bestFrom] = [Number.POSITIVE_INFINITY, 0];
    for (let from = 0; from <= step; from++) {
      const before = costs[from] ?? 0;
      const sent = step === 0 ? 0 : tokensOf(step - 1, from);
      next[from] = before + prices.read * sent + prices.write * (tokensOf(step, from) - sent);
      // Content that was never sent cannot be read from the cache.
      const found = Math.min(kept[from] ?? 0, sent);
      const cost = before + prices.read * found + prices.write * (tokensOf(step, step + 1) - found);
      if (Number.isFinite(kept[from]) && cost < best) [best, bestFrom] = [cost, from];
    }
    next[step + 1] = best;
    cameFrom[step] = bestFrom;
    costs = next;
  }
  const cost = Math.min(...costs);
  const moves = movesTo(costs.indexOf(cost), cameFrom);
  const maskedAt = candidates.map(({ readyAt }) => moves.find((move) => move >= readyAt) ?? -1);
  return { maskedAt: Int32Array.from(maskedAt), cost: cost / 10_000 };
}

function movesTo(set: number, cameFrom: Int32Array): number[] {
  const moves: number[] = [];
  for (let current = set; current > 0; current = cameFrom[current - 1] ?? 0) moves.push(current - 1);
  return moves.reverse();
}

/** Tokens that each set removes in all. */
function savedBySet({ candidates, cuts }: MoveHistory): number[] {
  const saved = new Array<number>(cuts.length + 1).fill(0);
  for (const { readyAt, savedTokens } of candidates) saved[readyAt + 1] = (saved[readyAt + 1] ?? 0) + savedTokens;
  for (let set = 1; set < saved.length; set++) saved[set] = (saved[set] ?? 0) + (saved[set - 1] ?? 0);
  return saved;
}

/** By set: tokens before the first block that a move at `step` from it changes; infinite where it changes none. */
function keptBySet({ candidates, unitSums, otherTokens }: MoveHistory, step: number): number[] {
  const kept = new Array<number>(step + 1).fill(Number.POSITIVE_INFINITY);
  let saved = 0;
  for (const { unit, readyAt, savedTokens } of candidates) {
    if (readyAt > step) continue;
    // Every candidate before the first that is new to a set is in it already.
    kept[readyAt] = Math.min(kept[readyAt] ?? 0, otherTokens + (unitSums[unit] ?? 0) - saved);
    saved += savedTokens;
  }
  for (let set = step - 1; set >= 0; set--) kept[set] = Math.min(kept[set] ?? 0, kept[set + 1] ?? 0);
  return kept;
}
