import { type Answered, finished } from "../../base/answers.js";
import type { ReduceOptions } from "../../contract/backend.js";
import type { Reduction, Wire } from "../../contract/report.js";
import type { SessionState } from "../../contract/session-state.js";
import { dayAt } from "../../models/day.js";
import type { Policy, PolicySettings } from "../../policy/policy.js";
import { believedRow } from "../../wires/believed-row.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import type { Sent } from "../drop-thinking.js";
import type { Glimpse } from "../glimpse.js";
import { isLong } from "../reduce.js";
import { wasEdited } from "./decide.js";
import { fetchInto, type RemoteSessions } from "./remote.js";
import type { SessionTable } from "./table.js";
import {
  keep,
  leave,
  placeIn,
  recordRecovery,
  reduceTracked,
  type SessionPlace,
  stateAt,
  tenantOf,
  type Whose,
} from "./tracked.js";

/** Larger bodies are reduced by themselves alone: to read them for their conversation would keep other requests waiting. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What is known of a request whose conversation may be in the table. */
export interface SessionRequest extends Whose {
  wire: Wire;
  model?: string | undefined;
  /** The endpoint's host. */
  host?: string | undefined;
  /** The settings by which it is reduced; undefined if it is not. */
  settings: UnreadRequest["settings"];
}

/** A request as one of its conversation. */
export class RequestSession {
  /** The body as it came, decoded. */
  readonly body: Uint8Array;
  readonly #place: SessionPlace;
  readonly #request: SessionRequest;

  readonly #remote: RemoteSessions | undefined;

  /** Whether it has a history, and the table neither knows it nor another conversation with the same first call. */
  readonly beganElsewhere: boolean;

  private constructor(place: SessionPlace, body: Uint8Array, request: SessionRequest, remote?: RemoteSessions) {
    const { state, facts, table } = place;
    const isKnown = state.key !== null || (facts.firstCallId !== null && table.hasCall(facts.firstCallId));
    this.beganElsewhere = !isKnown && facts.steps > 1;
    this.#remote = remote;
    this.body = body;
    this.#place = place;
    this.#request = request;
  }

  /**
   * Undefined for what is no conversation, where none is remembered, and where no thinking is checked. A promise where the body
   * is long, or another one waits that began alike: who comes first is decided about first.
   *
   * @param glimpse What was seen of the body, decoded.
   * @param body The body, decoded. It is read only if its conversation may have to be known.
   */
  static of(table: SessionTable | undefined, glimpse: Glimpse, body: () => Uint8Array, request: SessionRequest) {
    const { wire, model, host, settings } = request;
    if (table === undefined || glimpse.bytes > MOST_BYTES) return undefined;
    const why = whyToKnow(table, glimpse, { wire: WIRES.of(wire), model, host, settings });
    if (why === undefined) return undefined;
    const whole = body();
    return table.turns.take(arrivalOf(glimpse), () => finished(RequestSession.#find(table, whole, request, why)));
  }

  static *#find(
    table: SessionTable,
    whole: Uint8Array,
    request: SessionRequest,
    why: Why,
  ): Answered<RequestSession | undefined> {
    const place = yield* placeIn(table, whole, optionsOf(request));
    if (place === undefined || (why === "known" && place.state.key === null)) return undefined;
    return new RequestSession(place, whole, request);
  }

  /**
   * Works like {@link RequestSession.of} with what other processes know of the conversation. Any request of Anthropic's wire
   * is looked up, of another one those whose model may check thinking: another process may have reduced what came before.
   */
  static async shared(
    table: SessionTable,
    remote: RemoteSessions,
    glimpse: Glimpse,
    body: () => Uint8Array,
    request: SessionRequest,
  ): Promise<RequestSession | undefined> {
    const { wire, model, host, settings } = request;
    const checks = whyToKnow(table, glimpse, { wire: WIRES.of(wire), model, host, settings });
    const isAsked = WIRES.of(wire).thinkingIsBlock || checks !== undefined;
    if (glimpse.bytes > MOST_BYTES || !isAsked) return undefined;
    const why = checks ?? "known";
    const whole = body();
    return table.turns.take(arrivalOf(glimpse), async () => {
      const place = await finished(placeIn(table, whole, optionsOf(request)));
      if (place === undefined) return undefined;
      await fetchInto(table, remote, place.key, place.facts);
      place.state = stateAt(place) ?? place.state;
      if (why === "known" && place.state.key === null) return undefined;
      return new RequestSession(place, whole, request, remote);
    });
  }

  /** Remembers a request that was refused for its thinking, though its conversation was not known. */
  static async refused(table: SessionTable, sent: Uint8Array, request: SessionRequest, remote?: RemoteSessions) {
    const place = sent.length > MOST_BYTES ? undefined : await finished(placeIn(table, sent, optionsOf(request)));
    if (place !== undefined) await new RequestSession(place, sent, request, remote).recovered();
  }

  /** Whether it is decided about off the JavaScript thread. */
  get isLong(): boolean {
    return isLong(this.body);
  }

  /** Identifies its conversation: a hash. */
  get key(): string {
    return this.#place.key;
  }

  /** Whether it is in the middle of a loop whose thinking the model made over reduced requests. */
  get isBound(): boolean {
    const { state, facts } = this.#place;
    const isChecked = state.key !== null && (state.checkedModel ?? null) !== null;
    return isChecked && state.isLeft !== true && wasEdited(state) && !facts.isPrompt;
  }

  /** Tells other processes what is known now, if there are any. */
  async share(): Promise<void> {
    const { table, key, facts } = this.#place;
    const [name = ""] = table.namesOf(key, facts);
    const entry = table.entryText(name);
    if (entry !== undefined) await this.#remote?.write(name, entry);
  }

  /**
   * Reduces it by the rules of its conversation. A promise where the body is long, or another request of the conversation is
   * decided about: nobody may write to the body meanwhile.
   *
   * @param signal Ends it, with the conversation's state as it was. @default nothing does
   */
  reduce(policy: Policy, options: ReduceOptions, signal?: AbortSignal): SentReduction | Promise<SentReduction> {
    return this.#inTurn(() => finished(this.#reduced(policy, options, signal)), signal);
  }

  *#reduced(policy: Policy, options: ReduceOptions, signal: AbortSignal | undefined): Answered<SentReduction> {
    const { name, tenant } = this.#request;
    const reduction = yield* reduceTracked(this.#place, this.body, policy, { ...options, name, tenant }, signal);
    return { ...reduction, replaced: reduction.changed };
  }

  /** What another request of the conversation has done meanwhile counts. */
  #inTurn<T>(work: () => T | Promise<T>, signal?: AbortSignal): T | Promise<T> {
    const place = this.#place;
    return place.table.turns.take(place.key, () => {
      signal?.throwIfAborted();
      place.state = stateAt(place) ?? place.state;
      return work();
    });
  }

  /** The session for a call that may not be heeded, and what to do where it was. */
  trial(): { options: Pick<ReduceOptions, "asOf" | "now" | "session" | "tenant">; settle: () => void | Promise<void> } {
    const state: SessionState = structuredClone(this.#place.state);
    const now = Date.now();
    const tenant = tenantOf(this.#request);
    return {
      options: { asOf: dayAt(now), now, session: state, ...(tenant === undefined ? {} : { tenant }) },
      settle: () =>
        this.#inTurn(() => {
          Object.assign(this.#place.state, state);
          if (state.key !== null) keep(this.#place);
        }),
    };
  }

  /** What to send instead of the request as it came; undefined for that itself. A promise, and the signal, as of {@link reduce}. */
  leave(signal?: AbortSignal): Sent | undefined | Promise<Sent | undefined> {
    return this.#inTurn(() => finished(leave(this.#place, this.body, signal)), signal);
  }

  /** What was sent has been refused for its thinking. Gives what came. */
  async recovered(): Promise<Uint8Array> {
    await this.#inTurn(() => recordRecovery(this.#place, this.#request));
    void this.share();
    return this.body;
  }
}

type SentReduction = Reduction<Uint8Array> & Sent;

/** Requests of one conversation that come at once have the same. */
const arrivalOf = ({ firstCallId, head }: Glimpse): string => `arrival ${firstCallId ?? head}`;

const optionsOf = ({ wire, model, name, tenant }: SessionRequest) => ({
  ...{ wire, name, tenant },
  ...(model === undefined ? {} : { model }),
});

/** What is known of a request before it is read. */
interface UnreadRequest {
  wire: WireDefinition;
  /** The model, if the body does not name it. */
  model: string | undefined;
  host: string | undefined;
  /** The settings by which it is reduced; undefined if it is not. */
  settings: Pick<PolicySettings, "version" | "models"> | undefined;
}

type Why = "checks" | "known";

/**
 * Why a request's conversation has to be known: its model may check thinking (`checks`), or has another one checked it
 * before (`known`, which only the table can tell of a request that was read). Undefined if neither may be.
 */
export function whyToKnow(table: SessionTable, glimpse: Glimpse, request: UnreadRequest): Why | undefined {
  if (request.wire.checkedCallKey === undefined) return undefined;
  if (mayCheck(glimpse, request)) return "checks";
  const { firstCallId } = glimpse;
  const mayBeKnown = table.size > 0 && (firstCallId === undefined || table.hasCall(firstCallId));
  return mayBeKnown ? "known" : undefined;
}

/** A name that is not seen may be any; on Anthropic's own wire one that a host made up may be its newest. */
function mayCheck(glimpse: Glimpse, { wire, model, host, settings }: UnreadRequest): boolean {
  if (settings === undefined) return false;
  const seen = model === undefined ? glimpse.models() : [model];
  const names = seen.length === 0 ? [undefined] : seen;
  const rowOf = (name: string | undefined) => believedRow({ wire, model: name, host }, settings.models, () => true).row;
  return names.some((name) => rowOf(name).thinking.history === "bound");
}
