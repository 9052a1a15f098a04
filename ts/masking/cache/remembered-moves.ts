import type { SessionMemory } from "../../contract/session-facts.js";
import { HELD } from "./holds.js";
import type { MoveCandidate, MoveHistory, MoveOutcome } from "./move-rule.js";

/** A step at which the masked set grew. */
interface Move {
  /** Its 1-based number. */
  step: number;
  /** Number of messages in its request. */
  cut: number;
}

/** The moves of the replay, and those that only a session knows. */
export interface RememberedMoves
  extends Omit<MoveOutcome, "moves" | "carriedTokens" | "maskedAt" | "delayed" | "held" | "isImitated"> {
  /** Ascending. */
  moves: readonly Move[];
  /** Candidates that wait for the next move, and their tokens. */
  waitingCount: number;
  waitingTokens: number;
}

/** Adds the remembered move to the replayed ones, and a move now if the cache has expired and a candidate waits. */
export function addMemory(
  outcome: MoveOutcome,
  { lastStep, isDead }: SessionMemory,
  { cuts, candidates, binding }: MoveHistory,
): RememberedMoves {
  const moves = outcome.moves.map((index): Move => ({ step: index + 1, cut: cuts[index] ?? 0 }));
  const remembered = cuts[lastStep - 1];
  // Where thinking restricts moves, the replay itself has made the remembered one.
  if (remembered !== undefined && binding === undefined) remember(moves, { step: lastStep, cut: remembered });
  const waiting = () => waitingAfter(moves.at(-1)?.cut, candidates);
  const mayMove = binding === undefined || binding.prompts.at(-1) === true;
  let { moved, isBlocked, carriedCost, requestsToMove, keptTokens, lostTokens } = outcome;
  if (isDead) {
    [keptTokens, lostTokens] = [0, 0];
    if (mayMove && waiting().waitingCount > 0) {
      moves.push({ step: cuts.length, cut: cuts.at(-1) ?? 0 });
      [moved, isBlocked, carriedCost, requestsToMove] = [true, false, 0, 0];
    }
  }
  const { netSaving } = outcome;
  return { moves, moved, isBlocked, ...waiting(), carriedCost, requestsToMove, keptTokens, lostTokens, netSaving };
}

/** What waits for a move, after one with so many messages before it. */
export function waitingAfter(last: number | undefined, candidates: readonly MoveCandidate[]) {
  const waiting = candidates.filter(({ readyMessage }) => readyMessage >= (last ?? 0) && readyMessage < HELD);
  const waitingTokens = waiting.reduce((sum, { savedTokens }) => sum + savedTokens, 0);
  return { waitingCount: waiting.length, waitingTokens };
}

/** Adds a move. Only the last two moves are used, so an earlier one is left out. */
function remember(moves: Move[], move: Move): void {
  const [previous, last] = [moves.at(-2), moves.at(-1)];
  if (last === undefined || move.cut > last.cut) moves.push(move);
  else if (move.cut < last.cut && (previous === undefined || move.cut > previous.cut)) moves.splice(-1, 0, move);
}
