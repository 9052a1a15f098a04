// Requests of conversations that a table knows: what a proxy or a `fetch` reduces, or sends as it came.
import { type Answered, answer } from "../../base/answers.js";
import type { ReduceOptions } from "../../contract/backend.js";
import { conversationKey } from "../../contract/conversation-key.js";
import type { Reduction } from "../../contract/report.js";
import type { PausingReduction } from "../../contract/report-basis.js";
import type { SessionFacts } from "../../contract/session-facts.js";
import { createSessionState, type SessionState } from "../../contract/session-state.js";
import { dayAt } from "../../models/day.js";
import { factsOf } from "../../models/facts.js";
import type { Policy } from "../../policy/policy.js";
import { WIRES } from "../../wires/index.js";
import { askToDropThinking, askToDropThinkingInSlices, type Sent, toSend } from "../drop-thinking.js";
import { isLong, locateOfSession, reduceOfSession } from "../reduce.js";
import { wasEdited } from "./decide.js";
import { CHECKING_MODEL, leavingPolicy } from "./leave.js";
import type { SessionTable } from "./table.js";

/** Whose conversation it is. */
export interface Whose {
  /** Whose originals are kept of it. @default none are */
  tenant?: string | undefined;
  /** The client's own name for the conversation. @default none */
  name?: string | undefined;
}

/** Options of a call whose session is in a table. The clock is this machine's: where a cache has expired, a move is free. */
export type TrackedOptions = Omit<ReduceOptions, "session" | "now" | "tenant"> & Whose;

/** Where a request's conversation is in a table. */
export interface SessionPlace extends Identity {
  table: SessionTable;
  /** The key of what was kept of it without a tenant. */
  plainKey: string;
  facts: SessionFacts;
  state: SessionState;
}

/** Which conversation of whom a request belongs to. */
interface Identity {
  /** Under which the table has it. */
  key: string;
  /** Which its state has: what the reduction compares. */
  stateKey: string;
}

/** The table tells a tenant's conversations apart by their names, too; their states are the tenant's. */
function identify(opening: unknown, { tenant, name }: Whose): Identity {
  const stateKey = conversationKey(tenantOf({ tenant, name }), opening);
  const isNamed = tenant !== undefined && name !== undefined;
  return { stateKey, key: isNamed ? conversationKey(tenant, opening, name) : stateKey };
}

/** Whose a conversation is: without tenants, whoever has named it. */
export const tenantOf = ({ tenant, name }: Whose): string | undefined => tenant ?? name;

/** A request of a known conversation. */
export interface TrackedReduction extends PausingReduction, Pick<Sent, "headers"> {
  place: SessionPlace;
}

/** A conversation's place in a table; undefined for what is no conversation. */
export function* placeIn(
  table: SessionTable,
  body: Uint8Array,
  { tenant, name, ...options }: TrackedOptions,
): Answered<SessionPlace | undefined> {
  const facts = yield* answer(locateOfSession(body, options));
  if (facts === undefined) return undefined;
  const identity = identify(facts.opening, { tenant, name });
  const place = { table, ...identity, plainKey: conversationKey(name, facts.opening), facts };
  return { ...place, state: stateAt(place) ?? createSessionState() };
}

/**
 * What the table has of a conversation. One that was kept without a tenant, as by an earlier version or before originals were
 * kept, goes on as the tenant's.
 */
export function stateAt({ table, key, stateKey, plainKey, facts }: Omit<SessionPlace, "state">) {
  const own = table.find(key, facts)?.state;
  if (own !== undefined || plainKey === key) return own;
  const plain = table.find(plainKey, facts)?.state;
  return plain?.key === plainKey ? { ...structuredClone(plain), key: stateKey } : undefined;
}

/** Works like `reduceBody` with the state that the table has. @param signal Ends it, with the state as it was. */
export function* reduceTracked(
  place: SessionPlace,
  body: Uint8Array,
  policy: Policy,
  { tenant: keeps, name, ...options }: TrackedOptions,
  signal: AbortSignal | undefined,
): Answered<TrackedReduction> {
  const { state } = place;
  const tenant = tenantOf({ tenant: keeps, name });
  const now = Date.now();
  const call = { asOf: dayAt(now), ...options, now, session: state, ...(tenant === undefined ? {} : { tenant }) };
  const reduction = yield* answer(reduceOfSession(body, policy, call, signal));
  const isSent = reduction.report.skipped === undefined && policy.settings.mode === "reduce";
  if (!isSent) return yield* sentAsItCame(reduction, body, place, signal);
  keep(place);
  // What was made in this loop may be bound to other text.
  const isLoose = reduction.report.cache.session === "left" && !place.facts.isPrompt;
  const sent = yield* sending(reduction);
  return tracking(reduction, isLoose ? yield* askedWhereTaken(place.facts, sent) : sent, place);
}

function* sentAsItCame(
  reduction: Reduction<Uint8Array>,
  body: Uint8Array,
  place: SessionPlace,
  signal: AbortSignal | undefined,
): Answered<TrackedReduction> {
  return tracking(reduction, (yield* leave(place, body, signal)) ?? (yield* sending(reduction)), place);
}

function tracking(
  reduction: PausingReduction,
  { body, replaced, headers }: Sent,
  place: SessionPlace,
): TrackedReduction {
  const { report } = reduction;
  const { pausingOriginals: pausing } = reduction;
  const more = pausing === undefined ? {} : { pausingOriginals: () => pausing.call(reduction) };
  return { body, changed: replaced, headers, report, place, originals: () => reduction.originals(), ...more };
}

/**
 * What to send of a request that is not reduced; undefined for the body itself. Thinking made over reduced text is bound
 * to it, so that of before the user's newest words is removed. The conversation goes on so until the user speaks again.
 */
export function* leave(place: SessionPlace, body: Uint8Array, signal?: AbortSignal): Answered<Sent | undefined> {
  const { state, facts } = place;
  if (state.key === null) return undefined;
  const isChecked = (state.checkedModel ?? null) !== null;
  const isLeft = (state.isLeft === true || wasEdited(state)) && isChecked;
  // Where thinking cannot go, only the edits that it was made over keep it right: they go on with the next request.
  if (isLeft && !WIRES.of(facts.wire).thinkingIsBlock) return undefined;
  const sent = isLeft ? yield* withoutThinking(place, body) : undefined;
  signal?.throwIfAborted();
  Object.assign(state, {
    start: null,
    lastStep: 0,
    callId: null,
    isEdited: false,
    isLeft,
    sent: null,
  } satisfies Partial<SessionState>);
  keep(place);
  return sent;
}

function* withoutThinking({ facts }: SessionPlace, body: Uint8Array): Answered<Sent> {
  const options = { wire: facts.wire, model: CHECKING_MODEL };
  const { body: reduced, report } = yield* answer(reduceOfSession(body, leavingPolicy(), options));
  const sent = { body: reduced, replaced: true, headers: undefined };
  return facts.isPrompt && report.skipped === undefined ? sent : yield* askedWhereTaken(facts, sent);
}

function* sending({ body, changed, report }: Reduction<Uint8Array>): Answered<Sent> {
  const { thinkingNet } = report.cache;
  if (thinkingNet === undefined || !isLong(body)) return toSend({ body, changed, report });
  return yield* answer(
    askToDropThinkingInSlices({ body, replaced: changed, headers: report.headers }, thinkingNet.headers),
  );
}

/** Asks to drop thinking where the wire takes that. */
function* askedWhereTaken({ wire }: SessionFacts, sent: Sent): Answered<Sent> {
  if (WIRES.of(wire).dropHeaders === undefined) return sent;
  return yield* answer(isLong(sent.body) ? askToDropThinkingInSlices(sent) : askToDropThinking(sent));
}

/**
 * Records that a request was refused for its thinking, and sent again without it: so go those that follow, until the user
 * speaks.
 */
export function recordRecovery(
  place: SessionPlace,
  { model, host }: { model?: string | undefined; host?: string | undefined },
): void {
  const { state, stateKey: key, facts } = place;
  const name = state.checkedModel ?? model ?? facts.model ?? undefined;
  const { thinking } = factsOf({ model: name, host, wire: facts.wire }).row;
  // The refusal says that it checks, whatever is known of its name.
  const checkedModel = thinking.history === "bound" && name !== undefined ? name : CHECKING_MODEL;
  const left = { start: null, lastStep: 0, callId: null, isEdited: false, isLeft: true, checkedModel, sent: null };
  Object.assign(state, { key, ...left } satisfies Partial<SessionState>);
  keep(place);
}

/** Keeps the state that its requests have made. */
export function keep({ table, key, facts, state }: SessionPlace): void {
  table.keep(key, facts, state);
}
