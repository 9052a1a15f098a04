import type { BriefReport } from "../contract/backend.js";
import { forgetBody } from "../contract/lazy-report.js";
import type { Wire } from "../contract/report.js";
import type { Policy, PolicySettings } from "../policy/policy.js";
import type { RemoteSessions } from "../reduce/session/remote.js";
import { RequestSession } from "../reduce/session/request.js";
import type { SessionTable } from "../reduce/session/table.js";
import { BACKGROUND_LIMITS } from "../text/parse-in-steps.js";
import { WIRES } from "../wires/index.js";
import type { BatchCounts } from "./batch/sum-reports.js";
import { decodeHeld, encodingOf } from "./body/decode.js";
import { keysIn, modelNameIn } from "./body/model-name.js";
import { TOO_MANY, tooLarge } from "./body/read.js";
import { ReceivedBody } from "./body/received.js";
import type { PolicyChooser, ReadyPolicy } from "./choose-policy.js";
import type { Condensable, CondensedRequest } from "./condense/condenser.js";
import type { Control } from "./control.js";
import type { Drawn, Holdout } from "./holdout/holdout.js";
import { MOST_PIPELINE_BYTES, type ReducibleBody, reduce } from "./reduce-body.js";
import type { Refusal } from "./refusal.js";
import type { Keeping } from "./restore/reduce-kept.js";
import type { UntouchedReason } from "./untouched.js";

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
  /** How it is reduced once more where the provider says that it is too long; undefined where the policy does not ask for it. */
  refitBy?: { policy: Policy; model: string | undefined } | undefined;
  /** Remembers a refusal of its thinking; undefined where its session does, or none is kept. */
  refused?: ((sent: Uint8Array) => Promise<void>) | undefined;
  /** The request as it came, decoded; undefined unless it is to be kept. */
  came?: Uint8Array | undefined;
  /** Its conversation was condensed before it was reduced. */
  condensed?: CondensedRequest | undefined;
  /** What became of its requests, where it is a batch. */
  batch?: BatchCounts | undefined;
  /** Its group, where some conversations are left alone. */
  drawn?: Drawn | undefined;
}

/** A request that may be reduced. */
export interface Reducible extends ReducibleBody {
  rawHeaders: readonly string[];
  control: Control;
  /** The client's own id of the conversation. */
  conversation?: string | undefined;
}

/** The settings that reduction needs. */
export interface ReduceSettings {
  chooser: PolicyChooser;
  observe: boolean;
  /** Whether nothing is reduced, but what is in the middle of a loop whose thinking is bound. @default false */
  isPaused?: boolean;
  /** Draws the conversations that are left alone. @default none are */
  holdout?: Holdout | undefined;
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
}

/**
 * Reduces one request. If reduction fails in any way, the original bytes are sent, with a reason. Only a body that is
 * too large to read, and an unknown policy, are refused.
 */
export function prepare(request: Reducible, settings: ReduceSettings): Promise<Prepared | Refusal> {
  return settings.remote === undefined ? prepareAlone(request, settings) : prepareShared(request, settings);
}

async function prepareShared(request: Reducible, settings: ReduceSettings): Promise<Prepared | Refusal> {
  const prepared = await prepareAlone(request, settings);
  // Before anything is sent: the next request of the conversation may come to another gateway.
  if (!("reason" in prepared)) await prepared.session?.share();
  return prepared;
}

async function prepareAlone(request: Reducible, settings: ReduceSettings): Promise<Prepared | Refusal> {
  const startedAt = performance.now();
  const { control, body } = request;
  const named = control.policy === undefined ? undefined : settings.chooser.byName(control.policy);
  if (control.policy !== undefined && named === undefined) {
    return { reason: "bad_control_header", message: "x-tamis-policy names no policy of this gateway's configuration" };
  }
  const { sessions, remote } = settings;
  const leaves = control.bypass ? "bypass" : settings.isPaused ? "switched_off" : undefined;
  if (leaves !== undefined && (sessions?.size ?? 0) === 0 && remote === undefined)
    return untouched(body, leaves, startedAt);
  const encoding = encodingOf(request.rawHeaders);
  let decoded = body;
  if (encoding !== undefined) {
    const { maxBytes } = settings;
    // As much as its reduction is going to take.
    const room = { maxBytes, hold: request.hold, copies: 3 };
    const result = await decodeHeld(body.whole(), encoding, room, callKeyOf(request, settings));
    if ("problem" in result) {
      if (result.problem === "no_room") return TOO_MANY;
      if (leaves !== undefined) return untouched(body, leaves, startedAt);
      return result.problem === "too_large" ? tooLarge(maxBytes) : untouched(body, result.problem, startedAt);
    }
    decoded = result.body;
  }
  if (!request.hold.resize(mostHeld(body, decoded))) {
    decoded.release();
    return TOO_MANY;
  }
  if (leaves === undefined) return reduceDecoded(request, decoded, settings, named, startedAt);
  const session = await findSession(request, decoded, settings, undefined);
  if (settings.isPaused && !control.bypass && session?.isBound) {
    return reduceDecoded(request, decoded, settings, named, startedAt);
  }
  return { ...untouched(body, leaves, startedAt), ...(await leaving(session, request)), session };
}

async function reduceDecoded(
  request: Reducible,
  given: ReceivedBody,
  settings: ReduceSettings,
  named: ReadyPolicy | undefined,
  startedAt: number,
): Promise<Prepared> {
  const ready = named ?? settings.chooser.only ?? (await choose(request, given, settings));
  const drawn = named === undefined && settings.holdout?.isOn ? draw(request, given, settings) : undefined;
  const observe = whyObserved(request, settings, drawn);
  const came = drawn !== undefined || isKept(given, settings) ? given.whole() : undefined;
  const condense = observe === undefined ? settings.condense : undefined;
  const condensed = condense === undefined ? undefined : await condense(condensable(request, given));
  const decoded = condensed === undefined ? given : ReceivedBody.of(condensed.body, callKeyOf(request, settings));
  request.hold.owns(decoded);
  const session = await findSession(request, decoded, settings, ready.policy.settings);
  const outcome = await reduce(decoded, ready, request, observe !== undefined, session, settings.keeping);
  if (typeof outcome === "string") {
    const instead = condensed === undefined ? undefined : { body: condensed.body, replaced: true, condensed };
    const left = await leaving(session, request);
    return { ...untouched(request.body, outcome, startedAt), ...instead, ...left, session, came, drawn };
  }
  // While the provider answers, nothing has the body that is not counted.
  if (came === undefined) forgetBody(outcome.report);
  const report = condensed === undefined ? outcome.report : withCondensed(outcome.report, condensed, given.bytes);
  const replaced = outcome.replaced || condensed !== undefined;
  const body = outcome.replaced ? outcome.body : (condensed?.body ?? request.body.whole());
  let skipped: UntouchedReason | undefined = report.skipped ?? observe;
  if (skipped === undefined && !replaced) {
    const read = given.whole();
    if (ready.pipeline !== undefined && read.length > MOST_PIPELINE_BYTES) skipped = "pipeline_limit";
    else if (mayBeContinued(read, request.wire) && (await isContinued(read, request.wire))) skipped = "continued";
  }
  const mayRefit = observe === undefined && ready.policy.settings.truncate.afterRefusal;
  const prepared: Prepared = {
    ...{
      body,
      replaced,
      headers: outcome.headers,
      report,
      policy: ready.name,
      skipped,
      session,
      came,
      condensed,
      drawn,
    },
    refitBy: mayRefit ? { policy: ready.policy, model: request.model } : undefined,
    refused: session === undefined ? refusedOf(request, settings) : undefined,
    reduceMs: performance.now() - startedAt,
  };
  if (came === undefined && given.small?.buffer !== body.buffer) request.hold.leave(given.small);
  return observe === undefined ? prepared : { ...prepared, ...(await leaving(session, request)) };
}

/** What to send instead of a request that goes as it came; undefined for that itself, and where nobody waits for it any more. */
function leaving(session: RequestSession | undefined, { gone }: Reducible) {
  const signal = session?.isLong ? gone() : undefined;
  return signal?.aborted ? undefined : session?.leave(signal);
}

function whyObserved(
  { control }: Reducible,
  settings: ReduceSettings,
  drawn: Drawn | undefined,
): UntouchedReason | undefined {
  if (control.dryRun) return "dry_run";
  if (settings.observe) return "observe";
  return drawn?.group === "holdout" ? "holdout" : undefined;
}

const condensable = ({ wire, model, control: { mode, session } }: Reducible, decoded: ReceivedBody): Condensable => ({
  body: decoded.whole(),
  wire,
  model,
  mode,
  taskId: session,
});

/** The policy of a request that names none, where it depends on the request. */
function choose(
  { rawHeaders, model }: Reducible,
  decoded: ReceivedBody,
  { chooser }: ReduceSettings,
): Promise<ReadyPolicy> {
  let found: Promise<string | undefined> | undefined;
  return chooser.choose({
    rawHeaders,
    model: () => {
      found ??= model === undefined ? modelNameIn(decoded.whole()) : Promise.resolve(model);
      return found;
    },
  });
}

/** The group of a request that names no policy; undefined for what is no conversation, and where nothing is reduced. */
function draw(
  { wire, model, control, conversation }: Reducible,
  decoded: ReceivedBody,
  { holdout, observe }: ReduceSettings,
): Drawn | undefined {
  if (observe || control.dryRun) return undefined;
  return holdout?.draw({ name: conversation, body: () => decoded.whole(), wire, model });
}

/** What a body's glimpse looks for; undefined where no conversation is remembered. */
const callKeyOf = ({ wire }: Reducible, { sessions }: ReduceSettings) =>
  sessions === undefined ? undefined : WIRES.of(wire).checkedCallKey;

/** The conversation of a request, where that may have to be known. @param settings Undefined for a bypass */
function findSession(
  { wire, model, host, control: { session: name } }: Reducible,
  decoded: ReceivedBody,
  { sessions, remote, keeping }: ReduceSettings,
  settings: PolicySettings | undefined,
): RequestSession | undefined | Promise<RequestSession | undefined> {
  if (sessions === undefined) return undefined;
  const { glimpse } = decoded;
  const known = { wire, model, host, name, tenant: keeping?.tenant, settings };
  const whole = () => decoded.whole();
  if (remote !== undefined) return RequestSession.shared(sessions, remote, glimpse, whole, known);
  return RequestSession.of(sessions, glimpse, whole, known);
}

/** Of a model that nobody knows to check thinking: from its first refusal on its conversation is known. */
function refusedOf({ wire, model, host, control: { session: name } }: Reducible, settings: ReduceSettings) {
  const { sessions, remote, keeping } = settings;
  if (sessions === undefined || !WIRES.of(wire).thinkingIsBlock) return undefined;
  const request = { wire, model, host, name, tenant: keeping?.tenant, settings: undefined };
  return (sent: Uint8Array) => RequestSession.refused(sessions, sent, request, remote);
}

/** Whether a body is kept for whoever reads it later, which nobody does with a larger one. */
const isKept = ({ bytes }: ReceivedBody, { keepsRequests }: ReduceSettings) =>
  keepsRequests && bytes <= BACKGROUND_LIMITS.bytes;

/** Bytes held while a body is reduced: the body, and the reduced one, which is as large at most. */
const mostHeld = (came: ReceivedBody, decoded: ReceivedBody): number =>
  2 * decoded.bytes + (decoded === came ? 0 : came.bytes);

/** The body as it came. @param startedAt `performance.now()` when reducing began */
export const untouched = (body: ReceivedBody, skipped: UntouchedReason, startedAt: number): Prepared => ({
  body: body.whole(),
  replaced: false,
  headers: undefined,
  report: undefined,
  skipped,
  reduceMs: performance.now() - startedAt,
});

const NULL = 0x6e;

/** Whether such a key may be in a body: a quick look. */
const mayBeContinued = (body: Buffer, wire: Wire): boolean =>
  WIRES.of(wire).deltaKeys.some((name) => body.includes(`"${name}"`));

/** Whether a body names a conversation that the provider keeps. Linear in the body, in slices. */
async function isContinued(body: Buffer, wire: Wire): Promise<boolean> {
  const names = WIRES.of(wire).deltaKeys;
  let isNamed = false;
  await keysIn(body, (key, valueAt) => {
    if (names.includes(key)) isNamed = valueAt < body.length && body[valueAt] !== NULL;
  });
  return isNamed;
}

/**
 * The report of a request that was reduced after its conversation was condensed: from what came to what is sent. Where the
 * reduction counted tokens, the request as it came is told in the same measure: bills teach a ratio for each measure, which is
 * wrong for any other. A condensation at this step costs of the provider's cache what a move of the boundary does.
 */
function withCondensed(report: BriefReport, condensed: CondensedRequest, bytesBefore: number): BriefReport {
  const { tokensBefore, tokensAfter: after, body, lostShare } = condensed;
  const { skipped: _, tokens, cache, ...rest } = report;
  const inMeasure = tokens === undefined || after === 0 ? 1 : tokens.before / after;
  return {
    ...rest,
    cache:
      lostShare === undefined
        ? cache
        : { ...cache, moved: true, lostTokens: Math.round(lostShare * (tokens?.before ?? after)) },
    tokens: { after, method: "estimate", ...tokens, before: Math.round(tokensBefore * inMeasure) },
    bytes: { after: body.length, ...report.bytes, before: bytesBefore },
  };
}
