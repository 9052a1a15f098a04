import type { DiffMessage, DiffSpan } from "./diff.js";
import type { RequestRow } from "./requests.js";

/** One reduction in full: of a live request, of a trial, or of one column of a comparison. */
export interface ReductionDetail {
  id: string;
  /** What the strategy was: the policy's name, a preset's, `native`, `smart`, or a plug-in's. */
  strategy: string;
  /** Who did the work, for people: the strategy, or what took its place. */
  doneBy: string;
  /** Of a live request or one from the ledger. */
  row?: RequestRow;
  /** The feedback text, line by line as NFR-U-002 has it. */
  feedback: string;
  numbers: ReductionNumbers;
  /** Stages or phases, in order. */
  phases: {
    name: string;
    kind: "lossless" | "lossy";
    tokensBefore: number;
    tokensAfter: number;
    ms?: number;
    note?: string;
  }[];
  /** One entry for each block that was looked at, with the reason. */
  decisions: DecisionRow[];
  /** What is kept word for word. */
  preserved?: { userMessages: number; decisions?: number; pinned: number };
  /** Pointers of the reduced request to what they replaced. */
  references: ReferenceRow[];
  /** Scores of blocks; only of `smart`. */
  scores?: ScoreRow[];
  /** Tokens by type of content; only of `smart`. */
  types?: { type: string; blocks: number; tokensBefore: number; tokensAfter: number }[];
  /** Why something was done otherwise than asked, or not at all. */
  notes: string[];
  /**
   * The messages before and after; texts longer than 2,000 chars are cut, {@link DiffSpan.rest} says so. Absent where no body
   * is kept: `bodyGone` says why.
   */
  diff?: DiffMessage[];
  bodyGone?: string;
}

export interface ReductionNumbers {
  tokensBefore: number;
  tokensAfter: number;
  bytesBefore?: number;
  bytesAfter?: number;
  /** Dollars of the next request's input, before and after, if its price is known and nothing comes from a cache. */
  costBefore?: number;
  costAfter?: number;
  messages: number;
  messagesAfter: number;
  masked: number;
  clipped: number;
  shortened: number;
  deduplicated: number;
  consolidated: number;
  summarised: number;
  dropped: number;
  shortenedArguments: number;
  thinkingRemoved: number;
  elapsedMicros: number;
}

/** The decision about one block. */
export interface DecisionRow {
  messageIndex: number;
  blockIndex: number;
  toolName?: string;
  callId?: string;
  /** `mask`, `clip`, `remove`, `shorten`, `trim`, `keep`. */
  action: string;
  /** The reason's name, and the reason in a sentence. */
  reason: string;
  why: string;
  /** What the result is for, by name and in words with what says so; absent where that is not known. */
  role?: string;
  what?: string;
  charsBefore: number;
  charsAfter: number;
}

/** A pointer in the reduced request. */
export interface ReferenceRow {
  /** Where the pointer is. */
  messageIndex: number;
  blockIndex: number;
  /** `file`, `tool_result`, `output`. */
  type: string;
  /** Message with the original. */
  originalIndex: number;
  path?: string;
  operation?: string;
  hash: string;
  /** For {@link OriginalAnswer}. */
  pointer: string;
}

export interface ScoreRow {
  messageIndex: number;
  type: string;
  score: number;
  /** What it is the sum of: `base`, `recency`, `reference`, `topic`, `size`, `decision`, `error`, `correction`. */
  parts: Record<string, number>;
  /** Whether it is on the path to the newest block. */
  isCritical: boolean;
}
