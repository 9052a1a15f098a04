import type { BriefReduction, BriefReport, ReduceOptions } from "../contract/backend.js";
import type { SkipReason, Wire } from "../contract/report.js";
import type { PolicySettings } from "../policy/policy.js";
import { type Sent, toSend } from "../reduce/ask-to-drop.js";
import { Glimpse } from "../reduce/glimpse.js";
import { reduceBodyAsync } from "../reduce/reduce.js";
import type { RemoteSessions } from "../reduce/remote-sessions.js";
import { RequestSession } from "../reduce/request-session.js";
import type { SessionTable } from "../reduce/session-table.js";
import type { PlaceChooser } from "./affinity/placed.js";
import { decodeBody } from "./body/decode.js";
import { modelNameIn } from "./body/model-name.js";
import { TOO_MANY, tooLarge } from "./body/read.js";
import type { ReceivedBody } from "./body/received.js";
import type { Canary, Drawn } from "./canary/canary.js";
import { conversationOf } from "./canary/conversation.js";
import type { PolicyChooser, ReadyPolicy } from "./choose-policy.js";
import type { Condensable, CondensedRequest } from "./condense/condenser.js";
import { withCondensed } from "./condense/report.js";
import type { Control } from "./control.js";
import { headerOf } from "./edge.js";
import type { Who } from "./guardrail/contracts.js";
import type { Hold } from "./in-flight.js";
import type { Refusal } from "./refusal.js";
import { type Keeping, reduceKept } from "./restore/reduce-kept.js";

/** Why a request went on as it came, beside what a report says. */
export type UntouchedReason =
  | SkipReason
  | "bypass"
  | "observe"
  | "dry_run"
  | "holdout"
  | "switched_off"
  | "count_tokens"
  | "unsupported_encoding"
  | "broken_encoding"
  | "costly_encoding"
  | "deadline"
  | "reducer_failed";

/** The bytes to send, and what the client is to learn about them. */
export interface Prepared {
  body: Uint8Array;
  /** Whether `body` differs from the one that came. If so, the original length and encoding are no longer valid. */
  replaced: boolean;
  /** Values to add to lists in the client's headers, by their names; undefined if there are none. */
  headers: BriefReport["headers"] | undefined;
  report?: BriefReport | undefined;
  /** The policy's name. */
  policy?: string | undefined;
  skipped?: UntouchedReason | undefined;
  /** Time of decoding and reducing, in milliseconds. */
  reduceMs: number;
  /** Its conversation, where that is known. */
  session?: RequestSession | undefined;
  /** The request as it came, decoded; undefined unless it is to be kept. */
  came?: Uint8Array | undefined;
  /** Its conversation was condensed before it was reduced. */
  condensed?: CondensedRequest | undefined;
  /** What it is for the rule of `[canary]` that fits it. */
  drawn?: Drawn | undefined;
}

/** A request that may be reduced. */
export interface Reducible {
  body: ReceivedBody;
  rawHeaders: readonly string[];
  wire: Wire;
  path: string;
  /** The model, if the path names it. */
  model?: string | undefined;
  /** The upstream's host. */
  host: string;
  control: Control;
  /** LiteLLM's virtual key, team and user. */
  who?: Who | undefined;
  /** The name of the key that the caller has shown. */
  caller?: string | undefined;
  /** The client's own id of the conversation. */
  conversation?: string | undefined;
  /** A signal that is aborted when the client leaves. Created on first use. */
  gone(): AbortSignal;
  /** Where all bytes are counted that are held for it: those that came, and every copy that is made of them. */
  hold: Hold;
}

/** The settings that reduction needs. */
export interface ReduceSettings {
  chooser: PolicyChooser;
  observe: boolean;
  /** Nothing is reduced: an administrator has switched it off. @default false */
  isOff?: boolean | undefined;
  /** Draws conversations; undefined where all are reduced. */
  canary?: Canary | undefined;
  maxBytes: number;
  /** The conversations that are remembered; undefined for none. */
  sessions: SessionTable | undefined;
  /** Whether the request is kept as it came. */
  keepsRequests: boolean;
  /** Condenses a conversation; undefined where none is condensed. */
  condense?: ((request: Condensable) => Promise<CondensedRequest | undefined>) | undefined;
  /** Where originals are kept. @default they are not */
  keeping?: Keeping | undefined;
  /** What other gateways know; undefined for none. */
  remote?: RemoteSessions | undefined;
  /** Chooses one of several deployments; undefined where there is but one. */
  placing?: PlaceChooser | undefined;
}

/**
 * Reduces one request. If reduction fails in any way, the original bytes are sent, with a reason. Only a body that is
 * too large to read, and an unknown policy, are refused.
 */
export async function prepare(request: Reducible, settings: ReduceSettings): Promise<Prepared | Refusal> {
  const prepared = await prepareAlone(request, settings);
  // Before anything is sent: the next request of the conversation may come to another gateway.
  if (!("reason" in prepared) && settings.remote !== undefined) await prepared.session?.share();
  return prepared;
}

async function prepareAlone(request: Reducible, settings: ReduceSettings): Promise<Prepared | Refusal> {
  const startedAt = performance.now();
  const asItCame = (skipped: UntouchedReason) => untouched(request.body, skipped, startedAt);
  const { control } = request;
  const named = control.policy === undefined ? undefined : settings.chooser.byName(control.policy);
  if (control.policy !== undefined && named === undefined) {
    return { reason: "bad_control_header", message: "x-tamis-policy names no policy of this gateway's configuration" };
  }
  const { sessions, remote, placing } = settings;
  const leaves = control.bypass ? "bypass" : settings.isOff ? "switched_off" : undefined;
  if (leaves !== undefined && (sessions?.size ?? 0) === 0 && remote === undefined && placing === undefined)
    return asItCame(leaves);
  const encoding = (headerOf(request.rawHeaders, "content-encoding") ?? "identity").trim().toLowerCase();
  let decoded: Buffer | undefined;
  if (encoding !== "identity" && encoding !== "") {
    const { maxBytes } = settings;
    const reserve = (bytes: number) => request.hold.resize(request.body.bytes + bytes);
    const result = await decodeBody(request.body.whole(), encoding, { maxBytes, reserve });
    if ("problem" in result) {
      if (result.problem === "no_room") return TOO_MANY;
      if (leaves !== undefined) return asItCame(leaves);
      return result.problem === "too_large" ? tooLarge(maxBytes) : asItCame(result.problem);
    }
    decoded = result.body;
  }
  if (!request.hold.resize(mostHeld(request.body.bytes, decoded?.length))) return TOO_MANY;
  const placed = placing === undefined ? request : placedBy(placing, request, decoded);
  return prepareDecoded(placed, decoded, settings, { named, leaves, startedAt });
}

/** Chooses the deployment; that decides about the host. */
function placedBy(placing: PlaceChooser, request: Reducible, decoded: Buffer | undefined): Reducible {
  const { body, wire, model, conversation } = request;
  placing.decide(conversationOf(conversation, () => decoded ?? body.whole(), { wire, model }));
  return { ...request, host: placing.host };
}

/** What was found out about a request before its content is looked at. */
interface Begun {
  named: ReadyPolicy | undefined;
  leaves: "bypass" | "switched_off" | undefined;
  startedAt: number;
}

async function prepareDecoded(
  request: Reducible,
  given: Buffer | undefined,
  settings: ReduceSettings,
  { named, leaves, startedAt }: Begun,
): Promise<Prepared> {
  let decoded = given;
  const { control } = request;
  const asItCame = (skipped: UntouchedReason) => untouched(request.body, skipped, startedAt);
  const sessionOf = (by: PolicySettings | undefined) => findSession(request, decoded, settings, by);
  if (leaves !== undefined) {
    const session = await sessionOf(undefined);
    return { ...asItCame(leaves), ...session?.leave(), session };
  }
  const { ready, drawn } = named === undefined ? await choose(request, decoded, settings) : { ready: named };
  const observe = control.dryRun
    ? "dry_run"
    : settings.observe
      ? "observe"
      : drawn?.group === "holdout"
        ? "holdout"
        : undefined;
  const came = settings.keepsRequests || drawn !== undefined ? (decoded ?? request.body.whole()) : undefined;
  const bytesBefore = decoded?.length ?? request.body.bytes;
  const condensed = observe === undefined ? await settings.condense?.(condensable(request, decoded)) : undefined;
  decoded = condensed?.body ?? decoded ?? came;
  const session = await sessionOf(ready.policy.settings);
  const outcome = await reduce(decoded, ready, request, observe !== undefined, session, settings.keeping);
  const instead = condensed === undefined ? undefined : { body: condensed.body, replaced: true, condensed };
  if (typeof outcome === "string")
    return { ...asItCame(outcome), ...instead, ...session?.leave(), session, came, drawn };
  const { replaced, headers } = outcome;
  const body = replaced ? outcome.body : request.body.whole();
  const left = observe === undefined ? undefined : session?.leave();
  const sent = { body, replaced, headers, ...(replaced ? { condensed } : instead), ...left };
  const report = condensed === undefined ? outcome.report : withCondensed(outcome.report, condensed, bytesBefore);
  const skipped: UntouchedReason | undefined = report.skipped ?? observe;
  const told = { report, policy: ready.name, skipped, session, came, drawn };
  return { ...sent, ...told, reduceMs: performance.now() - startedAt };
}

const condensable = (
  { body, wire, model, control: { mode, session } }: Reducible,
  decoded: Buffer | undefined,
): Condensable => ({ body: decoded ?? body.whole(), wire, model, mode, taskId: session });

/** The policy of a request that names none, and what it is for the canary. */
async function choose(
  request: Reducible,
  decoded: Buffer | undefined,
  { chooser, canary, observe, placing }: ReduceSettings,
): Promise<{ ready: ReadyPolicy; drawn?: Drawn | undefined }> {
  const { body, path, rawHeaders, wire, who, caller, control, conversation } = request;
  let found: Promise<string | undefined> | undefined;
  const model = () => {
    found ??= request.model === undefined ? modelNameIn(decoded ?? body.whole()) : Promise.resolve(request.model);
    return found;
  };
  const chosen = await chooser.choose({ path, rawHeaders, model });
  if (canary === undefined || !canary.isOn || observe || control.dryRun) return { ready: chosen };
  const facts = { team: who?.team, key: who?.key ?? caller, policy: chosen.name, model };
  const options = { wire, model: request.model };
  const known = () => placing?.conversation ?? conversationOf(conversation, () => decoded ?? body.whole(), options);
  const drawn = await canary.draw(facts, known);
  const instead = drawn?.policy === undefined ? undefined : chooser.byName(drawn.policy);
  return { ready: instead ?? chosen, drawn };
}

/** The conversation of a request, where that may have to be known. @param settings Undefined for a bypass */
async function findSession(
  { body, wire, model, host, control: { session: name } }: Reducible,
  decoded: Buffer | undefined,
  { sessions, remote, placing }: ReduceSettings,
  settings: PolicySettings | undefined,
): Promise<RequestSession | undefined> {
  if (sessions === undefined) return undefined;
  const glimpse = decoded === undefined ? body.glimpse : Glimpse.of(decoded);
  // Another gateway may have seen a move that this one has not.
  const affinity = placing?.affinity ?? (placing !== undefined && remote !== undefined ? "known" : undefined);
  const known = { wire, model, host, name, settings, affinity };
  const whole = () => decoded ?? body.whole();
  if (remote !== undefined) return RequestSession.shared(sessions, remote, glimpse, whole, known);
  return RequestSession.of(sessions, glimpse, whole, known);
}

/**
 * Bytes held while a body is reduced: the body, and the reduced one, which is as large at most; of a decoded body also
 * the copy that the thread pool reads.
 */
const mostHeld = (came: number, decoded: number | undefined) => (decoded === undefined ? 2 * came : came + 3 * decoded);

/** The body as it came. @param startedAt `performance.now()` when reducing began */
export const untouched = (body: ReceivedBody, skipped: UntouchedReason, startedAt: number): Prepared => ({
  body: body.whole(),
  replaced: false,
  headers: undefined,
  report: undefined,
  skipped,
  reduceMs: performance.now() - startedAt,
});

/**
 * Bodies beyond it do not take the pipeline, which reads them on the JavaScript thread: everybody else would wait, and no
 * deadline could interrupt it.
 */
const MOST_PIPELINE_BYTES = 4 * 1024 * 1024;

type Reduced = Sent & { report: BriefReport };

/** @param decoded The body, where it came encoded or is kept. */
async function reduce(
  decoded: Buffer | undefined,
  { pipeline, observing, policy }: ReadyPolicy,
  { body, wire, model, host, gone, hold }: Reducible,
  observe: boolean,
  session: RequestSession | undefined,
  keeping: Keeping | undefined,
): Promise<Reduced | "deadline" | "reducer_failed"> {
  const options = { wire, tokens: true, host, ...(model === undefined ? {} : { model }) };
  try {
    const bytes = decoded?.length ?? body.bytes;
    if (pipeline !== undefined && !observe && bytes <= MOST_PIPELINE_BYTES) {
      const trial = session?.trial();
      const call = { ...options, ...trial?.options };
      const reduced = await withDeadline(pipeline, decoded ?? body.whole(), call, gone());
      if (reduced === "deadline") return reduced;
      trial?.settle();
      return sending(reduced);
    }
    const chosen = observe ? observing : policy;
    if (keeping !== undefined && !observe) {
      return await reduceKept(decoded ?? body.whole(), policy, options, session, keeping);
    }
    if (session !== undefined && !observe) return session.reduce(policy, options);
    if (decoded !== undefined) return sending(await reduceBodyAsync(decoded, chosen, options));
    return sending(await body.reduce(chosen, options, hold.isAlone));
  } catch {
    return "reducer_failed";
  }
}

const sending = (reduction: Pick<BriefReduction, "body" | "changed" | "report">): Reduced => ({
  ...toSend(reduction),
  report: reduction.report,
});

/** Stops waiting for the pipeline's model at the deadline, even if the model ignores the signal. */
async function withDeadline(
  { reducer, deadlineMs }: NonNullable<ReadyPolicy["pipeline"]>,
  body: Buffer,
  options: ReduceOptions,
  gone: AbortSignal,
) {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<"deadline">((resolve) => {
    timer = setTimeout(() => {
      resolve("deadline");
      late.abort();
    }, deadlineMs);
  });
  const call = { ...options, signal: AbortSignal.any([gone, late.signal]) };
  const reduced = reducer.reduce<Uint8Array>(body, call);
  reduced.catch(() => {});
  try {
    return await Promise.race([reduced, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
