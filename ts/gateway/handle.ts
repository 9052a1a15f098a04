import { redact } from "../base/redact.js";
import { isBindingError, recoverPrefix } from "../reduce/recover-prefix.js";
import type { SessionTable } from "../reduce/session-table.js";
import { WIRES } from "../wires/index.js";
import type { Provider } from "../wires/provider-facts.js";
import type { Access } from "./access/access.js";
import type { CallerLimits } from "./access/caller-limits.js";
import { enter } from "./access/enter.js";
import { AnswerReader } from "./account/answer-facts.js";
import { causeOf } from "./account/cause.js";
import type { Finished } from "./account/finished.js";
import type { Money } from "./account/money.js";
import { reportHeaders } from "./account/report-headers.js";
import { whoOf } from "./account/who.js";
import { admit } from "./admission.js";
import { detached } from "./body/detached.js";
import { GONE, readBody } from "./body/read.js";
import type { PolicyChooser } from "./choose-policy.js";
import type { GatewaySettings } from "./config/settings.js";
import { readControl } from "./control.js";
import { headerOf, type Incoming, type Outgoing } from "./edge.js";
import type { Hold, InFlight } from "./in-flight.js";
import { type OwnTexts, serveOwn } from "./own/serve-own.js";
import { prepare, type ReduceSettings, untouched } from "./reduce-request.js";
import { type Refusal, renderRefusal, STATUS } from "./refusal.js";
import { type Interception, relayAnswering, withTool } from "./restore/intercept.js";
import type { Originals } from "./restore/originals.js";
import type { Keeping } from "./restore/reduce-kept.js";
import { answerRetrieveRoute, retrieveRoute } from "./restore/retrieve-route.js";
import { type Route, routeOf } from "./routes.js";
import type { SharedState } from "./shared/shared-state.js";
import { addNames, upstreamHeaders } from "./upstream/headers.js";
import { joinPath } from "./upstream/join-path.js";
import { CLIENT_GONE, relay, type UpstreamRequest } from "./upstream/relay.js";
import { isVendor, type Upstream, type Upstreams } from "./upstream/upstreams.js";

/** One configuration, ready for use. A request keeps the one that it began with. */
export interface Snapshot {
  settings: GatewaySettings;
  chooser: PolicyChooser;
  upstreams: Upstreams;
  /** The provider of each named upstream. */
  named: ReadonlyMap<string, Provider>;
  allowedHosts: readonly string[];
  /** Condenses conversations; undefined where that is off. */
  condense: ReduceSettings["condense"];
  /** Who may ask the gateway itself. */
  access: Access;
}

/** Resources that all requests share. */
export interface Shared {
  inFlight: InFlight;
  /** The conversations that are remembered; undefined for none. */
  sessions: SessionTable | undefined;
  /** What other gateways know; undefined for none. */
  remote: SharedState | undefined;
  isReady(): boolean;
  /** What `/metrics` and `/stats` say. */
  texts: OwnTexts;
  /** Counts the requests of each caller. */
  limits: CallerLimits;
  onFinished(finished: Finished): void;
  /** Why no further request may be sent, in one sentence; undefined while it may. */
  refuseRequest: () => string | undefined;
  /** Whether what answers say of themselves is wanted. */
  wantsAnswers: boolean;
  /** Whether a request is kept until its answer has ended. */
  keepsRequests: boolean;
  /** Request headers with the client's own id of a conversation, in lower case; the first that is there counts. */
  sessionHeaders: readonly string[];
  /** What input costs, by the answers so far. */
  money: Money;
  /** Most bytes of a body that is kept for whoever shows it; 0: none. */
  keptBodyBytes: number;
  /** Where originals of replaced results are kept; undefined if they are not. */
  originals: Originals | undefined;
}

type Known = Extract<Route, { kind: "reduce" | "pass" }>;

/** The journey of one request: admitted? → where to? → body → reduced → upstream → answer. Never throws. */
export async function handle(snapshot: Snapshot, shared: Shared, incoming: Incoming, out: Outgoing): Promise<void> {
  const { settings, allowedHosts } = snapshot;
  const route = routeOf(incoming.method, incoming.target, snapshot.named);
  const wire = "wire" in route ? route.wire : undefined;
  const { method, startedAt } = incoming;
  const path = route.kind === "unknown" ? shownTarget(incoming.target) : undefined;
  const finished: Finished = { kind: route.kind, wire, method, path, startedAt };
  const release = snapshot.upstreams.use();
  try {
    // Probes of container platforms use the address as host name, which no configuration can know. They learn only
    // "ok".
    const isProbe = route.kind === "live" || route.kind === "ready";
    const refusal = isProbe
      ? undefined
      : admit(incoming, { allowedHosts, allowedOrigins: settings.gateway.allowedOrigins });
    const failure = refusal ?? (await answer(route, snapshot, shared, incoming, out, finished));
    if (failure !== undefined) refuse(failure, out, finished);
  } catch (error) {
    finished.cause = causeOf(error);
    refuse({ reason: "internal", message: "a defect in the gateway; please report it" }, out, finished);
  } finally {
    release();
  }
  shared.onFinished(finished);
}

function refuse(failure: Refusal, out: Outgoing, finished: Finished): void {
  finished.failure = failure;
  if (out.started) return;
  finished.status = STATUS[failure.reason];
  const { status, headers, body } = renderRefusal(failure, finished.wire);
  out.start(status, headers, false);
  out.end(body);
}

async function answer(
  route: Route,
  snapshot: Snapshot,
  shared: Shared,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  if (route.kind === "unknown") return unknownPath(route.cloud);
  if (route.kind === "own") {
    if (!snapshot.settings.gateway.ownPaths) return unknownPath(undefined);
    return serveOwn(route.name, { ...snapshot, ...shared }, incoming, out, finished);
  }
  if (route.kind !== "reduce" && route.kind !== "pass") return operate(route.kind, shared, out, finished);
  if (headerOf(incoming.rawHeaders, "upgrade")?.toLowerCase() === "websocket") {
    return {
      reason: "upgrade_unsupported",
      message: "WebSocket connections are not forwarded; use requests over HTTP",
    };
  }
  const control = readControl(incoming.rawHeaders);
  if ("reason" in control) return control;
  finished.who = whoOf(incoming.rawHeaders);
  finished.session = control.session ?? sessionIn(incoming, shared.sessionHeaders);
  finished.path = shownPath(route);
  const { access, settings } = snapshot;
  const leave = enter(incoming.rawHeaders, { access, limits: shared.limits, limit: settings.limits }, finished);
  if (typeof leave !== "function") return leave;
  try {
    return await forward(route, snapshot, shared, incoming, out, finished, control);
  } finally {
    leave();
  }
}

async function forward(
  route: Known,
  snapshot: Snapshot,
  shared: Shared,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
  control: Reducing["control"],
): Promise<Refusal | undefined> {
  const { originals } = shared;
  const handle = originals === undefined ? undefined : retrieveRoute(incoming);
  if (originals !== undefined && handle !== undefined) {
    finished.status = await answerRetrieveRoute(handle, incoming, originals, out);
    return undefined;
  }
  if (route.kind === "pass") return pass(route, snapshot, shared, incoming, out, finished);
  const limit = route.countTokens ? undefined : shared.refuseRequest();
  if (limit !== undefined) return { reason: "cost_limit", message: limit };
  const hold = shared.inFlight.open();
  try {
    const keeping = originals && { originals, tenant: originals.tenantOf(incoming) };
    return await reduceAndSend(route, snapshot, incoming, out, finished, { control, hold, shared, keeping });
  } finally {
    hold.close();
  }
}

/** The client's own id of the conversation: as it may stand in a log. */
const sessionIn = ({ rawHeaders }: Incoming, names: readonly string[]): string | undefined =>
  names
    .map((name) => headerOf(rawHeaders, name)?.trim())
    .find((value) => value !== undefined && /^[\w.:-]{1,128}$/.test(value));

function unknownPath(cloud: string | undefined): Refusal {
  const hint =
    cloud === undefined
      ? "no provider has such a path; /openai/…, /anthropic/… and /gemini/… name one"
      : `this is a path of ${cloud}, which needs an upstream of its own ([upstreams.named]); its credential goes nowhere else`;
  return { reason: "unknown_path", message: hint };
}

async function operate(
  kind: "live" | "ready" | "base",
  shared: Shared,
  out: Outgoing,
  finished: Finished,
): Promise<undefined> {
  const ready = kind !== "ready" || shared.isReady();
  const text = ready ? "ok\n" : "draining\n";
  finished.status = ready ? 200 : 503;
  const type = "text/plain; charset=utf-8";
  out.start(finished.status, ["content-type", type, "content-length", String(Buffer.byteLength(text))], false);
  out.end(text);
}

/** Streams any other path of a provider through unchanged. */
async function pass(
  route: Known,
  snapshot: Snapshot,
  { money }: Shared,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  if (incoming.hasBody) incoming.wantBody();
  const body = incoming.hasBody ? detached(incoming.body) : null;
  const headers = upstreamHeaders(incoming.rawHeaders, false);
  return send(route, snapshot, { method: incoming.method, headers, body, money }, out, finished);
}

async function reduceAndSend(
  route: Extract<Route, { kind: "reduce" }>,
  snapshot: Snapshot,
  incoming: Incoming,
  out: Outgoing,
  finished: Finished,
  { control, hold, shared, keeping }: Reducing,
): Promise<Refusal | undefined> {
  const { sessions, remote, wantsAnswers, keepsRequests, money, keptBodyBytes } = shared;
  const { settings, chooser } = snapshot;
  const { rawHeaders, method } = incoming;
  const maxBytes = settings.limits.bodyBytes;
  const isWatched = sessions !== undefined && WIRES.of(route.wire).thinkingIsBlock;
  const body = await readBody(incoming, maxBytes, hold, isWatched);
  if (body === GONE) {
    finished.relayed = CLIENT_GONE;
    return undefined;
  }
  if ("reason" in body) return body;
  const came = body.bytes <= keptBodyBytes ? body.whole() : undefined;
  const prepared =
    route.countTokens && !settings.gateway.reduceCountTokens
      ? untouched(body, "count_tokens", performance.now())
      : await prepare(
          {
            body,
            rawHeaders,
            wire: route.wire,
            path: withoutQuery(route.path),
            model: route.model,
            host: snapshot.upstreams.of(route.provider, route.wire, route.named).host,
            control,
            gone: () => goneSignal(out),
            hold,
          },
          {
            ...{ chooser, maxBytes, sessions, remote, keeping, keepsRequests },
            observe: settings.gateway.mode === "observe",
            condense: snapshot.condense,
          },
        );
  if ("reason" in prepared) return prepared;
  finished.prepared = prepared;
  // What came is kept beside it where it is another, packed one, or might have to be sent after all.
  const encoding = headerOf(rawHeaders, "content-encoding");
  const isNeeded = encoding !== undefined || prepared.session !== undefined || came !== undefined;
  const keptBytes = prepared.came?.length ?? (prepared.replaced && isNeeded ? body.bytes : 0);
  hold.resize(prepared.body.length + keptBytes);
  const headers = upstreamHeaders(rawHeaders, true);
  if (prepared.replaced) addNames(headers, prepared.headers);
  if (encoding !== undefined && !prepared.replaced) headers.push("content-encoding", encoding);
  if (came !== undefined) finished.bodies = { came, encoding, sent: prepared.replaced ? prepared.body : undefined };
  const isReadable = encoding === undefined || prepared.replaced;
  const answering = isReadable && prepared.report !== undefined ? await answeringOf(route, prepared.body, keeping) : {};
  const request = { method, headers, body: prepared.body, wantsAnswers, money, ...answering };
  return send(route, snapshot, request, out, finished);
}

/** The request with the tool, where the gateway answers the model's calls of it. */
async function answeringOf(
  { wire, model, countTokens }: Extract<Route, { kind: "reduce" }>,
  body: Uint8Array,
  keeping: Keeping | undefined,
): Promise<{ body?: Uint8Array; interception?: Interception }> {
  const rounds = keeping?.originals.rounds ?? 0;
  const withIt = keeping === undefined || rounds === 0 || countTokens ? undefined : withTool(body, wire, model);
  if (keeping === undefined || withIt === undefined) return {};
  const { originals, tenant } = keeping;
  const source = await originals.source(tenant);
  return { body: withIt, interception: { wire, source, maxChars: originals.maxChars, rounds } };
}

/** What reducing a request needs beside its configuration. */
interface Reducing {
  control: Exclude<ReturnType<typeof readControl>, Refusal>;
  hold: Hold;
  shared: Shared;
  keeping: Keeping | undefined;
}

function goneSignal(out: Outgoing, controller = new AbortController()): AbortSignal {
  out.onGone(() => controller.abort());
  return controller.signal;
}

async function send(
  route: Known,
  { upstreams, settings }: Snapshot,
  request: { method: string; wantsAnswers?: boolean; money: Money; interception?: Interception } & Pick<
    UpstreamRequest,
    "headers" | "body"
  >,
  out: Outgoing,
  finished: Finished,
): Promise<Refusal | undefined> {
  const upstream = upstreams.of(route.provider, route.wire, route.named);
  if (route.cloud !== undefined && isVendor(upstream)) return unknownPath(route.cloud);
  const { dispatcher, origin } = upstream;
  finished.host = upstream.host;
  const { limits } = settings;
  const sentAt = performance.now();
  const { method, headers, body } = request;
  const sent: UpstreamRequest = {
    origin,
    method: method as UpstreamRequest["method"],
    path: upstreamPath(route, upstream),
    headers,
    body,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
  };
  const once = (one: UpstreamRequest, to: Outgoing) =>
    relay(dispatcher, one, to, {
      wire: route.wire,
      recover: mayRecover(route, sent) ? (text) => recover(sent, text, finished) : undefined,
      watch: request.wantsAnswers === true ? watchAnswer(finished) : undefined,
      retries: body === null || body instanceof Uint8Array ? limits.retries : 0,
      added() {
        finished.firstByteAt = performance.now();
        return reportHeaders(finished, sentAt, request.money);
      },
    });
  const { interception } = request;
  const relayed = await (interception === undefined ? once(sent, out) : relayAnswering(sent, out, interception, once));
  finished.relayed = relayed;
  finished.status = relayed.status;
  return relayed.failure;
}

/** Of an answer that is tried again, the last one counts. */
function watchAnswer(finished: Finished) {
  return (headers: Record<string, unknown>) => {
    const reader = new AnswerReader(headers["content-type"], headers["content-encoding"]);
    finished.reader = reader;
    return reader;
  };
}

/** Thinking may be bound to what was sent without us, or by an earlier configuration. */
const mayRecover = (route: Known, { body, headers }: UpstreamRequest): boolean =>
  route.kind === "reduce" &&
  WIRES.of(route.wire).thinkingIsBlock &&
  body instanceof Uint8Array &&
  headerOf(headers, "content-encoding") === undefined;

/** The request without old thinking, if the answer says that this was refused. */
function recover(sent: UpstreamRequest, text: string, finished: Finished): UpstreamRequest | undefined {
  if (!isBindingError(400, text) || !(sent.body instanceof Uint8Array)) return undefined;
  finished.recovered = true;
  const original = finished.prepared?.session?.recovered() ?? sent.body;
  const next = recoverPrefix(original);
  const headers = upstreamHeaders(sent.headers, true);
  addNames(headers, next.headers);
  return { ...sent, headers, body: next.body };
}

function upstreamPath({ provider, rest, named, cloud }: Known, { basePath }: Upstream): string {
  if (named !== undefined) return basePath + rest;
  // A base URL of Azure's may have the part in which its paths begin.
  if (cloud !== undefined) return basePath + (/\/openai$/.test(basePath) ? rest.replace(/^\/openai(?=\/)/, "") : rest);
  return joinPath(provider, basePath, rest);
}

/** What a log may show: of paths that are not known in detail, the first two parts. */
function shownPath(route: Known): string {
  const path = withoutQuery(route.path);
  return route.kind === "reduce"
    ? path
    : `${path.split("/").slice(0, 3).join("/")}${path.split("/").length > 3 ? "/…" : ""}`;
}

/** The first part of a path that is none of ours: what follows may be anything. */
function shownTarget(target: string): string {
  const [, first = "", ...more] = withoutQuery(target.slice(0, 200)).split("/");
  return `/${redact(first).slice(0, 40)}${more.length > 0 ? "/…" : ""}`;
}

const withoutQuery = (path: string) => path.replace(/\?.*$/s, "");
