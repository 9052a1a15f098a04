import type { AnchoredBlock, CacheReport, Report } from "../contract/report.js";

type Counts = "messageCount" | "toolTurnCount" | "toolResultCount" | "maskedCount" | "maskedChars" | "clippedCount";

/** The counts of one plan. */
export interface Summary extends Pick<Report, Counts | "clippedChars"> {
  decisionCount: number;
  editCount: number;
  textChars: number;
  firstChangedByte: number;
  outputBytes: number;
  /** Where the model's name stands in the body, quotes included; both 0 if it has none. */
  modelStart: number;
  modelEnd: number;
  isDelta: boolean;
  /** Undefined where no cache decision was made. */
  cache: Omit<CacheReport, "strategy"> | undefined;
  fits: boolean;
  /** Repaired halves of surrogate pairs outside of edits. */
  repairCount: number;
}

/** Words of a summary. */
export const SUMMARY_WORDS = 40;

/** Reads the summary that begins at word `from`. */
export function readSummary(words: ArrayLike<number>, from: number): Summary {
  const at = (word: number) => words[from + word] ?? 0;
  const wide = (word: number) => at(word) + (at(word + 1) | 0) * 2 ** 32;
  return {
    decisionCount: at(0),
    editCount: at(1),
    messageCount: at(2),
    toolTurnCount: at(3),
    toolResultCount: at(4),
    maskedCount: at(5),
    maskedChars: wide(6),
    clippedCount: at(8),
    clippedChars: wide(9),
    textChars: wide(11),
    firstChangedByte: at(13),
    outputBytes: at(14),
    modelStart: at(15),
    modelEnd: at(16),
    isDelta: at(17) !== 0,
    repairCount: at(18),
    cache: (at(19) & 1) === 0 ? undefined : readCache(words, from + 19),
    fits: (at(19) & 4) === 0,
  };
}

/** What the replay of the cache decision found; costs come as tokens times 10,000. */
function readCache(words: ArrayLike<number>, from: number): Omit<CacheReport, "strategy"> {
  const at = (word: number) => words[from + word] ?? 0;
  return {
    moved: (at(0) & 2) !== 0,
    moves: at(1),
    waitingCount: at(2),
    waitingTokens: at(3),
    savedTokens: at(4),
    keptTokens: at(5),
    lostTokens: at(6),
    carried: Math.round((at(7) + at(8) * 2 ** 32) / 10_000),
    netSaving: Math.round((at(9) + (at(10) | 0) * 2 ** 32) / 10_000),
    ...(at(11) === 0 ? {} : { lastMoveStep: at(11) }),
    ...(at(12) === 0 ? {} : { anchors: readPlaces(words, from + 12) }),
  };
}

/** A number of blocks, and then each. */
function readPlaces(words: ArrayLike<number>, from: number): AnchoredBlock[] {
  return Array.from({ length: words[from] ?? 0 }, (_, index) => ({
    messageIndex: words[from + 1 + 2 * index] ?? 0,
    blockIndex: words[from + 2 + 2 * index] ?? 0,
  }));
}
