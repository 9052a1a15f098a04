// Requests of conversations that a table knows: what a proxy or a `fetch` reduces, or sends as it came.
import type { ReduceOptions } from "../contract/backend.js";
import { conversationKey } from "../contract/conversation-key.js";
import type { Reduction } from "../contract/report.js";
import type { SessionFacts } from "../contract/session-facts.js";
import { createSessionState, type SessionState } from "../contract/session-state.js";
import { loadBackend } from "../load/backend.js";
import type { Policy } from "../policy/policy.js";
import { CHECKING_MODEL, leavingPolicy } from "./leave.js";
import { askToDrop } from "./recover-prefix.js";
import { reduceBody } from "./reduce.js";
import type { SessionTable } from "./session-table.js";

/** Options of a call whose session is in a table. */
export type TrackedOptions = Omit<ReduceOptions, "session" | "tenant" | "now"> & {
  /** The client's own name for the conversation. @default none */
  name?: string | undefined;
};

/** Where a request's conversation is in a table. */
export interface SessionPlace {
  table: SessionTable;
  key: string;
  facts: SessionFacts;
  state: SessionState;
}

/** A request of a known conversation. */
export interface TrackedReduction extends Reduction<Uint8Array> {
  /** Whether the provider is asked to drop thinking that does not fit: the beta has to be named in a header. */
  asksToDrop: boolean;
  place: SessionPlace;
}

/** A conversation's place in a table; undefined for what is no conversation. */
export function placeIn(
  table: SessionTable,
  body: Uint8Array,
  { name, ...options }: TrackedOptions,
): SessionPlace | undefined {
  const facts = loadBackend().backend.locateSession(body, options, 0);
  if (facts === undefined) return undefined;
  const key = conversationKey(name, facts.opening);
  return { table, key, facts, state: table.find(key, facts)?.state ?? createSessionState() };
}

/** Works like `reduceBody` with the state that the table has. */
export function reduceTracked(
  place: SessionPlace,
  body: Uint8Array,
  policy: Policy,
  { name, ...options }: TrackedOptions,
): TrackedReduction {
  const { state } = place;
  const tenant = name === undefined ? {} : { tenant: name };
  const reduction = reduceBody(body, policy, { ...options, session: state, ...tenant });
  const isSent = reduction.report.skipped === undefined && policy.settings.mode === "reduce";
  if (!isSent) return sentAsItCame(reduction, body, place);
  keep(place);
  // What was made in this loop may be bound to other text.
  const asksToDrop = reduction.report.cache.session === "left" && !place.facts.isPrompt;
  return tracking(reduction, asksToDrop ? askToDrop(reduction.body) : undefined, place);
}

function sentAsItCame(reduction: Reduction<Uint8Array>, body: Uint8Array, place: SessionPlace): TrackedReduction {
  const left = leave(place, body);
  return tracking(reduction, left?.asked, place, left?.body);
}

function tracking(
  reduction: Reduction<Uint8Array>,
  asked: Uint8Array | undefined,
  place: SessionPlace,
  body = reduction.body,
): TrackedReduction {
  const changed = reduction.changed || asked !== undefined || body !== reduction.body;
  return {
    ...{ body: asked ?? body, changed, report: reduction.report, asksToDrop: asked !== undefined, place },
    originals: () => reduction.originals(),
  };
}

/** A request to send as it came. */
export interface Left {
  /** Without the thinking that is bound to edited text. */
  body: Uint8Array;
  /** The same with the wish that the provider drops what does not fit; undefined if all fits, or it cannot be wished. */
  asked: Uint8Array | undefined;
}

/**
 * What to send of a request that is not reduced; undefined for the body itself. Thinking made over reduced text is bound
 * to it, so that of before the user's newest words is removed. The conversation goes on so until the user speaks again.
 */
export function leave(place: SessionPlace, body: Uint8Array): Left | undefined {
  const { state, facts } = place;
  if (state.key === null) return undefined;
  const wasEdited = state.isLeft === true || (state.isEdited ?? state.lastStep > 0);
  const isChecked = (state.checkedModel ?? null) !== null;
  const isLeft = wasEdited && isChecked;
  Object.assign(state, {
    start: null,
    lastStep: 0,
    callId: null,
    isEdited: false,
    isLeft,
  } satisfies Partial<SessionState>);
  keep(place);
  if (!isLeft) return undefined;
  const { body: reduced, report } = reduceBody(body, leavingPolicy(), { wire: facts.wire, model: CHECKING_MODEL });
  const isFit = facts.isPrompt && report.skipped === undefined;
  return { body: reduced, asked: isFit ? undefined : askToDrop(reduced) };
}

/**
 * Records that a request was refused for its thinking, and sent again without it: so go those that follow, until the user
 * speaks.
 */
export function recordRecovery(place: SessionPlace, model: string | undefined): void {
  const { state, key, facts } = place;
  const checkedModel = state.checkedModel ?? model ?? facts.model ?? CHECKING_MODEL;
  const left = { start: null, lastStep: 0, callId: null, isEdited: false, isLeft: true, checkedModel };
  Object.assign(state, { key, ...left } satisfies Partial<SessionState>);
  keep(place);
}

/** Keeps the state that its requests have made. */
export function keep({ table, key, facts, state }: SessionPlace): void {
  table.keep(key, facts, state);
}
