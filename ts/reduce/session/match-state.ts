import { type Answered, answer } from "../../base/answers.js";
import { NO_MEMORY, type SessionFacts, type SessionMemory } from "../../contract/session-facts.js";
import type { SessionReport, SessionSent, SessionStart, SessionState } from "../../contract/session-state.js";

/** What a state tells of a request. */
export interface Matched {
  memory: SessionMemory;
  found: SessionReport;
  /** Null if no earlier request of this conversation is known to have been edited; undefined if the state does not say. */
  start: SessionStart | null | undefined;
  /**
   * Whether it was rewound to where nothing says what was edited: before its start, where its client took out thinking, or before a move
   * that was made because the cache had expired.
   */
  isRewound: boolean;
  /** Whether the client has taken out thinking of its own. */
  isTrimmed: boolean;
}

/** Finds the id of the newest answered call before the step with that number. */
export type FindCall = (step: number) => string | null | Promise<string | null>;

/**
 * Matches a state with a request. A conversation that was rewound to before the last move keeps its start.
 *
 * @param goneMs After so many milliseconds without a request its cache is gone for certain. Asked where times are known.
 */
export function* matchState(
  state: SessionState,
  key: string,
  facts: SessionFacts,
  now: number | undefined,
  goneMs: () => number,
  callIdAt: FindCall,
): Answered<Matched> {
  const unknown = { memory: NO_MEMORY, start: null, isRewound: false, isTrimmed: false };
  if (state.key === null) return { ...unknown, found: "new" };
  if (state.version !== 1 || state.key !== key) return { ...unknown, found: "mismatch" };
  const start = yield* startIn(state, facts, callIdAt);
  const { lastStep, callId, sent = null } = state;
  const goesOn = isRoot(state, facts) && sent !== null && (yield* isContinued(sent, facts, callIdAt));
  const isTrimmed = isRoot(state, facts) && sent !== null && (sent.isTrimmed || (goesOn && isShorter(sent, facts)));
  const isBefore = start === null && isRoot(state, facts) && state.start?.moved === true;
  const isSame = isRoot(state, facts) && lastStep <= facts.steps && callId === (yield* answer(callIdAt(lastStep)));
  // Which moves were made up to there cannot be replayed: the history shows no clock.
  const isUntold = !isSame && isRoot(state, facts) && sent?.isTimed === true;
  const known = { start, isRewound: isBefore || (isTrimmed && !goesOn) || isUntold, isTrimmed };
  if (!isSame) return { ...known, memory: NO_MEMORY, found: "mismatch" };
  const isDead = now !== undefined && state.usedAt !== null && now - state.usedAt > goneMs();
  const memory = { ...NO_MEMORY, lastStep, isDead };
  // The history alone would date edits by the thinking that is left.
  if (isTrimmed && goesOn)
    Object.assign(memory, { moves: sent.moves, knownStep: sent.step } satisfies Partial<SessionMemory>);
  return { ...known, memory, found: isDead ? "dead-cache" : "continued" };
}

/** Whether a request has everything that was in the last one, apart from thinking. */
function* isContinued({ step, callId }: SessionSent, { steps }: SessionFacts, callIdAt: FindCall): Answered<boolean> {
  return step <= steps && callId === (yield* answer(callIdAt(step)));
}

/** Whether thinking is missing that came with the last request. `facts` are those of its step. */
const isShorter = ({ thinking }: SessionSent, facts: SessionFacts): boolean => facts.thinkingBefore < thinking;

/** Whether the first answered call is the known one. */
const isRoot = ({ firstCallId = null }: SessionState, facts: SessionFacts): boolean =>
  firstCallId === null || facts.firstCallId === null || firstCallId === facts.firstCallId;

function* startIn(
  state: SessionState,
  facts: SessionFacts,
  callIdAt: FindCall,
): Answered<SessionStart | null | undefined> {
  const { start } = state;
  if (!isRoot(state, facts)) return null;
  // Without a record, rewound: the earlier versions replayed from the first step.
  if (start === undefined || start === null || start.step <= 1) return start;
  if (start.step > facts.steps) return null;
  return (yield* answer(callIdAt(start.step))) === start.callId ? start : null;
}
