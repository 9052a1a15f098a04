import { redact } from "../base/redact.js";
import { enter } from "./access/enter.js";
import { causeOf } from "./account/cause.js";
import { Finished } from "./account/finished.js";
import { subscriptionOf } from "./account/subscription.js";
import { whoOf } from "./account/who.js";
import { admit } from "./admission.js";
import { sendBatch } from "./batch/send-batch.js";
import type { Shared, Snapshot } from "./context.js";
import { readControl } from "./control.js";
import { headerOf, type Incoming, type Outgoing, textHeaders } from "./edge.js";
import { serveOwn } from "./own/serve-own.js";
import { pass, type Reducing, reduceAndSend } from "./reduce-and-send.js";
import { type Refusal, renderRefusal, STATUS, unknownPath } from "./refusal.js";
import { answerRetrieveRoute, retrieveRoute } from "./restore/retrieve-route.js";
import { type Known, type Route, routeOf } from "./routes.js";

/** The journey of one request: admitted? → where to? → body → reduced → upstream → answer. Never throws. */
export async function handle(snapshot: Snapshot, shared: Shared, incoming: Incoming, out: Outgoing): Promise<void> {
  const { allowedHosts } = snapshot;
  const route = routeOf(incoming.method, incoming.target, snapshot.named);
  const wire = "wire" in route ? route.wire : undefined;
  const { method, startedAt } = incoming;
  const path = route.kind === "unknown" ? shownTarget(incoming.target) : undefined;
  const finished = new Finished(route.kind, wire, method, path, startedAt);
  const release = snapshot.upstreams.use();
  try {
    // Probes of container platforms use the address as host name, which no configuration can know. They learn only
    // "ok".
    const isProbe = route.kind === "live" || route.kind === "ready";
    const refusal = isProbe ? undefined : admit(incoming, allowedHosts);
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
    return serveOwn(route.name, snapshot, shared, incoming, out, finished);
  }
  if (route.kind !== "reduce" && route.kind !== "pass" && route.kind !== "batch")
    return operate(route.kind, shared, out, finished);
  if (headerOf(incoming.rawHeaders, "upgrade")?.toLowerCase() === "websocket") {
    return {
      reason: "upgrade_unsupported",
      message: "WebSocket connections are not forwarded; use requests over HTTP",
    };
  }
  const control = readControl(incoming.rawHeaders);
  if ("reason" in control) return control;
  finished.who = whoOf(incoming.rawHeaders);
  finished.subscription = subscriptionOf(incoming.rawHeaders);
  finished.session = control.session ?? sessionIn(incoming, shared.sessionHeaders);
  finished.traceparent = headerOf(incoming.rawHeaders, "traceparent");
  finished.path = shownPath(route);
  const { access, settings, upstreams, rules } = snapshot;
  const to = rules.byHeader(route, incoming.rawHeaders);
  if ("reason" in to) return to;
  const isKeyed = upstreams.keyOf(to.named) !== undefined;
  const counting = { access, limits: shared.limits, most: settings.limits.concurrentRequests, isKeyed };
  const leave = enter(incoming.rawHeaders, counting, finished);
  if (typeof leave !== "function") return leave;
  try {
    return await forward(to, snapshot, shared, incoming, out, finished, control);
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
  const tenant = originals?.tenantOf(incoming, tenantOfKey(snapshot, incoming));
  if (originals !== undefined && tenant !== undefined && handle !== undefined) {
    finished.status = await answerRetrieveRoute(handle, incoming, { originals, tenant }, out);
    return undefined;
  }
  if (route.kind === "pass") return pass(route, snapshot, shared, incoming, out, finished);
  const limit = route.kind === "batch" || route.countTokens ? undefined : shared.refuseRequest();
  if (limit !== undefined) return { reason: "cost_limit", message: limit };
  const hold = shared.inFlight.open();
  try {
    const keeping = originals && tenant !== undefined ? { originals, tenant } : undefined;
    const reducing = { control, hold, shared, keeping };
    if (route.kind === "batch") return await sendBatch(route, snapshot, incoming, out, finished, reducing);
    return await reduceAndSend(route, snapshot, incoming, out, finished, reducing);
  } finally {
    hold.close();
  }
}

/** The tenant of the key that a request shows; undefined without one. */
function tenantOfKey({ access }: Snapshot, { rawHeaders }: Incoming): string | undefined {
  return access.keys.isEmpty ? undefined : access.keys.holderIn(rawHeaders)?.name;
}

/** The client's own id of the conversation: as it may stand in a log. */
function sessionIn({ rawHeaders }: Incoming, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headerOf(rawHeaders, name)?.trim();
    if (value !== undefined && /^[\w.:-]{1,128}$/.test(value)) return value;
  }
  return undefined;
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
  out.start(finished.status, textHeaders({ type: "text/plain; charset=utf-8", text }), false);
  out.end(text);
}

// What a log may show of paths.

/** What a log may show: of paths that are not known in detail, the first two parts. */
function shownPath(route: Known): string {
  const path = withoutQuery(route.path);
  return route.kind !== "pass"
    ? path
    : `${path.split("/").slice(0, 3).join("/")}${path.split("/").length > 3 ? "/…" : ""}`;
}

/** The first part of a path that is none of ours: what follows may be anything. */
function shownTarget(target: string): string {
  const [, first = "", ...more] = withoutQuery(target.slice(0, 200)).split("/");
  return `/${redact(first).slice(0, 40)}${more.length > 0 ? "/…" : ""}`;
}

/** A path without what follows `?`. */
const withoutQuery = (path: string) => path.replace(/\?.*$/s, "");
