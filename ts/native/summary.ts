import type { BudgetMargins } from "../contract/budget-margins.js";
import type { AnchoredBlock, CacheReport } from "../contract/cache-report.js";
import type { Report } from "../contract/report.js";
import { SCALE } from "../wires/cache-facts.js";
import * as word from "./protocol.js";

type Counts = "messageCount" | "toolTurnCount" | "toolResultCount" | "maskedCount" | "maskedChars" | "clippedCount";

export interface Summary extends Pick<Report, Counts | "clippedChars"> {
  decisionCount: number;
  editCount: number;
  textChars: number;
  mediaCount: number;
  maskedMediaCount: number;
  /** Chars of signatures and encrypted texts, of the request and of removed thinking. */
  sealedChars: number;
  removedSealedChars: number;
  firstChangedByte: number;
  outputBytes: number;
  /** Where the model's name is in the body, quotes included; both 0 if it has none. */
  modelStart: number;
  modelEnd: number;
  isDelta: boolean;
  /** Undefined where no cache decision was made. */
  cache: Omit<CacheReport, "strategy"> | undefined;
  fits: boolean;
  /** Undefined where nothing is known of them. */
  margins: BudgetMargins | undefined;
  /** Results that are sent in their smaller form, and the chars that this removes. */
  shortenedCount: number;
  shortenedChars: number;
  /** Calls whose arguments are shortened, and the chars that this removes. */
  shortenedArgsCount: number;
  shortenedArgsChars: number;
  /** Definitions of tools that are smaller, and the chars that this removes. */
  shortenedToolsCount: number;
  shortenedToolsChars: number;
  /** Definitions of tools that are left to the provider's search. */
  deferredToolsCount: number;
  /** Whether the model has imitated shortened arguments. */
  isImitated: boolean;
  /** Whether results stay as they came, because the request is too short for the provider's cache. */
  isShort: boolean;
  /** Whether all that is behind the model's newest words are originals that it asked for. */
  isForOriginals: boolean;
  /** Masked results that would stay by their role, and are above its cap. */
  instructionsOverCap: number;
  userTextsOverCap: number;
  /** Results with pointers, the chars that these remove, and the pointers. */
  dedupedCount: number;
  dedupedChars: number;
  referenceCount: number;
  /** Whether the model checks the thinking of the request. */
  checksThinking: boolean;
  /** Thinking blocks that edits remove, and the chars of their readable text. */
  thinkingRemoved: number;
  thinkingRemovedChars: number;
  /** Repaired halves of surrogate pairs outside of edits. */
  repairCount: number;
}

/** Reads the summary that begins at word `from`. */
export function readSummary(words: ArrayLike<number>, from: number): Summary {
  const at = (place: number) => words[from + place] ?? 0;
  const flags = at(word.SUMMARY_CACHE_FLAGS);
  return {
    decisionCount: at(word.SUMMARY_DECISION_COUNT),
    editCount: at(word.SUMMARY_EDIT_COUNT),
    messageCount: at(word.SUMMARY_MESSAGE_COUNT),
    toolTurnCount: at(word.SUMMARY_TOOL_TURN_COUNT),
    toolResultCount: at(word.SUMMARY_TOOL_RESULT_COUNT),
    maskedCount: at(word.SUMMARY_MASKED_COUNT),
    maskedChars: signed(at(word.SUMMARY_MASKED_CHARS_LOW), at(word.SUMMARY_MASKED_CHARS_HIGH)),
    clippedCount: at(word.SUMMARY_CLIPPED_COUNT),
    clippedChars: signed(at(word.SUMMARY_CLIPPED_CHARS_LOW), at(word.SUMMARY_CLIPPED_CHARS_HIGH)),
    textChars: signed(at(word.SUMMARY_TEXT_CHARS_LOW), at(word.SUMMARY_TEXT_CHARS_HIGH)),
    mediaCount: at(word.SUMMARY_MEDIA_COUNT),
    maskedMediaCount: at(word.SUMMARY_MASKED_MEDIA_COUNT),
    shortenedCount: at(word.SUMMARY_SHORTENED_COUNT),
    shortenedChars: signed(at(word.SUMMARY_SHORTENED_CHARS_LOW), at(word.SUMMARY_SHORTENED_CHARS_HIGH)),
    dedupedCount: at(word.SUMMARY_DEDUPED_COUNT),
    dedupedChars: signed(at(word.SUMMARY_DEDUPED_CHARS_LOW), at(word.SUMMARY_DEDUPED_CHARS_HIGH)),
    referenceCount: at(word.SUMMARY_REFERENCE_COUNT),
    sealedChars: at(word.SUMMARY_SEALED_CHARS),
    removedSealedChars: at(word.SUMMARY_REMOVED_SEALED_CHARS),
    thinkingRemoved: at(word.SUMMARY_THINKING_REMOVED),
    thinkingRemovedChars: signed(at(word.SUMMARY_THINKING_CHARS_LOW), at(word.SUMMARY_THINKING_CHARS_HIGH)),
    firstChangedByte: at(word.SUMMARY_FIRST_CHANGED_BYTE),
    outputBytes: at(word.SUMMARY_OUTPUT_BYTES),
    modelStart: at(word.SUMMARY_MODEL_START),
    modelEnd: at(word.SUMMARY_MODEL_END),
    isDelta: at(word.SUMMARY_IS_DELTA) !== 0,
    repairCount: at(word.SUMMARY_REPAIR_COUNT),
    cache: cacheIn(words, from),
    fits: (flags & word.CACHE_OVER_BUDGET) === 0,
    margins: flags & (word.CACHE_CAME_OVER | word.CACHE_HAS_ROOM) ? marginsIn(flags) : undefined,
    shortenedArgsCount: at(word.SUMMARY_SHORTENED_ARGS_COUNT),
    shortenedArgsChars: signed(at(word.SUMMARY_SHORTENED_ARGS_CHARS_LOW), at(word.SUMMARY_SHORTENED_ARGS_CHARS_HIGH)),
    shortenedToolsCount: at(word.SUMMARY_DEFINITION_COUNT),
    shortenedToolsChars: at(word.SUMMARY_DEFINITION_CHARS),
    deferredToolsCount: at(word.SUMMARY_DEFERRED_COUNT),
    instructionsOverCap: at(word.SUMMARY_INSTRUCTIONS_OVER_CAP),
    userTextsOverCap: at(word.SUMMARY_USER_TEXTS_OVER_CAP),
    isImitated: (flags & word.CACHE_IMITATED) !== 0,
    isShort: (flags & word.CACHE_SHORT) !== 0,
    isForOriginals: (flags & word.CACHE_FOR_ORIGINALS) !== 0,
    checksThinking: (flags & word.CACHE_CHECKS) !== 0,
  };
}

const marginsIn = (flags: number): BudgetMargins => ({
  cameOver: (flags & word.CACHE_CAME_OVER) !== 0,
  hasRoom: (flags & word.CACHE_HAS_ROOM) !== 0,
});

function cacheIn(words: ArrayLike<number>, from: number): Omit<CacheReport, "strategy"> | undefined {
  const flags = words[from + word.SUMMARY_CACHE_FLAGS] ?? 0;
  if ((flags & word.CACHE_DECIDED) !== 0) return readCache(words, from);
  return (flags & word.CACHE_FREE) === 0 ? undefined : readMoves(words, from);
}

function readMoves(words: ArrayLike<number>, from: number): Pick<CacheReport, "moves" | "lastMoveStep"> {
  const lastMoveStep = words[from + word.SUMMARY_LAST_MOVE_STEP] ?? 0;
  return { moves: words[from + word.SUMMARY_MOVES] ?? 0, ...(lastMoveStep === 0 ? {} : { lastMoveStep }) };
}

/** What the replay of the cache decision found; costs come as tokens times 10,000. */
function readCache(words: ArrayLike<number>, from: number): Omit<CacheReport, "strategy"> {
  const at = (place: number) => words[from + place] ?? 0;
  const carried = at(word.SUMMARY_CARRIED_LOW) + at(word.SUMMARY_CARRIED_HIGH) * 2 ** 32;
  const netSaving = signed(at(word.SUMMARY_NET_SAVING_LOW), at(word.SUMMARY_NET_SAVING_HIGH));
  const flags = at(word.SUMMARY_CACHE_FLAGS);
  return {
    ...((flags & word.CACHE_WAITS_FOR_PROMPT) === 0 ? {} : { waitsForPrompt: true as const }),
    ...((flags & word.CACHE_BELOW_DEAR_ZONE) === 0 ? {} : { belowDearZone: true as const }),
    moved: (flags & word.CACHE_MOVED) !== 0,
    ...readMoves(words, from),
    waitingCount: at(word.SUMMARY_WAITING_COUNT),
    waitingTokens: at(word.SUMMARY_WAITING_TOKENS),
    savedTokens: at(word.SUMMARY_SAVED_TOKENS),
    keptTokens: at(word.SUMMARY_KEPT_TOKENS),
    lostTokens: at(word.SUMMARY_LOST_TOKENS),
    carried: Math.round(carried / SCALE),
    netSaving: Math.round(netSaving / SCALE),
    ...(at(word.SUMMARY_ANCHOR_COUNT) === 0 ? {} : { anchors: readAnchors(words, from) }),
  };
}

/** A number of 64 bits with a sign. */
const signed = (low: number, high: number) => low + (high | 0) * 2 ** 32;

/** As many blocks as the count before them says: message and block of each. */
function readAnchors(words: ArrayLike<number>, from: number): AnchoredBlock[] {
  const first = from + word.SUMMARY_ANCHORS;
  return Array.from({ length: words[from + word.SUMMARY_ANCHOR_COUNT] ?? 0 }, (_, index) => ({
    messageIndex: words[first + 2 * index] ?? 0,
    blockIndex: words[first + 2 * index + 1] ?? 0,
  }));
}
