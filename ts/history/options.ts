import { TamisError } from "../base/errors.js";
import { check, checkKeys, isBudget, isCount, isFlag, isFunction } from "../base/option-check.js";
import { chars4 } from "../tokens/chars4.js";
import type { TokenEstimator } from "./budget.js";

/** Settings of {@link HistoryReducer}, after seeds 000 and 001. */
export interface HistoryReducerOptions {
  /** Whether to reduce at all. @default false */
  enabled?: boolean | undefined;
  /**
   * Budget for the sum of all `content.length`, in chars. This or `maxInputTokens` is needed; both hold together.
   * @default none
   */
  maxInputChars?: number | undefined;
  /** Budget for the sum of all contents' tokens, as `estimateTokens` counts them. @default none */
  maxInputTokens?: number | undefined;
  /** Tokens of one text. @default a quarter of its chars, rounded up */
  estimateTokens?: TokenEstimator | undefined;
  /** The window: newest non-system messages that remain unchanged, with their pairs. @default 4 */
  preserveRecentRawTurns?: number | undefined;
  /** Longest summary in chars, without the line and the fence around it. @default 1400 */
  summaryMaxChars?: number | undefined;
  /** Mask old tool results before anything is summarised. @default true */
  observationMasking?: boolean | undefined;
  /**
   * Longest masked result in chars. Up to 80: the placeholder, cut at that length. Above: the placeholder and the head
   * of the result. @default 80
   */
  maxObservationChars?: number | undefined;
  /** The role of the summary message. @default "user" */
  summaryRole?: "user" | "system" | undefined;
}

/** {@link HistoryReducerOptions} with their defaults. */
export interface HistorySettings {
  enabled: boolean;
  maxInputChars: number;
  maxInputTokens: number;
  estimateTokens: TokenEstimator;
  preserveRecentRawTurns: number;
  summaryMaxChars: number;
  observationMasking: boolean;
  maxObservationChars: number;
  summaryRole: "user" | "system";
}

/** The seeds' default of `maxObservationChars`. */
export const DEFAULT_MAX_OBSERVATION_CHARS = 80;

/**
 * Checks options and fills in the defaults; null is as absent. Without `enabled` no budget is needed.
 *
 * @throws TamisError `OPTION_INVALID`.
 */
export function resolveHistoryOptions(options: HistoryReducerOptions): HistorySettings {
  if (typeof options !== "object" || options === null) {
    throw new TamisError("OPTION_INVALID", "options: expected an object with maxInputChars");
  }
  checkKeys(options, KEYS);
  const enabled = check("enabled", options.enabled ?? false, isFlag, "true or false");
  if (enabled && (options.maxInputChars ?? options.maxInputTokens ?? undefined) === undefined) {
    throw new TamisError("OPTION_INVALID", "options.maxInputChars: a budget is needed; give it or maxInputTokens");
  }
  const observationChars = options.maxObservationChars ?? DEFAULT_MAX_OBSERVATION_CHARS;
  return {
    enabled,
    maxInputChars: check("maxInputChars", options.maxInputChars ?? Infinity, isBudget, "0 or more chars"),
    maxInputTokens: check("maxInputTokens", options.maxInputTokens ?? Infinity, isBudget, "0 or more tokens"),
    estimateTokens: check("estimateTokens", options.estimateTokens ?? chars4, isFunction, "a function of a text"),
    preserveRecentRawTurns: check("preserveRecentRawTurns", options.preserveRecentRawTurns ?? 4, isCount(0), WHOLE),
    summaryMaxChars: check("summaryMaxChars", options.summaryMaxChars ?? 1400, isCount(1), WHOLE_FROM_1),
    observationMasking: check("observationMasking", options.observationMasking ?? true, isFlag, "true or false"),
    maxObservationChars: check("maxObservationChars", observationChars, isCount(1), WHOLE_FROM_1),
    summaryRole: check("summaryRole", options.summaryRole ?? "user", isSummaryRole, '"user" or "system"'),
  };
}

const KEYS = [
  "enabled",
  "maxInputChars",
  "maxInputTokens",
  "estimateTokens",
  "preserveRecentRawTurns",
  "summaryMaxChars",
  "observationMasking",
  "maxObservationChars",
  "summaryRole",
];

const WHOLE = "a whole number of 0 or more";
const WHOLE_FROM_1 = "a whole number of 1 or more";
const isSummaryRole = (value: unknown) => value === "user" || value === "system";
