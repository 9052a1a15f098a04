// Requests of conversations that a table knows: what a proxy or a `fetch` reduces, or sends as it came.
import type { ReduceOptions } from "../../contract/backend.js";
import { conversationKey } from "../../contract/conversation-key.js";
import type { Reduction } from "../../contract/report.js";
import type { SessionFacts } from "../../contract/session-facts.js";
import { createSessionState, type SessionState } from "../../contract/session-state.js";
import { loadBackend } from "../../load/backend.js";
import { dayAt } from "../../models/day.js";
import { factsOf } from "../../models/facts.js";
import type { Policy } from "../../policy/policy.js";
import { WIRES } from "../../wires/index.js";
import { type Sent, toSend, withWish } from "../ask-to-drop.js";
import { reduceBody } from "../reduce.js";
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
export interface TrackedReduction extends Reduction<Uint8Array>, Pick<Sent, "headers"> {
  place: SessionPlace;
}

/** A conversation's place in a table; undefined for what is no conversation. */
export function placeIn(
  table: SessionTable,
  body: Uint8Array,
  { tenant, name, ...options }: TrackedOptions,
): SessionPlace | undefined {
  const facts = loadBackend().backend.locateSession(body, options, 0);
  if (facts === undefined) return undefined;
  const identity = identify(facts.opening, { tenant, name });
  return { table, ...identity, facts, state: stateIn(table, identity, facts, name) ?? createSessionState() };
}

/**
 * What the table has of a conversation. One that was kept without a tenant, as by an earlier version or before originals were
 * kept, goes on as the tenant's.
 */
function stateIn(table: SessionTable, { key, stateKey }: Identity, facts: SessionFacts, name: string | undefined) {
  const own = table.find(key, facts)?.state;
  const plainKey = conversationKey(name, facts.opening);
  if (own !== undefined || plainKey === key) return own;
  const plain = table.find(plainKey, facts)?.state;
  return plain?.key === plainKey ? { ...structuredClone(plain), key: stateKey } : undefined;
}

/** Works like `reduceBody` with the state that the table has. */
export function reduceTracked(
  place: SessionPlace,
  body: Uint8Array,
  policy: Policy,
  { tenant: keeps, name, ...options }: TrackedOptions,
): TrackedReduction {
  const { state } = place;
  const tenant = tenantOf({ tenant: keeps, name });
  const now = Date.now();
  const call = { asOf: dayAt(now), ...options, now, session: state, ...(tenant === undefined ? {} : { tenant }) };
  const reduction = reduceBody(body, policy, call);
  const isSent = reduction.report.skipped === undefined && policy.settings.mode === "reduce";
  if (!isSent) return sentAsItCame(reduction, body, place);
  keep(place);
  // What was made in this loop may be bound to other text.
  const isLoose = reduction.report.cache.session === "left" && !place.facts.isPrompt;
  const sent = toSend(reduction);
  return tracking(reduction, isLoose ? wishing(place, sent) : sent, place);
}

function sentAsItCame(reduction: Reduction<Uint8Array>, body: Uint8Array, place: SessionPlace): TrackedReduction {
  return tracking(reduction, leave(place, body) ?? toSend(reduction), place);
}

function tracking(
  reduction: Reduction<Uint8Array>,
  { body, replaced, headers }: Sent,
  place: SessionPlace,
): TrackedReduction {
  const { report } = reduction;
  return { body, changed: replaced, headers, report, place, originals: () => reduction.originals() };
}

/**
 * What to send of a request that is not reduced; undefined for the body itself. Thinking made over reduced text is bound
 * to it, so that of before the user's newest words is removed. The conversation goes on so until the user speaks again.
 */
export function leave(place: SessionPlace, body: Uint8Array): Sent | undefined {
  const { state, facts } = place;
  if (state.key === null) return undefined;
  const isChecked = (state.checkedModel ?? null) !== null;
  const isLeft = (state.isLeft === true || wasEdited(state)) && isChecked;
  // Where thinking cannot go, only the edits that it was made over keep it right: they go on with the next request.
  if (isLeft && !WIRES.of(facts.wire).thinkingIsBlock) return undefined;
  Object.assign(state, {
    start: null,
    lastStep: 0,
    callId: null,
    isEdited: false,
    isLeft,
    sent: null,
  } satisfies Partial<SessionState>);
  keep(place);
  if (!isLeft) return undefined;
  const { body: reduced, report } = reduceBody(body, leavingPolicy(), { wire: facts.wire, model: CHECKING_MODEL });
  const isFit = facts.isPrompt && report.skipped === undefined;
  const sent = { body: reduced, replaced: true, headers: undefined };
  return isFit ? sent : wishing(place, sent);
}

/** With the wish where the wire takes it. */
const wishing = ({ facts }: SessionPlace, sent: Sent): Sent =>
  WIRES.of(facts.wire).dropHeaders === undefined ? sent : withWish(sent);

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
