import type { ReduceOptions } from "../../contract/backend.js";
import type { Reduction, Wire } from "../../contract/report.js";
import type { SessionState } from "../../contract/session-state.js";
import { dayAt } from "../../models/day.js";
import type { Policy, PolicySettings } from "../../policy/policy.js";
import { believedRow } from "../../wires/believed-row.js";
import type { WireDefinition } from "../../wires/define-wire.js";
import { WIRES } from "../../wires/index.js";
import type { Sent } from "../ask-to-drop.js";
import type { Glimpse } from "../glimpse.js";
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
   * Undefined for what is no conversation, where none is remembered, and where no thinking is checked.
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
    const place = placeIn(table, whole, optionsOf(request));
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
    const options = optionsOf(request);
    const first = placeIn(table, whole, options);
    if (first === undefined) return undefined;
    await fetchInto(table, remote, first.key, first.facts);
    const place = { ...first, state: table.find(first.key, first.facts)?.state ?? first.state };
    if (why === "known" && place.state.key === null) return undefined;
    return new RequestSession(place, whole, request, remote);
  }

  /** Remembers a request that was refused for its thinking, though its conversation was not known. */
  static refused(table: SessionTable, sent: Uint8Array, request: SessionRequest, remote?: RemoteSessions): void {
    const place = sent.length > MOST_BYTES ? undefined : placeIn(table, sent, optionsOf(request));
    if (place !== undefined) new RequestSession(place, sent, request, remote).recovered();
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
    const [name = ""] = table.namesOf(key, facts.firstCallId);
    const entry = table.entryText(name);
    if (entry !== undefined) await this.#remote?.write(name, entry);
  }

  /** Reduces it by the rules of its conversation. */
  reduce(policy: Policy, options: ReduceOptions): Reduction<Uint8Array> & Sent {
    const { name, tenant } = this.#request;
    const reduction = reduceTracked(this.#place, this.body, policy, { ...options, name, tenant });
    return { ...reduction, replaced: reduction.changed };
  }

  /** The session for a call that may not be heeded, and what to do where it was. */
  trial(): { options: Pick<ReduceOptions, "asOf" | "now" | "session" | "tenant">; settle: () => void } {
    const state: SessionState = structuredClone(this.#place.state);
    const now = Date.now();
    const tenant = tenantOf(this.#request);
    return {
      options: { asOf: dayAt(now), now, session: state, ...(tenant === undefined ? {} : { tenant }) },
      settle: () => {
        Object.assign(this.#place.state, state);
        if (state.key !== null) keep(this.#place);
      },
    };
  }

  /** What to send instead of the request as it came; undefined for that itself. */
  leave(): Sent | undefined {
    return leave(this.#place, this.body);
  }

  /** What was sent has been refused for its thinking. Returns what came. */
  recovered(): Uint8Array {
    recordRecovery(this.#place, this.#request);
    void this.share();
    return this.body;
  }
}

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

/**
 * Why a request's conversation has to be known: its model may check thinking (`checks`), or has another one checked it
 * before (`known`, which only the table can tell of a request that was read). Undefined if neither may be.
 */
export function whyToKnow(
  table: SessionTable,
  glimpse: Glimpse,
  request: UnreadRequest,
): "checks" | "known" | undefined {
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
