import { nowMillis } from "../../../base/clock.js";
import type { Issue } from "../../../base/errors.js";
import { type Conversation, wireName } from "../../conversation/open.js";
import { type ContentReference, isForm } from "../../lossless/references/content-reference.js";
import type { CondensationSettings } from "../../settings/settings.js";
import type { CondensationOptions } from "./options.js";
import type {
  CondensationErrorCode,
  CondensationNote,
  CondensationReport,
  CondensationResult,
  PhaseReport,
  TokenEstimate,
} from "./result.js";

/** What a provider did; what is left out is nothing. */
export interface ResultParts {
  provider: string;
  before: Conversation;
  /** Absent with an error, or if nothing changed. */
  after?: Conversation | undefined;
  tokens: { before: number; postLossless?: number | undefined; after?: number };
  startedAt: number;
  options: CondensationOptions;
  retry: () => Promise<CondensationResult>;
  error?: { code: CondensationErrorCode; message: string } | undefined;
  summary?: string | undefined;
  cost?: number | undefined;
  modelCalls?: number | undefined;
  usedCustomPrompt?: boolean | undefined;
  usedCustomApiHandler?: boolean | undefined;
  phases?: readonly PhaseReport[] | undefined;
  notes?: readonly CondensationNote[] | undefined;
  references?: readonly ContentReference[] | undefined;
  counts?: { deduplications: number; consolidations: number } | undefined;
  report?: Partial<
    Pick<CondensationReport, "preserved" | "types" | "droppedCount" | "userMessagesSummarised" | "scores">
  >;
}

/** Puts a result together: one shape for all providers. */
export function makeResult(parts: ResultParts): CondensationResult {
  const { before, after, options, error, references = [], tokens, cost } = parts;
  const isChanged = error === undefined && after !== undefined;
  const finalTokens = isChanged ? (tokens.after ?? tokens.before) : tokens.before;
  return {
    messages: isChanged ? after.messages : before.context.messages,
    summary: error === undefined ? (parts.summary ?? "") : "",
    cost: cost ?? 0,
    newContextTokens: finalTokens,
    ...(error === undefined ? {} : { error: error.code, errorMessage: error.message }),
    provider: parts.provider,
    references,
    metrics: {
      originalTokens: tokens.before,
      postLosslessTokens: tokens.postLossless ?? tokens.before,
      finalTokens,
      deduplications: parts.counts?.deduplications ?? 0,
      consolidations: parts.counts?.consolidations ?? 0,
      references: references.filter((one) => !isForm(one)).length,
      modelCalls: parts.modelCalls ?? 0,
      ...(cost === undefined ? {} : { costUsd: cost }),
      durationMs: nowMillis() - parts.startedAt,
    },
    report: {
      wire: wireName(before),
      changed: isChanged,
      phases: parts.phases ?? [],
      preserved: { userMessages: 0, decisions: 0, pinned: 0 },
      types: [],
      droppedCount: 0,
      userMessagesSummarised: 0,
      ...parts.report,
      notes: parts.notes ?? [],
      isAutomaticTrigger: options.isAutomaticTrigger === true,
      usedCustomPrompt: parts.usedCustomPrompt === true,
      usedCustomApiHandler: parts.usedCustomApiHandler === true,
    },
    retry: parts.retry,
  };
}

/** The prompt of settings; an empty one is none. */
export const promptOf = ({ customCondensingPrompt }: Pick<CondensationSettings, "customCondensingPrompt">) =>
  customCondensingPrompt?.trim() || undefined;

/** What a condensation did, as what the next one is likely to do. */
export function estimateOf({ metrics }: CondensationResult): TokenEstimate {
  const { originalTokens, postLosslessTokens, finalTokens } = metrics;
  const reduced = originalTokens - finalTokens;
  return {
    tokensBefore: originalTokens,
    tokensAfter: finalTokens,
    reductionPercent: originalTokens === 0 ? 0 : Math.round((100 * reduced) / originalTokens),
    lossless: originalTokens - postLosslessTokens,
    lossy: postLosslessTokens - finalTokens,
  };
}

/** Settings that were replaced by their defaults, as notes. */
export const settingNotes = (issues: readonly Issue[]): CondensationNote[] =>
  issues.map(({ path, message }) => ({
    code: "setting_invalid",
    message: `${path}: ${message}; the default was used`,
  }));
