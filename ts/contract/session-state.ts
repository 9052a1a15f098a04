import { LIMITS } from "../base/limits.js";
import type { SplitTokens } from "./price-types.js";

/**
 * A caller's memory of a conversation between requests, beyond the requests' own content. Plain data: it can be stored
 * as JSON. {@link createSessionState} creates it, and each reduction that gets it updates it. The caller owns it: one
 * for each conversation, passed in the order of its requests. Losing it costs at most one cache write.
 */
export interface SessionState {
  /** Version of this shape. */
  version: 1;
  /**
   * Identifies the conversation: hash of the tenant and of what stays the same in system prompt and first user message.
   * Null before the first request.
   */
  key: string | null;
  /** Number of the step at which the masked set last grew; the first step is 1, and 0 means none. */
  lastStep: number;
  /** Id of the newest answered call before that step, if the wire has ids. */
  callId: string | null;
  /** When the last request was sent, by the caller's clock, in milliseconds; null without a clock. */
  usedAt: number | null;
  /** The bills from `recordUsage`; null before the first. */
  usage?: SessionUsage | null;
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
  | "dead-cache";

/** Creates an empty state. */
export function createSessionState(): SessionState {
  return { version: 1, key: null, lastStep: 0, callId: null, usedAt: null, usage: null };
}

/** Facts that identify a conversation and one of its steps, as a backend finds them in a request. */
export interface SessionFacts {
  /** Steps of the conversation. */
  steps: number;
  /** Id of the newest answered call before the requested step. */
  callId: string | null;
  /** The system prompt outside the messages, and the messages up to the user's first. */
  opening: unknown;
  /** A message asks for Anthropic's cache of an hour. */
  hourly: boolean;
  /** Whether the client chooses how long cache entries live: for five minutes or an hour. */
  cacheByClient: boolean;
}

/** The memory of earlier requests. */
export interface SessionMemory {
  lastStep: number;
  isDead: boolean;
}

const MINUTES = 60_000;
/** Providers that do not document when an implicit cache ends keep it for at most a day. */
const LONGEST_LIFE = 24 * 60 * MINUTES;

/** Matches a state with a request. */
export function recall(
  state: SessionState,
  key: string,
  facts: SessionFacts,
  now: number | undefined,
): { memory: SessionMemory; found: SessionReport } {
  const nothing = { lastStep: 0, isDead: false };
  if (state.key === null) return { memory: nothing, found: "new" };
  const isSame =
    state.version === 1 && state.key === key && state.lastStep <= facts.steps && state.callId === facts.callId;
  if (!isSame) return { memory: nothing, found: "mismatch" };
  const life = facts.cacheByClient ? (facts.hourly ? 60 : 5) * MINUTES : LONGEST_LIFE;
  const isDead = now !== undefined && state.usedAt !== null && now - state.usedAt > life;
  return { memory: { lastStep: state.lastStep, isDead }, found: isDead ? "dead-cache" : "continued" };
}

/** Why a value is no state; undefined if it is one. */
export function sessionProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "expected a state of createSessionState()";
  const { version, key, lastStep, callId, usedAt, usage } = value as Partial<SessionState>;
  if (version !== 1) return "expected version 1; make a new one with createSessionState()";
  const isText = (text: unknown) => text === null || typeof text === "string";
  const isStep = Number.isSafeInteger(lastStep) && (lastStep ?? -1) >= 0 && (lastStep ?? 0) <= LIMITS.messages;
  const isTime = usedAt === null || (typeof usedAt === "number" && Number.isFinite(usedAt));
  if (isText(key) && isText(callId) && isStep && isTime && isUsage(usage)) return undefined;
  return "expected { version, key, lastStep, callId, usedAt, usage } as createSessionState() makes them";
}

/** Like a calibration, refuses a ratio that no tokenizer has. */
function isModel(entry: Partial<SessionUsage["models"][number]> | null | undefined): boolean {
  const { model, billed = 0, estimated = 0, observations } = entry ?? {};
  const ratio = billed / estimated;
  return typeof model === "string" && ratio >= 0.25 && ratio <= 4 && Number.isSafeInteger(observations);
}

/** States saved before usage existed have none. */
function isUsage(usage: unknown): boolean {
  if (usage === undefined || usage === null) return true;
  const { models, last, problem = "" } = usage as Partial<SessionUsage>;
  const isAmount = (amount: unknown) => typeof amount === "number" && Number.isFinite(amount) && amount >= 0;
  if (!Array.isArray(models) || !models.every(isModel) || typeof problem !== "string") return false;
  if (last === null) return true;
  if (typeof last !== "object") return false;
  return [last.fresh, last.cacheRead, last.cacheWrite, last.hourWrite ?? 0, last.output].every(isAmount);
}
