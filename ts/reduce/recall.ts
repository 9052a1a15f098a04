import { NO_MEMORY, type SessionFacts, type SessionMemory } from "../contract/session-facts.js";
import type { SessionReport, SessionStart, SessionState } from "../contract/session-state.js";

const MINUTES = 60_000;
/** Providers that do not document when an implicit cache ends keep it for at most a day. */
const LONGEST_LIFE = 24 * 60 * MINUTES;

/** What a state tells of a request. */
export interface Recalled {
  memory: SessionMemory;
  found: SessionReport;
  /** Null if no earlier request of this conversation is known to have been edited; undefined if the state does not say. */
  start: SessionStart | null | undefined;
  /** Whether it was rewound to before its start, where other rules had edited it. */
  isRewound: boolean;
}

/**
 * Matches a state with a request. A conversation that was rewound to before the last move keeps its start.
 *
 * @param callIdAt The id of the newest answered call before the step with that number.
 */
export function recall(
  state: SessionState,
  key: string,
  facts: SessionFacts,
  now: number | undefined,
  callIdAt: (step: number) => string | null,
): Recalled {
  if (state.key === null) return { memory: NO_MEMORY, found: "new", start: null, isRewound: false };
  const mismatch = { memory: NO_MEMORY, found: "mismatch" } as const;
  if (state.version !== 1 || state.key !== key) return { ...mismatch, start: null, isRewound: false };
  const start = startIn(state, facts, callIdAt);
  const isRewound = start === null && isRoot(state, facts) && state.start?.moved === true;
  const { lastStep, callId } = state;
  const isSame = isRoot(state, facts) && lastStep <= facts.steps && callId === facts.callId;
  if (!isSame) return { ...mismatch, start, isRewound };
  const life = facts.cacheByClient ? (facts.hourly ? 60 : 5) * MINUTES : LONGEST_LIFE;
  const isDead = now !== undefined && state.usedAt !== null && now - state.usedAt > life;
  return { memory: { ...NO_MEMORY, lastStep, isDead }, found: isDead ? "dead-cache" : "continued", start, isRewound };
}

/** Whether the first answered call is the known one. */
const isRoot = ({ firstCallId = null }: SessionState, facts: SessionFacts): boolean =>
  firstCallId === null || facts.firstCallId === null || firstCallId === facts.firstCallId;

function startIn(state: SessionState, facts: SessionFacts, callIdAt: (step: number) => string | null) {
  const { start, lastStep } = state;
  if (!isRoot(state, facts)) return null;
  // Without a record, rewound: the earlier versions replayed from the first step.
  if (start === undefined || start === null || start.step <= 1) return start;
  if (start.step > facts.steps) return null;
  const callId = start.step === lastStep ? facts.callId : callIdAt(start.step);
  return callId === start.callId ? start : null;
}
