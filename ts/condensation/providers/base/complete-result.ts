// The account of a plug-in: what it gives counts where it is right, and is filled in where it is not, so that reports,
// feedback and events can rely on it, and no text gets into an event.
import { isRecord, type JsonRecord } from "../../../text/json-value.js";
import { type Conversation, wireName } from "../../conversation/open.js";
import { TokenMeter } from "../../conversation/tokens.js";
import { PROVIDER_NAME } from "../../settings/settings.js";
import {
  type CondensationErrorCode,
  type CondensationMetrics,
  type CondensationNote,
  type CondensationReport,
  type CondensationResult,
  ERROR_CODES,
  PHASE_NAMES,
  type PhaseReport,
} from "./result.js";

/** What a plug-in was asked, and the conversations. */
interface Filling {
  /** The name that it is registered under. */
  name: string;
  /** Does the same again. */
  retry(): Promise<CondensationResult>;
  before: Conversation;
  after: Conversation;
}

/** A whole result of what a plug-in gave beside its messages. Linear. */
export async function completeResult(given: JsonRecord, filling: Filling): Promise<CondensationResult> {
  const { name, retry, before, after } = filling;
  const error = errorIn(given);
  const metrics = await metricsOf(given, before, after);
  const own = given.retry;
  return {
    messages: after.context.messages,
    summary: error === undefined && typeof given.summary === "string" ? given.summary : "",
    cost: amount(given.cost) ?? 0,
    newContextTokens: metrics.finalTokens,
    ...error,
    provider: isName(given.provider) ? given.provider : name,
    ...(isName(given.fellBackFrom) ? { fellBackFrom: given.fellBackFrom } : {}),
    references: error === undefined ? (listOf(given.references) as unknown as CondensationResult["references"]) : [],
    metrics,
    report: reportOf(isRecord(given.report) ? given.report : {}, before, after),
    retry: typeof own === "function" ? () => Promise.resolve(own.call(given)) : retry,
  };
}

const isName = (value: unknown): value is string => typeof value === "string" && PROVIDER_NAME.test(value);

/** Another code than the package's own is a failure, with the code in the message. */
function errorIn({ error, errorMessage }: JsonRecord): Pick<CondensationResult, "error" | "errorMessage"> | undefined {
  if (error === undefined || error === null) return undefined;
  const code = ERROR_CODES.find((one) => one === error);
  const said = typeof errorMessage === "string" && errorMessage !== "" ? errorMessage : undefined;
  const named = typeof error === "string" ? error.slice(0, 300) : "an error";
  return { error: code ?? ("condense_failed" satisfies CondensationErrorCode), errorMessage: said ?? named };
}

const amount = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;

/** A list of objects; empty if a value is anything else. */
const listOf = (value: unknown): readonly JsonRecord[] => (Array.isArray(value) && value.every(isRecord) ? value : []);

/** Tokens are whole, whatever a plug-in reckons with. */
const tokensIn = (value: unknown): number | undefined => {
  const tokens = amount(value);
  return tokens === undefined ? undefined : Math.round(tokens);
};

const COUNTS = ["deduplications", "consolidations", "references", "modelCalls", "durationMs"] as const;

/** The numbers of what a provider gave; without `after`, of a result that does not count: what it spent was spent. */
export async function metricsOf(
  given: JsonRecord,
  before: Conversation,
  after: Conversation = before,
): Promise<CondensationMetrics> {
  const own = isRecord(given.metrics) ? given.metrics : {};
  const meter = new TokenMeter(undefined);
  const originalTokens = tokensIn(own.originalTokens) ?? (await meter.ofConversation(before));
  const known = tokensIn(own.finalTokens) ?? tokensIn(given.newContextTokens);
  const finalTokens = before === after ? originalTokens : (known ?? (await meter.ofConversation(after)));
  const costUsd = amount(own.costUsd) ?? amount(given.cost);
  const counts = Object.fromEntries(COUNTS.map((key) => [key, amount(own[key]) ?? 0]));
  return {
    ...{ originalTokens, finalTokens, postLosslessTokens: tokensIn(own.postLosslessTokens) ?? originalTokens },
    ...(counts as Pick<CondensationMetrics, (typeof COUNTS)[number]>),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function reportOf(given: JsonRecord, before: Conversation, after: Conversation): CondensationReport {
  const { preserved, phases, types, notes, scores } = given;
  const kept = isRecord(preserved) ? preserved : {};
  const known = listOf(phases);
  return {
    ...{ wire: wireName(before), changed: before !== after },
    phases: known.every(isPhase) ? (known as unknown as PhaseReport[]) : [],
    preserved: {
      userMessages: amount(kept.userMessages) ?? 0,
      decisions: amount(kept.decisions) ?? 0,
      pinned: amount(kept.pinned) ?? 0,
    },
    types: listOf(types) as unknown as CondensationReport["types"],
    droppedCount: amount(given.droppedCount) ?? 0,
    userMessagesSummarised: amount(given.userMessagesSummarised) ?? 0,
    notes: (listOf(notes) as unknown as CondensationNote[]).filter(({ message }) => typeof message === "string"),
    isAutomaticTrigger: given.isAutomaticTrigger === true,
    usedCustomPrompt: given.usedCustomPrompt === true,
    usedCustomApiHandler: given.usedCustomApiHandler === true,
    ...(Array.isArray(scores) ? { scores } : {}),
  };
}

const isPhase = ({ name, kind, tokensBefore, tokensAfter }: JsonRecord): boolean =>
  PHASE_NAMES.some((one) => one === name) &&
  (kind === "lossless" || kind === "lossy") &&
  amount(tokensBefore) !== undefined &&
  amount(tokensAfter) !== undefined;
