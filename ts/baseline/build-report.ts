import type { Policy } from "../policy.js";
import type { BeforeAfter, Decision, Report, SkipReason, Wire } from "../report.js";
import type { ResultPlan, Transcript } from "./transcript.js";

/** What any report needs, whatever happened. */
export interface ReportBasis {
  policy: Policy;
  /** `performance.now()` at the start. */
  startedAt: number;
  /** Undefined for a request that is no bytes. */
  bytes: BeforeAfter | undefined;
}

/** Why a request passed through as it is. */
export interface Skip {
  reason: SkipReason;
  detail: string;
  wire?: Wire | undefined;
}

/** What was read and decided. */
export interface Outcome {
  wire: Wire;
  transcript: Transcript;
  plans: readonly ResultPlan[];
  edits: readonly ResultPlan[];
  changed: boolean;
  explain: boolean;
  /** Undefined where `options.tokens` did not ask. */
  charsBefore: number | undefined;
}

/** The report of a request that passed through: all counts are 0. */
export function skippedReport(basis: ReportBasis, skip: Skip): Report {
  return {
    ...blankReport(basis, skip.wire),
    skipped: skip.reason,
    skippedDetail: skip.detail,
  };
}

/** The report of a request that was read. */
export function outcomeReport(basis: ReportBasis, outcome: Outcome): Report {
  const { transcript, edits, changed } = outcome;
  const masked = sumOf(edits, "mask");
  const clipped = sumOf(edits, "clip");
  const removed = masked.chars + clipped.chars;
  return {
    ...blankReport(basis, outcome.wire),
    changed,
    ...(changed ? { reductionStage: "masking" } : {}),
    ...(outcome.charsBefore === undefined ? {} : textSizes(outcome.charsBefore, removed)),
    messageCount: transcript.messageCount,
    toolTurnCount: transcript.toolTurnCount,
    toolResultCount: transcript.results.length,
    maskedCount: masked.count,
    maskedChars: masked.chars,
    clippedCount: clipped.count,
    clippedChars: clipped.chars,
    decisions: (outcome.explain ? outcome.plans : edits).map(toDecision),
  };
}

function blankReport(basis: ReportBasis, wire: Wire | undefined): Report {
  return {
    wire,
    backend: "baseline",
    changed: false,
    invariantStatus: "ok",
    fits: true,
    ...(basis.bytes === undefined ? {} : { bytes: basis.bytes }),
    messageCount: 0,
    toolTurnCount: 0,
    toolResultCount: 0,
    maskedCount: 0,
    maskedChars: 0,
    clippedCount: 0,
    clippedChars: 0,
    cache: { strategy: basis.policy.settings.cache.strategy },
    elapsedMicros: Math.round((performance.now() - basis.startedAt) * 1000),
    decisions: [],
  };
}

function sumOf(edits: readonly ResultPlan[], action: ResultPlan["action"]): { count: number; chars: number } {
  let count = 0;
  let chars = 0;
  for (const edit of edits) {
    if (edit.action !== action) continue;
    count++;
    chars += edit.charsBefore - edit.charsAfter;
  }
  return { count, chars };
}

function textSizes(before: number, removed: number): Pick<Report, "chars" | "tokens"> {
  const after = before - removed;
  return {
    chars: { before, after },
    tokens: { before: Math.ceil(before / 4), after: Math.ceil(after / 4), method: "chars4" },
  };
}

function toDecision({ result, action, reason, charsBefore, charsAfter }: ResultPlan): Decision {
  const { messageIndex, blockIndex, toolName, callId } = result;
  return { messageIndex, blockIndex, toolName, callId, action, reason, charsBefore, charsAfter };
}
