import type { Wire } from "./report.js";
import type { RecordedMove } from "./session-state.js";

/** Facts that identify a conversation and one of its steps, as a backend finds them in a request. */
export interface SessionFacts {
  /** Steps of the conversation. */
  steps: number;
  /** Id of the newest answered call before the requested step. */
  callId: string | null;
  /** The same at the end. */
  newestCallId: string | null;
  /** Id of the conversation's first answered call, if the wire has ids. */
  firstCallId: string | null;
  /** The system prompt outside the messages, and the messages up to the user's first. */
  opening: unknown;
  /** A message asks for Anthropic's cache of an hour. */
  hourly: boolean;
  /** The wire that it was read as. */
  wire: Wire;
  /** The model's name in the request; null if it has none. */
  model: string | null;
  /** Whether the client has set a cache marker. */
  marked: boolean;
  /** Whether a part of a message on OpenAI's wire has a `cache_control`, which other vendors read there. */
  controls: boolean;
  /** Whether the user speaks at the end, and no call is open. */
  isPrompt: boolean;
  /** Whether the request asks for thinking by hand. */
  byHand: boolean;
  /** Whether some thinking is signed, or encrypted. */
  signed: boolean;
  /** Its blocks of thinking, and those in front of the requested step. */
  thinking: number;
  thinkingBefore: number;
  /** Messages in front of what is behind its last thinking; 0 without any. */
  thinkingEnd: number;
}

/** The memory of earlier requests. */
export interface SessionMemory {
  /** Number of the step of the last move; 0 if there was none. */
  lastStep: number;
  /** The provider's cache has expired. */
  isDead: boolean;
  /** Number of the first step that was sent under the rules of this call: no edit is older. 0 and 1: all of them. */
  startStep: number;
  /** Whether everything that waited at that step was edited, as far as thinking let it. */
  startMoves: boolean;
  /** Whether no move is made after `lastStep`. */
  isFrozen: boolean;
  /**
   * The last steps that moved, ascending, where the history alone does not tell any more: its client has taken out thinking.
   * Of the steps between them, and after them up to `knownStep`, none has.
   */
  moves: readonly RecordedMove[];
  /** Number of the last step of which `moves` tells; 0 for none. */
  knownStep: number;
  /** Whether there was thinking in front of the start that is checked, wherever it is now. */
  startBinds: boolean;
}

/** Of a call without a session, or at its beginning. */
export const NO_MEMORY: SessionMemory = Object.freeze({
  lastStep: 0,
  isDead: false,
  startStep: 0,
  startMoves: false,
  isFrozen: false,
  moves: [],
  knownStep: 0,
  startBinds: false,
});
