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
}

/** Whether the step with that number moves, where that is not the rule's to say. */
export function rulingAt(start: MoveStart | undefined, step: number): boolean | undefined {
  if (start === undefined) return undefined;
  const { startStep, startMoves, isFrozen, lastStep } = start;
  if (step < startStep || (isFrozen && step > lastStep)) return false;
  return startMoves && step === startStep ? true : undefined;
}
