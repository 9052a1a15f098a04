import { LIMITS } from "../base/limits.js";
import { isDay } from "../models/day.js";
import type { PolicySettings } from "../policy/policy.js";
import type { SplitTokens } from "./price-types.js";

/**
 * A caller's memory of a conversation between requests, beyond the requests' own content. Plain data: it can be stored
 * as JSON. {@link createSessionState} creates it, and each reduction that gets it updates it. The caller owns it: one
 * for each conversation, passed in the order of its requests. Losing it costs at most one cache write, and in a loop of a model that checks thinking one refusal.
 */
export interface SessionState {
  /** Version of this shape. */
  version: 1;
  /**
   * Identifies the conversation: hash of the tenant and of what stays the same in system prompt and first user message.
   * Null before the first request.
   */
  key: string | null;
  /**
   * Number of the step at which the masked set last grew; the first step is 1, and 0 means none. Where the model checks
   * thinking, only of a step at which all thinking could go.
   */
  lastStep: number;
  /** Id of the newest answered call before that step, if the wire has ids. */
  callId: string | null;
  /** When the last request was sent, by the caller's clock, in milliseconds; null without a clock. */
  usedAt: number | null;
  /** The bills from `recordUsage`; null before the first. */
  usage?: SessionUsage | null;
  /**
   * Since when, and by which rules, the conversation's requests are edited; null while none was edited that had been
   * sent before. Missing in states of older versions: then since its first step, by the rules of each call.
   */
  start?: SessionStart | null;
  /** Id of the conversation's first answered call, if the wire has ids; null before. @default null */
  firstCallId?: string | null;
  /** Whether the last request was sent edited. @default whether `lastStep` is above 0 */
  isEdited?: boolean;
  /**
   * Whether an edited conversation was sent as it came, without old thinking: it goes on so until the user speaks.
   * @default false
   */
  isLeft?: boolean;
  /**
   * The last model that checked the conversation's thinking; null if none did. Its rules hold for models that do not check, too:
   * the user may come back to it. @default null
   */
  checkedModel?: string | null;
  /**
   * The day whose facts of models count for the conversation: that of its first request; null for the day of the release.
   * @default null
   */
  asOf?: string | null;
  /** The last request, as it came and as it was sent; null before the first. Missing in states of older versions. */
  sent?: SessionSent | null;
}

/** A move of which a session knows. */
export interface RecordedMove {
  /** Number of its step. */
  readonly step: number;
  /** Messages in front of which nothing was edited any more. */
  readonly bound: number;
}

/** A request of a session. */
export interface SessionSent {
  /** Number of its step; the first is 1. */
  step: number;
  /** Id of the newest answered call in it, if the wire has ids. */
  callId: string | null;
  /**
   * The steps at which its edits grew, ascending: only the last one where thinking may go, else as many as are needed, each with
   * the messages in front of which thinking bound everything.
   */
  moves: readonly RecordedMove[];
  /** Blocks of thinking with which it came. */
  thinking: number;
  /**
   * Whether the client has taken out thinking of its own: what was edited at which step can no longer be seen in the history
   * and is known from here alone.
   */
  isTrimmed: boolean;
  /** Whether a move since the start was made because the cache had expired, which no history shows. @default false */
  isTimed?: boolean;
}

/** The beginning of a conversation's edits. No edit is replayed as older, and its rules hold until they are replaced at a move. */
export interface SessionStart {
  /** Number of the step; the first is 1. */
  step: number;
  /** Id of the newest answered call before it, if the wire has ids. */
  callId: string | null;
  /** Whether everything that waited was edited there, because the rules before it ended. */
  moved: boolean;
  /** Hash of the policy, and of what decisions use of its model: prices, lifetime, and what becomes of thinking. */
  fingerprint: string;
  /** The model's name; null if neither the request nor the caller named it. */
  model: string | null;
  /** Prices of cached tokens, relative to fresh input; null if the provider cached nothing. */
  prices: { read: number; write: number } | null;
  /** The policy's settings. */
  policy: PolicySettings;
  /** Whether there was thinking in front of it. @default what the history shows now */
  binds?: boolean;
}

/** A provider's bills. */
export interface SessionUsage {
  /** For each model: billed and estimated input tokens, as fading sums, and the number of requests learned from. */
  models: { model: string; billed: number; estimated: number; observations: number }[];
  /** Tokens of the last request, as they were billed; null where its bill was not understood. */
  last: SplitTokens | null;
  /** Why the last request's bill was not understood; absent where it was. */
  problem?: string;
}

/** How the given state matched the request. */
export type SessionReport =
  /** The state was empty. */
  | "new"
  /** It belongs to this conversation. */
  | "continued"
  /** It belongs to another conversation, branch or tenant, and was ignored. */
  | "mismatch"
  /** It belongs to this conversation, and the provider's cache has expired since. */
  | "dead-cache"
  /** It belongs to this conversation, which was sent as it came: only old thinking is removed until the user speaks. */
  | "left";

/** How many moves a state has at most: the newest. */
export const MOST_MOVES = 100;

/** Creates an empty state. */
export function createSessionState(): SessionState {
  return {
    version: 1,
    key: null,
    lastStep: 0,
    callId: null,
    usedAt: null,
    usage: null,
    start: null,
    firstCallId: null,
    isEdited: false,
    isLeft: false,
    checkedModel: null,
    asOf: null,
    sent: null,
  };
}

const isText = (text: unknown) => text === null || typeof text === "string";
const isFlag = (flag: unknown) => flag === undefined || typeof flag === "boolean";
const isStep = (step: unknown) => Number.isSafeInteger(step) && Number(step) >= 0 && Number(step) <= LIMITS.messages;

/** Why a value is no state; undefined if it is one. */
export function sessionProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "expected a state of createSessionState()";
  if (Object.isFrozen(value)) return "is frozen, and each reduction writes to it; give a copy";
  const state = value as Partial<SessionState>;
  const { version, key, lastStep, callId, usedAt, usage, start, firstCallId = null, isEdited, isLeft } = state;
  const { checkedModel = null, asOf = null, sent = null } = state;
  if (version !== 1) return "expected version 1; make a new one with createSessionState()";
  const isTime = usedAt === null || (typeof usedAt === "number" && Number.isFinite(usedAt));
  const isKnown = isText(key) && isText(callId) && isStep(lastStep) && isTime && isUsage(usage);
  const isFlagged = isFlag(isEdited) && isFlag(isLeft) && (asOf === null || isDay(asOf));
  if (isKnown && isText(firstCallId) && isText(checkedModel) && isFlagged && isStart(start) && isSent(sent))
    return undefined;
  return "expected { version, key, lastStep, callId, usedAt, usage, start, … } as createSessionState() makes them";
}

function isSent(sent: Partial<SessionSent> | null): boolean {
  if (sent === null) return true;
  if (typeof sent !== "object") return false;
  const { step, callId, moves, thinking, isTrimmed, isTimed } = sent;
  const isCount = Number.isSafeInteger(thinking) && Number(thinking) >= 0;
  const isMove = (move: Partial<RecordedMove> | null) => isStep(move?.step) && isStep(move?.bound);
  const areMoves = Array.isArray(moves) && moves.length <= MOST_MOVES && moves.every(isMove);
  return isStep(step) && isText(callId) && areMoves && isCount && typeof isTrimmed === "boolean" && isFlag(isTimed);
}

/** States saved before starts existed have none. Its policy is checked when it is used. */
function isStart(start: unknown): boolean {
  if (start === undefined || start === null) return true;
  if (typeof start !== "object") return false;
  const { step, callId, moved, fingerprint, model, prices, policy, binds } = start as Partial<SessionStart>;
  const isPrice = (price: unknown) => typeof price === "number" && price >= 0 && Number.isFinite(price);
  const isPriced = prices === null || (typeof prices === "object" && isPrice(prices.read) && isPrice(prices.write));
  const isPolicy = typeof policy === "object" && policy !== null;
  const isPlaced = isStep(step) && isText(callId) && typeof moved === "boolean" && isFlag(binds);
  return isPlaced && typeof fingerprint === "string" && isText(model) && isPriced && isPolicy;
}

/** Like a calibration, refuses a ratio that no tokenizer has. */
function isLearnedModel(entry: Partial<SessionUsage["models"][number]> | null | undefined): boolean {
  const { model, billed = 0, estimated = 0, observations } = entry ?? {};
  const ratio = billed / estimated;
  const isRatio = billed > 0 && ratio >= 0.25 && ratio <= 4;
  return typeof model === "string" && isRatio && Number.isSafeInteger(observations);
}

/** States saved before usage existed have none. */
function isUsage(usage: unknown): boolean {
  if (usage === undefined || usage === null) return true;
  const { models, last, problem = "" } = usage as Partial<SessionUsage>;
  const isAmount = (amount: unknown) => typeof amount === "number" && Number.isFinite(amount) && amount >= 0;
  if (!Array.isArray(models) || !models.every(isLearnedModel) || typeof problem !== "string") return false;
  if (last === null) return true;
  if (typeof last !== "object") return false;
  return [last.fresh, last.cacheRead, last.cacheWrite, last.hourWrite ?? 0, last.output].every(isAmount);
}
