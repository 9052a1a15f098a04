import type { RememberedMove } from "../../contract/session-state.js";

/** What a session knows of the steps that were sent before, other than by the rules of now. */
export interface MoveStart {
  /** Number of the first step that was sent under these rules: no edit is older. 0 and 1: all of them were. */
  readonly startStep: number;
  /** Whether everything that waited at that step was edited, as far as thinking let it. */
  readonly startMoves: boolean;
  /** Whether no move is made after `lastStep`. */
  readonly isFrozen: boolean;
  /** Number of the step of the last move; 0 if there was none. */
  readonly lastStep: number;
  /** The steps that moved, ascending, as far as they matter; no other step behind the first of them has, up to `knownStep`. */
  readonly moves: readonly RememberedMove[];
  /** 0: nothing is known. */
  readonly knownStep: number;
}

/** Whether the step with that number moves, where that is not the rule's to say. */
export function rulingAt(start: MoveStart | undefined, step: number): boolean | undefined {
  if (start === undefined) return undefined;
  const { startStep, startMoves, isFrozen, lastStep, moves, knownStep } = start;
  // One that was not bound has edited all that earlier ones had.
  const isKnown = step >= (moves[0]?.step ?? 0) || moves[0]?.bound !== 0;
  if (step <= knownStep && isKnown) return moves.some((move) => move.step === step);
  if (step < startStep || (isFrozen && step > lastStep)) return false;
  return startMoves && step === startStep ? true : undefined;
}
