import { LIMITS } from "../base/limits.js";
import type { BilledTokens } from "./price-types.js";

/**
 * What a caller keeps of a conversation between requests, beyond what the requests say themselves. Plain data: it can
 * be stored as JSON. Made by {@link createSessionState}, updated by each reduction it is given to, and owned by the
 * caller: one for each conversation, in the same order as its requests. Losing it costs at most one cache write.
 */
export interface SessionState {
  version: 1;
  /** Tells the conversation: hash of tenant, system prompt and first user message. Null before the first request. */
  key: string | null;
  /** Number of the step at which the masked set last grew, the first being 1; 0 for none. */
  lastStep: number;
  /** Id of the newest answered call before that step, where the wire has ids. */
  callId: string | null;
  /** When the last request was sent, by the caller's clock, in milliseconds; null where no clock was given. */
  usedAt: number | null;
  /** What `recordUsage` was told; null before. */
  usage?: SessionUsage | null;
}

/** What a provider billed. */
export interface SessionUsage {
  /** Of each model: billed and estimated input tokens, as sums that fade, and the requests learned from. */
  models: { model: string; billed: number; estimated: number; observations: number }[];
  /** Tokens of the last request, as they were billed. */
  last: Required<BilledTokens>;
}

/** How a reduction found the state it was given. */
export type SessionReport =
  /** The state was empty. */
  | "new"
  /** It is that of this conversation. */
  | "continued"
  /** It is that of another conversation, branch or tenant, and was ignored. */
  | "mismatch"
  /** It is that of this conversation, and the provider's cache has timed out since. */
  | "dead-cache";

/** A state that knows nothing yet. */
export function createSessionState(): SessionState {
  return { version: 1, key: null, lastStep: 0, callId: null, usedAt: null, usage: null };
}

/** What tells a conversation and one of its steps, as a backend finds them in a request. */
export interface SessionFacts {
  /** Steps of the conversation. */
  steps: number;
  /** Of the newest answered call before the step asked for. */
  callId: string | null;
  /** The system prompt beside the messages, and the messages up to the first of the user's. */
  opening: unknown;
  /** Whether a message asks for a cache of an hour. */
  hourly: boolean;
  /** Whether requests of the wire choose between a short and a long lifetime. */
  choosesLifetime: boolean;
}

/** What is remembered of the requests before. */
export interface SessionMemory {
  lastStep: number;
  isDead: boolean;
}

const MINUTES = 60_000;
/** Providers that do not say when an implicit cache ends keep it no longer than a day. */
const LONGEST_LIFE = 24 * 60 * MINUTES;

/** What a state says about a request. */
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
  const life = facts.choosesLifetime ? (facts.hourly ? 60 : 5) * MINUTES : LONGEST_LIFE;
  const isDead = now !== undefined && state.usedAt !== null && now - state.usedAt > life;
  return { memory: { lastStep: state.lastStep, isDead }, found: isDead ? "dead-cache" : "continued" };
}

/** Tells a conversation by what it begins with; cache markers do not count, as clients move them. */
export function sessionKey(tenant: string | undefined, { opening }: SessionFacts): string {
  const text = JSON.stringify(opening, (name, value) => (MARKERS.has(name) ? undefined : value)) ?? "";
  const isTenant = tenant !== undefined;
  // At the first session: loading it takes as long as loading this package.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256")
    .update(JSON.stringify(isTenant ? [tenant] : []))
    .update(text)
    .digest("hex");
}

const MARKERS: ReadonlySet<string> = new Set(["cache_control", "prompt_cache_breakpoint"]);

/** Why something is no state, or undefined where it is one. */
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

/** As a calibration takes it: a ratio outside is no tokenizer's. */
function isModel(entry: Partial<SessionUsage["models"][number]> | null | undefined): boolean {
  const { model, billed = 0, estimated = 0, observations } = entry ?? {};
  const ratio = billed / estimated;
  return typeof model === "string" && ratio >= 0.25 && ratio <= 4 && Number.isSafeInteger(observations);
}

/** States of before there was a usage have none. */
function isUsage(usage: unknown): boolean {
  if (usage === undefined || usage === null) return true;
  const { models, last } = usage as Partial<SessionUsage>;
  const isAmount = (amount: unknown) => typeof amount === "number" && Number.isFinite(amount) && amount >= 0;
  if (!Array.isArray(models) || typeof last !== "object" || last === null) return false;
  return models.every(isModel) && [last.fresh, last.cacheRead, last.cacheWrite, last.output].every(isAmount);
}
